/** Where a bench puts what it measured. */
export interface Report {
  heading(text: string): void;
  /** One measured line: what, the value, and the target it is held against (null for information). */
  figure(what: string, value: string, target?: string): void;
}

/** Prints as it comes. */
export const printedReport: Report = {
  heading: (text) => console.log(`\n## ${text}`),
  figure: (what, value, target) => {
    console.log(`${what.padEnd(58)} ${value.padStart(22)}${target ? `   target ${target}` : ''}`);
  },
};

/** The value below which `share` (0..1) of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}
