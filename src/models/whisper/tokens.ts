/** A word as heard; times in seconds from the start of the sound that was given. */
export interface HeardWord {
  text: string;
  start: number;
  end: number;
}

export interface Piece {
  text: string;
  /** Milliseconds. */
  t0: number;
  t1: number;
}

/**
 * Joins tokens to words: a token that begins with a space begins a word, and so does each token of scripts that are
 * written without spaces. A token may hold a part of a character, which arrives as U+FFFD; the whole `text`, whose
 * bytes were joined before decoding, tells what it was. Pure.
 */
export function wordsOf(pieces: readonly Piece[], text: string): HeardWord[] {
  const words: HeardWord[] = [];
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

/** Pieces with broken characters joined up to the next whole one, their text taken from `text`. */
function restore(pieces: readonly Piece[], text: string): Piece[] {
  const whole: Piece[] = [];
  let at = 0;
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]!;
    if (!piece.text.includes('\uFFFD')) {
      whole.push(piece);
      at = text.startsWith(piece.text, at) ? at + piece.text.length : at;
      continue;
    }
    let next = i + 1;
    while (next < pieces.length && (pieces[next]!.text.includes('\uFFFD') || pieces[next]!.text === '')) next++;
    const follower = pieces[next]?.text;
    const found = follower === undefined ? text.length : text.indexOf(follower, at);
    const until = found < 0 ? text.length : found;
    whole.push({ text: text.slice(at, until), t0: piece.t0, t1: pieces[next - 1]!.t1 });
    at = until;
    i = next - 1;
  }
  return whole;
}

/** Words of a phrase whose engine tells only its own times, spread over it by their length. Pure. */
export function spreadWords(text: string, start: number, end: number): HeardWord[] {
  const parts = text.split(/\s+/u).filter((part) => part !== '');
  const letters = parts.reduce((sum, part) => sum + part.length + 1, 0);
  let passed = 0;
  return parts.map((part) => {
    const from = start + ((end - start) * passed) / letters;
    passed += part.length + 1;
    return { text: part, start: from, end: start + ((end - start) * passed) / letters };
  });
}
