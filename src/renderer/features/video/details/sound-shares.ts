import type { Segment } from '../../../../contract/analysis/segment.ts';
import { isNamedSound } from '../../../../core/labels/sound-labels.ts';

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

/** Durations of sounds, the longest first: of speech, music or noise, and silence, then of named sounds. */
export function soundShares(segments: readonly Segment[]): SoundShare[] {
  const sounds = segments.filter(({ module }) => module === 'audioevents');
  const covering = sounds.filter((sound) => !isNamedSound(sound));
  const total = covering.reduce((sum, segment) => sum + lengthOf(segment), 0);
  return [covering, sounds.filter(isNamedSound)].flatMap((list) => sharesOf(list, total));
}

function sharesOf(sounds: readonly Segment[], total: number): SoundShare[] {
  return [...Map.groupBy(sounds, ({ content }) => content)]
    .map(([name, own]) => {
      const seconds = own.reduce((sum, segment) => sum + lengthOf(segment), 0);
      const longest = own.reduce((best, segment) => (lengthOf(segment) > lengthOf(best) ? segment : best));
      return { name, seconds, share: total > 0 ? seconds / total : 0, start: longest.start_time };
    })
    .sort((a, b) => b.seconds - a.seconds);
}

function lengthOf(segment: Segment): number {
  return Math.max(0, segment.end_time - segment.start_time);
}
