import type { RecognizedWord } from '../recognizer.ts';

export interface Piece {
  text: string;
  /** Milliseconds. */
  t0: number;
  t1: number;
}

/**
 * Joins tokens to words: a token that begins with a space begins a word, and so does each token of scripts that are
 * written without spaces. A token may hold a part of a character, which arrives as U+FFFD; the whole `text`, whose
 * bytes were joined before decoding, identifies the character. Pure.
 */
export function wordsOf(pieces: readonly Piece[], text: string): RecognizedWord[] {
  const words: RecognizedWord[] = [];
  for (const { text: piece, t0, t1 } of restore(pieces, text)) {
    if (piece.trim() === '') continue;
    const last = words.at(-1);
    const begins = !last || /^\s/u.test(piece) || (UNSPACED.test(piece) && !CLOSING.test(piece));
    if (begins) words.push({ text: piece.trim(), start: t0 / 1000, end: t1 / 1000 });
    else {
      last.text += piece.trimEnd();
      last.end = t1 / 1000;
    }
  }
  return words;
}

/** Chinese, Japanese, Thai, Lao, Khmer and Burmese have no spaces between words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CLOSING = /^[\p{P}\p{S}\p{M}]/u;

/** Pieces with torn characters joined up to the next whole one, their text taken from `text`. */
function restore(pieces: readonly Piece[], text: string): Piece[] {
  const whole: Piece[] = [];
  let at = 0;
  for (let i = 0; i < pieces.length; i++) {
    const first = pieces[i]!;
    let torn = '';
    let last = first;
    for (; i < pieces.length && (pieces[i]!.text.includes(TORN) || pieces[i]!.text === ''); i++) {
      last = pieces[i]!;
      torn += last.text;
    }
    if (torn !== '') {
      const found = match(torn, pieces[i]?.text, text, at);
      whole.push({ text: found, t0: first.t0, t1: last.t1 });
      at += found.length;
    }
    if (i === pieces.length) break;
    whole.push(pieces[i]!);
    at += pieces[i]!.text.length;
  }
  const restored = whole.map((piece) => piece.text).join('');
  if (restored === text || !pieces.some((piece) => piece.text.includes(TORN))) return whole;
  // Equal characters side by side may be torn in more ways than one: then letters count more than their exact times.
  return spreadWords(text, pieces[0]!.t0, pieces.at(-1)!.t1).map(({ text: word, start, end }) => ({
    text: ` ${word}`,
    t0: start,
    t1: end,
  }));
}

const TORN = '\uFFFD';

/**
 * Restores `torn` at position `at` of the whole text. Only characters beyond ASCII span several bytes and can be torn.
 */
function match(torn: string, follower: string | undefined, text: string, at: number): string {
  const literal = (part: string) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = torn
    .split(/\uFFFD+/u)
    .map(literal)
    .join('[^\\x00-\\x7F]+?');
  const end = follower === undefined ? '$' : `(?=${literal(follower)})`;
  const regex = new RegExp(`${pattern}${end}`, 'uy');
  regex.lastIndex = at;
  return regex.exec(text)?.[0] ?? '';
}

/** Words of a phrase without word times, spread over the phrase by their length. Pure. */
export function spreadWords(text: string, start: number, end: number): RecognizedWord[] {
  const parts = text.split(/\s+/u).filter((part) => part !== '');
  const letters = parts.reduce((sum, part) => sum + part.length + 1, 0);
  let passed = 0;
  return parts.map((part) => {
    const from = start + ((end - start) * passed) / letters;
    passed += part.length + 1;
    return { text: part, start: from, end: start + ((end - start) * passed) / letters };
  });
}
