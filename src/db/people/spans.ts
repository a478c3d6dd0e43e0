/** Time in seconds; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Joins spans that touch or overlap; returns them in order. Pure. */
export function unionOf(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** Spans in both of two lists that are in order and without overlaps. Pure. */
export function intersectionOf(a: readonly Span[], b: readonly Span[]): Span[] {
  const shared: Span[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [start, end] = [Math.max(a[i]!.start, b[j]!.start), Math.min(a[i]!.end, b[j]!.end)];
    if (start < end) shared.push({ start, end });
    if (a[i]!.end < b[j]!.end) i++;
    else j++;
  }
  return shared;
}

/** Sum of lengths in seconds. Pure. */
export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
