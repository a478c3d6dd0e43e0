import type { Segment } from '../../contract/analysis/segment.ts';

/** Share of a speaker in a transcript. */
export interface TalkTime {
  /** Label: S1, S2, … */
  id: string;
  /** Name, or else the label. */
  name: string;
  seconds: number;
  /** Of all speech with a speaker, 0..1. */
  share: number;
  /** Start of the first line, in seconds. */
  start: number;
}

/** Talk time of each speaker, longest first; empty if speakers were not distinguished. Pure. */
export function talkTimes(segments: readonly Segment[]): TalkTime[] {
  const times = new Map<string, Omit<TalkTime, 'share'>>();
  let total = 0;
  for (const { module, data, start_time: start, end_time: end } of segments) {
    const id = data?.speaker_id ?? data?.speaker;
    if (module !== 'transcription' || id === undefined) continue;
    const known = times.get(id) ?? { id, name: data?.speaker ?? id, seconds: 0, start };
    known.seconds += end - start;
    total += end - start;
    times.set(id, known);
  }
  return [...times.values()]
    .sort((a, b) => b.seconds - a.seconds)
    .map((time) => ({ ...time, share: total > 0 ? time.seconds / total : 0 }));
}
