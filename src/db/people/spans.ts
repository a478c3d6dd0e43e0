/** Time in seconds; `end` is exclusive. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Joins spans that touch or overlap; returns them in order. Pure. */
export function unionOf(spans: readonly TimeSpan[]): TimeSpan[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** Spans in both of two lists that are in order and without overlaps. Pure. */
export function intersectionOf(a: readonly TimeSpan[], b: readonly TimeSpan[]): TimeSpan[] {
  const shared: TimeSpan[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [start, end] = [Math.max(a[i]!.start, b[j]!.start), Math.min(a[i]!.end, b[j]!.end)];
    if (start < end) shared.push({ start, end });
    if (a[i]!.end < b[j]!.end) i++;
    else j++;
  }
  return shared;
}

/** Sum of lengths in seconds. Pure. */
export function secondsOf(spans: readonly TimeSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
