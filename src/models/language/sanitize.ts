import { trimEndOf } from '../../base/trim.ts';

/** Removing markup can form new markup from its surroundings, so the removal is repeated. */
const MAX_PASSES = 5;
/** Zero-width joiners are kept between non-ASCII characters, where scripts and emoji need them. */
const INVISIBLE_CHARACTERS =
  /(?![\u200c\u200d])\p{Cf}|(?![\n\t])\p{Cc}|(?<=[ -~]|^)[\u200c\u200d]|[\u200c\u200d](?=[ -~]|$)/gu;
const URL_PATTERN = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/|\bwww\.)[^\s`<>"'()[\]*]*/gi;

/**
 * Removes everything that a Markdown or HTML renderer would load or link: images and links are reduced to their text,
 * tags are removed, and URLs lose their scheme and become code spans, which renderers do not linkify. Invisible
 * characters are removed too. Lists, emphasis and line breaks are kept.
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
      .replace(/^\s{0,3}\[[^[\]]+\]:\s*\S.*$/gm, '');
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
      const link = trimEndOf(address, /[.,;:!?]/);
      const bare = link.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
      const tail = address.slice(link.length);
      return bare === '' ? tail : `\`${bare}\`${tail}`;
    })
    .replace(/``+/g, '`')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
