import type { RecognizedWord } from '../recognizer.ts';
import { alignTokens } from './alignment.ts';
import type { Decoded } from './decoder.ts';
import { type Line, TIMESTAMP_SECONDS } from './timestamps.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Tokens of a word: positions in all tokens of the window. */
interface WordTokens {
  text: string;
  positions: number[];
  /** Positions of its letters; punctuation takes no time. */
  spoken: number[];
}

/** Chinese, Japanese, Thai, Lao, Khmer and Burmese have no spaces between words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PUNCTUATION = /^[\s\p{P}\p{S}\p{M}]*$/u;
/** Marks before which some languages write a space. */
const CLOSING = /^[?!:;»%…]+$/u;
/** Marks that belong to the word after them. */
const OPENING = /^["'“‘„¿¡([{«$€£#@+-]+$/u;
/** A word is not longer than this, unless half of all words are (seconds). */
const MAX_MEDIAN = 0.7;

/**
 * Words of a window with times from the attention of the decoder, or spread over each line when there is none. Pure.
 */
export function timedWords(
  decoded: Decoded,
  lines: readonly Line[],
  vocabulary: Vocabulary,
  seconds: number,
): RecognizedWord[] {
  const { attention } = decoded;
  if (!attention) {
    return lines.flatMap((line) =>
      spread(line, wordTokens(line.positions, decoded.tokens, vocabulary), seconds, decoded),
    );
  }
  const positions = lines.flatMap((line) => line.positions);
  const rows = [...positions.map((position) => attention[position]!), attention.at(-1)!];
  const frames = Math.min(attention[0]![0]!.length, Math.ceil(seconds / TIMESTAMP_SECONDS));
  const starts = alignTokens(rows, frames).map((frame) => frame * TIMESTAMP_SECONDS);
  const order = new Map(positions.map((position, index) => [position, index]));
  const timed = lines.map((line) =>
    wordTokens(line.positions, decoded.tokens, vocabulary).map((word) => {
      const timing = word.spoken.length > 0 ? word.spoken : word.positions;
      return wordOf(word, starts[order.get(timing[0]!)!]!, starts[order.get(timing.at(-1)!)! + 1]!, decoded);
    }),
  );
  return plausible(lines, timed);
}

function wordOf({ text, positions }: WordTokens, start: number, end: number, decoded: Decoded): RecognizedWord {
  const probability = positions.reduce((sum, position) => sum + Math.exp(decoded.logProbabilities[position]!), 0);
  return { text, start, end, confidence: probability / positions.length };
}

/**
 * Joins text tokens to words: a token begins a word with a space, or after whole characters of a script without spaces.
 */
function wordTokens(positions: readonly number[], tokens: readonly number[], vocabulary: Vocabulary): WordTokens[] {
  const words: WordTokens[] = [];
  let held: number[] = [];
  for (const [index, position] of positions.entries()) {
    held.push(position);
    const piece = vocabulary.textOf(held.map((one) => tokens[one]!));
    // A token may end inside a character, which its successors complete.
    if (piece.includes('\uFFFD') && index < positions.length - 1 && held.length < MAX_CHARACTER_TOKENS) continue;
    const text = piece.trim();
    const punctuation = PUNCTUATION.test(piece);
    const last = words.at(-1);
    const begins = (/^\s/u.test(piece) && !CLOSING.test(text)) || UNSPACED.test(piece);
    if (last && (!begins || OPENING.test(last.text))) {
      last.text += piece.trimEnd();
      last.positions.push(...held);
      if (!punctuation) last.spoken.push(...held);
    } else if (text !== '') words.push({ text, positions: held, spoken: punctuation ? [] : held.slice() });
    held = [];
  }
  return words.map((word) => ({ ...word, text: word.text.replaceAll('\uFFFD', '').trim() })).filter(({ text }) => text);
}

/** No character has more than four bytes. */
const MAX_CHARACTER_TOKENS = 4;

/** Shortens words that stretch over a pause (openai/whisper, `timing.py`, `add_word_timestamps`). */
function plausible(lines: readonly Line[], timed: readonly RecognizedWord[][]): RecognizedWord[] {
  const all = timed.flat();
  const durations = all.map(({ start, end }) => end - start).filter((duration) => duration > 0);
  const median = Math.min(MAX_MEDIAN, durations.sort((a, b) => a - b)[durations.length >> 1] ?? 0);
  const longest = 2 * median;
  let lastEnd = 0;
  for (const [index, words] of timed.entries()) {
    const line = lines[index]!;
    const [first, second] = words;
    const last = words.at(-1);
    if (!first || !last) continue;
    const long = (word: RecognizedWord) => word.end - word.start > longest;
    if (first.end - lastEnd > 2 * longest && (long(first) || (second && second.end - first.start > 2 * longest))) {
      if (second && long(second)) {
        first.end = Math.max(second.end / 2, second.end - longest);
        second.start = first.end;
      }
      first.start = Math.max(0, first.end - longest);
    }
    if (line.start < first.end && line.start - 0.5 > first.start) {
      first.start = Math.max(0, Math.min(first.end - median, line.start));
    }
    if (line.end !== null && line.end > last.start && line.end + 0.5 < last.end) {
      last.end = Math.max(last.start + median, line.end);
    }
    lastEnd = last.end;
  }
  let time = 0;
  for (const word of all) {
    word.start = Math.max(time, word.start);
    word.end = Math.max(word.start, word.end);
    time = word.start;
  }
  return all;
}

/** Words of a line without attention: spread over it by their length. */
function spread(line: Line, words: readonly WordTokens[], seconds: number, decoded: Decoded): RecognizedWord[] {
  const duration = Math.max(0, (line.end ?? seconds) - line.start);
  const letters = words.reduce((sum, { text }) => sum + text.length + 1, 0);
  let passed = 0;
  return words.map((word) => {
    const start = line.start + (duration * passed) / letters;
    passed += word.text.length + 1;
    return wordOf(word, start, line.start + (duration * passed) / letters, decoded);
  });
}
