import { quantize, signTable, wordsPerCode } from './binary-codes.ts';
import type { Compare } from './code-arena.ts';
import { largest } from './largest.ts';
import type { Page } from './runs.ts';

/** Codes that follow one another in a page. */
export interface CodeRun {
  page: Pick<Page, 'address' | 'codes'>;
  first: number;
  count: number;
}

/** Vectors to look for; the numbers are as of {@link scan}. */
export interface ScanQuery {
  /** All of one dimension. */
  queries: readonly Float32Array[];
  wanted: number;
  coarse: number;
}

/** Distances of one scan, kept for the next, since a million take two megabytes. */
let kept = new Uint16Array(0);

/**
 * Returns for each query the positions, counted through `spans`, of about `wanted` codes whose vectors are probably
 * nearest: the `coarse` nearest by Hamming distance, of these the best by the dot product of the query with the signs.
 * A page of codes is compared with all queries while it is in the cache of the processor.
 */
export function scan(
  compare: Compare,
  spans: readonly CodeRun[],
  { queries, wanted, coarse }: ScanQuery,
): Uint32Array<ArrayBuffer>[] {
  const total = spans.reduce((sum, span) => sum + span.count, 0);
  const words = wordsPerCode(queries[0]?.length ?? 0);
  const codes = queries.map((query) => {
    const code = new Uint32Array(words);
    quantize(query, code, 0);
    return code;
  });
  if (kept.length < total * queries.length) kept = new Uint16Array(total * queries.length);
  const distances = queries.map((_, i) => kept.subarray(i * total, (i + 1) * total));
  let at = 0;
  for (const { page, first, count } of spans) {
    codes.forEach((code, i) => void compare(distances[i]!, at, page, first, count, code));
    at += count;
  }
  return queries.map((query, i) => {
    const own = distances[i]!;
    return bestBySigns(query, spans, positionsWithin(own, thresholdFor(own, words * 32, coarse)), wanted);
  });
}

/** Returns the smallest distance that includes at least `wanted` vectors, and the number of those that it includes. */
function thresholdFor(distances: Uint16Array, largestDistance: number, wanted: number): { most: number; held: number } {
  const counts = new Uint32Array(largestDistance + 1);
  for (let i = 0; i < distances.length; i++) counts[distances[i]!]!++;
  let held = 0;
  for (let most = 0; most <= largestDistance; most++) {
    held += counts[most]!;
    if (held >= wanted) return { most, held };
  }
  return { most: largestDistance, held };
}

function positionsWithin(distances: Uint16Array, { most, held }: { most: number; held: number }): Uint32Array {
  const positions = new Uint32Array(held);
  for (let i = 0, at = 0; at < held; i++) if (distances[i]! <= most) positions[at++] = i;
  return positions;
}

function bestBySigns(
  query: Float32Array,
  spans: readonly CodeRun[],
  positions: Uint32Array,
  wanted: number,
): Uint32Array<ArrayBuffer> {
  const table = signTable(query);
  const words = wordsPerCode(query.length);
  const scores = new Float32Array(positions.length);
  let [span, start] = [0, 0];
  for (let i = 0; i < positions.length; i++) {
    while (positions[i]! >= start + spans[span]!.count) start += spans[span++]!.count;
    const { page, first } = spans[span]!;
    const { codes } = page;
    let score = 0;
    for (let word = 0, at = (first + positions[i]! - start) * words; word < words; word++, at++) {
      const bits = codes[at]!;
      const row = word << 10;
      score += table[row | (bits & 255)]! + table[row | 256 | ((bits >>> 8) & 255)]!;
      score += table[row | 512 | ((bits >>> 16) & 255)]! + table[row | 768 | (bits >>> 24)]!;
    }
    scores[i] = score;
  }
  const cut = largest(scores, wanted);
  return Uint32Array.from(positions.filter((_, i) => scores[i]! >= cut));
}
