import { deflateSync } from 'node:zlib';
import type { RecognizedWord } from '../../models/speech/index.ts';

/** Compression ratio above which text counts as a loop (openai/whisper, `compression_ratio_threshold`). */
const MAX_COMPRESSION_RATIO = 2.4;
/** Below this size in bytes, the compression ratio is meaningless. */
const MIN_COMPRESSIBLE_BYTES = 120;
/** Upper bound of plausible speech, in letters per second; fast speakers reach 25. */
const MAX_LETTERS_PER_SECOND = 45;
/** Number of consecutive repetitions that make a loop, by phrase length in words; people do say "no, no, no". */
const minRepetitions = (words: number): number => (words === 1 ? 5 : words === 2 ? 4 : 3);
const MAX_PHRASE_WORDS = 12;

export interface Filtered {
  words: RecognizedWord[];
  /** Number of removed words. */
  dropped: number;
}

/**
 * Removes typical hallucinations of speech models: repeated phrases (kept once), text with the compression ratio of a
 * loop, and text too long for its duration. Pure. @param seconds duration of the audio
 */
export function removeLoops(words: readonly RecognizedWord[], seconds: number): Filtered {
  const collapsed = collapse(words);
  const text = collapsed.map((word) => word.text).join(' ');
  const lost =
    compressionRatio(text) > MAX_COMPRESSION_RATIO || text.length > MAX_LETTERS_PER_SECOND * Math.max(1, seconds);
  return lost ? { words: [], dropped: words.length } : { words: collapsed, dropped: words.length - collapsed.length };
}

function collapse(words: readonly RecognizedWord[]): RecognizedWord[] {
  const plain = words.map((word) => word.text.toLowerCase().replace(/[\p{P}\p{S}]/gu, ''));
  const collapsed: RecognizedWord[] = [];
  for (let i = 0; i < words.length; ) {
    const loop = loopAt(plain, i);
    if (!loop) collapsed.push(words[i++]!);
    else {
      collapsed.push(...words.slice(i, i + loop.length));
      i += loop.length * loop.times;
    }
  }
  return collapsed;
}

function loopAt(plain: readonly string[], start: number): { length: number; times: number } | null {
  for (let length = 1; length <= MAX_PHRASE_WORDS; length++) {
    let times = 1;
    while (same(plain, start, start + times * length, length)) times++;
    if (times >= minRepetitions(length)) return { length, times };
  }
  return null;
}

function same(plain: readonly string[], a: number, b: number, length: number): boolean {
  if (b + length > plain.length) return false;
  for (let i = 0; i < length; i++) if (plain[a + i] !== plain[b + i]) return false;
  return true;
}

function compressionRatio(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length < MIN_COMPRESSIBLE_BYTES ? 0 : bytes.length / deflateSync(bytes).length;
}
