import type { Segment } from '../../../../contract/segment.ts';

/** Total duration of one type of sound. */
export interface SoundShare {
  name: string;
  /** Seconds in total. */
  seconds: number;
  /** Share of the analyzed sound, 0..1. */
  share: number;
  /** Start of the longest stretch, in seconds. */
  start: number;
}

/** Durations of sounds, the longest first. */
export function soundShares(segments: readonly Segment[]): SoundShare[] {
  const sounds = segments.filter(({ module }) => module === 'audioevents');
  const lengthOf = (segment: Segment) => Math.max(0, segment.end_time - segment.start_time);
  const total = sounds.reduce((sum, segment) => sum + lengthOf(segment), 0);
  return [...Map.groupBy(sounds, ({ content }) => content)]
    .map(([name, own]) => {
      const seconds = own.reduce((sum, segment) => sum + lengthOf(segment), 0);
      const longest = own.reduce((best, segment) => (lengthOf(segment) > lengthOf(best) ? segment : best));
      return { name, seconds, share: total > 0 ? seconds / total : 0, start: longest.start_time };
    })
    .sort((a, b) => b.seconds - a.seconds);
}
