import type { Segment } from '../../contract/analysis/segment.ts';

/** Confidence of a finding, 0 to 1: its own, or the mean of its words. Undefined if the engine stated none. */
export function confidenceOf({ data }: Pick<Segment, 'data'>): number | undefined {
  if (data?.confidence !== undefined) return data.confidence;
  const words = (data?.words ?? []).flatMap(({ confidence }) => confidence ?? []);
  return words.length > 0 ? words.reduce((sum, each) => sum + each, 0) / words.length : undefined;
}
