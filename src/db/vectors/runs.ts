import type { ModuleName } from '../../contract/analysis/modules.ts';

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

/** Returns the `vectors.id` at ascending positions, counted through runs. */
export function idsAt(positions: Uint32Array, runs: readonly Run[]): Float64Array {
  let [run, start] = [0, 0];
  return Float64Array.from(positions, (position) => {
    while (position >= start + runs[run]!.count) start += runs[run++]!.count;
    const { page, first } = runs[run]!;
    return page.ids[first + position - start]!;
  });
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
