import { deflateSync } from 'node:zlib';
import type { RecognizedWord } from '../../models/speech/index.ts';

/** Compression ratio above which text counts as a loop (openai/whisper, `compression_ratio_threshold`). */
const PACKS_TOO_WELL = 2.4;
/** Below this size in bytes, the compression ratio is meaningless. */
const SHORT_TEXT = 120;
/** Upper bound of plausible speech, in letters per second; fast speakers reach 25. */
const TOO_FAST = 45;
/** Number of consecutive repetitions that make a loop, by phrase length in words; people do say "no, no, no". */
const repetitionsOf = (words: number): number => (words === 1 ? 5 : words === 2 ? 4 : 3);
const LONGEST_PHRASE = 12;

export interface Filtered {
  words: RecognizedWord[];
  /** Number of removed words. */
  dropped: number;
}

/**
 * Removes typical hallucinations of speech models: repeated phrases (kept once), text with the compression ratio of a
 * loop, and text too long for its duration. Pure. @param seconds duration of the audio
 */
export function withoutLoops(words: readonly RecognizedWord[], seconds: number): Filtered {
  const kept = collapse(words);
  const text = kept.map((word) => word.text).join(' ');
  const lost = packing(text) > PACKS_TOO_WELL || text.length > TOO_FAST * Math.max(1, seconds);
  return lost ? { words: [], dropped: words.length } : { words: kept, dropped: words.length - kept.length };
}

function collapse(words: readonly RecognizedWord[]): RecognizedWord[] {
  const plain = words.map((word) => word.text.toLowerCase().replace(/[\p{P}\p{S}]/gu, ''));
  const kept: RecognizedWord[] = [];
  for (let i = 0; i < words.length; ) {
    const loop = loopAt(plain, i);
    if (!loop) kept.push(words[i++]!);
    else {
      kept.push(...words.slice(i, i + loop.length));
      i += loop.length * loop.times;
    }
  }
  return kept;
}

function loopAt(plain: readonly string[], start: number): { length: number; times: number } | null {
  for (let length = 1; length <= LONGEST_PHRASE; length++) {
    let times = 1;
    while (same(plain, start, start + times * length, length)) times++;
    if (times >= repetitionsOf(length)) return { length, times };
  }
  return null;
}

function same(plain: readonly string[], a: number, b: number, length: number): boolean {
  if (b + length > plain.length) return false;
  for (let i = 0; i < length; i++) if (plain[a + i] !== plain[b + i]) return false;
  return true;
}

function packing(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length < SHORT_TEXT ? 0 : bytes.length / deflateSync(bytes).length;
}
