/** A list of numbers as runs of equal values: value, length, value, length, and so on. */
export type Runs = number[];

/** Encodes a list of numbers as runs. */
export function toRuns(values: Iterable<number>): Runs {
  const runs: Runs = [];
  for (const value of values) {
    if (runs.length > 0 && runs.at(-2) === value) runs[runs.length - 1]!++;
    else runs.push(value, 1);
  }
  return runs;
}

/** Decodes runs to the list of numbers that they stand for. */
export function fromRuns(runs: readonly number[]): number[] {
  const values: number[] = [];
  for (let i = 0; i + 1 < runs.length; i += 2) {
    for (let count = runs[i + 1]!; count > 0; count--) values.push(runs[i]!);
  }
  return values;
}

/** Rounds to a multiple of a step, so that runs are long. */
export const roundTo = (value: number, step: number): number => Math.round(value / step) * step;
