/** Receives the figures of a benchmark. */
export interface Report {
  heading(text: string): void;
  /** Reports a figure with its value and target, if any. */
  figure(label: string, value: string, target?: string): void;
}

/** Prints figures as they arrive. */
export const printedReport: Report = {
  heading: (text) => console.log(`\n## ${text}`),
  figure: (label, value, target) => {
    console.log(`${label.padEnd(58)} ${value.padStart(22)}${target ? `   target ${target}` : ''}`);
  },
};

/** The value below which `share` (0..1) of the samples fall. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}
