import type { Segment } from '../../../../contract/analysis/segment.ts';
import { labelTimes } from '../../../../core/labels/label-times.ts';
import { talkTimes } from '../../../../core/transcript/talk-time.ts';

/** Things that are counted in a video. */
const FACTS = ['shots', 'speakers', 'objects', 'texts', 'brands'] as const;
export type FactName = (typeof FACTS)[number];

/** Counts of findings of a video, without those that are zero. One shot or one speaker is left out as well. */
export function keyFacts(segments: readonly Segment[]): { name: FactName; count: number }[] {
  const different = (module: Segment['module']) =>
    new Set(
      segments
        .filter((each) => each.module === module)
        .map(({ content, data }) => (data?.label ?? content).toLowerCase()),
    ).size;
  const counts: Record<FactName, number> = {
    shots: segments.filter(({ module }) => module === 'scenes').length,
    speakers: talkTimes(segments).length,
    objects: labelTimes(segments, 0, 1).length,
    texts: different('ocr'),
    brands: different('logos'),
  };
  const least = { shots: 2, speakers: 2, objects: 1, texts: 1, brands: 1 } satisfies Record<FactName, number>;
  return FACTS.map((name) => ({ name, count: counts[name] })).filter(({ name, count }) => count >= least[name]);
}
