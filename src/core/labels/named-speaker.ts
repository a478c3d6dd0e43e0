import type { Segment } from '../../contract/analysis/segment.ts';

/** Name of the speaker of a finding; null for one who is only a label, such as S1. */
export function namedSpeakerOf({ data }: Pick<Segment, 'data'>): string | null {
  const { speaker, speaker_id } = data ?? {};
  return speaker === undefined || speaker === speaker_id || /^S\d+$/.test(speaker) ? null : speaker;
}
