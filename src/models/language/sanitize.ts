/** How often markup is taken out before what is left is taken for text: taking one out may put another together. */
const MAX_PASSES = 5;
/** Joiners shape words and emoji of other scripts, so they stay between such characters. */
const INVISIBLE_CHARACTERS =
  /(?![\u200c\u200d])\p{Cf}|(?![\n\t])\p{Cc}|(?<=[ -~]|^)[\u200c\u200d]|[\u200c\u200d](?=[ -~]|$)/gu;
const URL_PATTERN = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s`<>"'()[\]*]*/gi;

/**
 * An answer's text without anything that a reader of Markdown or HTML would load or follow: images and links leave their
 * words, tags are gone, an address stays readable but without its scheme and as code, which no renderer makes a link.
 * Unseen characters go too. Points, stress and line breaks stay.
 */
export function sanitizeAnswer(answer: string): string {
  let text = answer.replace(INVISIBLE_CHARACTERS, '');
  for (let round = 0; round < MAX_PASSES; round++) {
    const before = text;
    text = text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .replace(/<\/?[a-z!?][^<>\n]*>/gi, '')
      .replace(/!?\[([^[\]]*)\]\s?\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '$1')
      .replace(/!?\[([^[\]]*)\]\s?\[[^[\]]*\]/g, '$1')
      .replace(/^\s{0,3}\[[^\]]+\]:\s*\S+.*$/gm, '');
    if (text === before) break;
  }
  return text
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/!(?=\[)/g, '')
    .replace(/\](?=[([])/g, '] ')
    .replace(/&(?=#?\w{1,32};)/g, '＆')
    .replace(/`?(\b(?:javascript|data|vbscript|file|mailto|blob):)(?=\S)/gi, (_, scheme: string) =>
      scheme.replace(':', '\u2236'),
    )
    .replace(URL_PATTERN, (address) => {
      const bare = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/[.,;:!?]+$/, '');
      const tail = /[.,;:!?]+$/.exec(address)?.[0] ?? '';
      return bare === '' ? tail : `\`${bare}\`${tail}`;
    })
    .replace(/``+/g, '`')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
