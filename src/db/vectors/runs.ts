import type { ModuleName } from '../../contract/modules.ts';

/** Adjacent slots with the vectors of one module of one video. */
export interface Run {
  module: ModuleName;
  page: Page;
  first: number;
  count: number;
}

/** A block of memory for codes, filled from the front. */
export interface Page {
  /** Where its codes begin in the memory of vector instructions; undefined without them. */
  address: number | undefined;
  codes: Uint32Array;
  /** `vectors.id` of each slot. */
  ids: Float64Array;
  used: number;
}

/** Returns the `vectors.id` of all slots in these runs, `total` in number. */
export function idsOf(runs: readonly Run[], total: number): Float64Array {
  const ids = new Float64Array(total);
  let at = 0;
  for (const run of runs) {
    ids.set(run.page.ids.subarray(run.first, run.first + run.count), at);
    at += run.count;
  }
  return ids;
}

/** Joins runs that follow one another in a page, whatever their modules and videos. */
export function joinAdjacent(runs: readonly Run[]): Run[] {
  const spans: Run[] = [];
  for (const run of runs) {
    const last = spans.at(-1);
    if (last?.page === run.page && last.first + last.count === run.first) last.count += run.count;
    else spans.push({ ...run });
  }
  return spans;
}

/** Returns the smallest distance that includes at least `wanted` vectors. */
export function thresholdFor(distances: Uint16Array, largest: number, wanted: number): number {
  const counts = new Uint32Array(largest + 1);
  for (let i = 0; i < distances.length; i++) counts[distances[i]!]!++;
  let seen = 0;
  for (let distance = 0; distance <= largest; distance++) {
    seen += counts[distance]!;
    if (seen >= wanted) return distance;
  }
  return largest;
}

/** Returns the positions of vectors whose distance (listed run after run) is within `threshold`. */
export function slotsWithin(runs: readonly Run[], distances: Uint16Array, threshold: number): [Page, number][] {
  const slots: [Page, number][] = [];
  let at = 0;
  for (const run of runs) {
    for (let i = 0; i < run.count; i++) if (distances[at + i]! <= threshold) slots.push([run.page, run.first + i]);
    at += run.count;
  }
  return slots;
}
