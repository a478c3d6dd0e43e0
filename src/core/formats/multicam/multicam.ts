import { eventTime, type RecordingClock } from '../../events/clock.ts';
import { frameAt } from '../frame-rate.ts';
import {
  type PlacedClip,
  placeClips,
  type SequenceFile,
  type SequenceSettings,
  sequenceRate,
} from '../sequence/sequence.ts';

/** A whole file on the clock of an event. */
interface Angle {
  file: SequenceFile;
  clock: RecordingClock & { offset: number };
}

/** Files that recorded one event, each on a track of its own. */
export interface Multicam {
  title: string;
  angles: readonly Angle[];
}

const clipOf = ({ file }: Angle) => ({ file, start: 0, end: file.duration, title: '', note: '', markers: [] });

/** Frame rate in which most of an event was recorded; otherwise 25. */
export function multicamRate({ title, angles }: Multicam): SequenceSettings['rate'] {
  return sequenceRate({ title, clips: angles.map(clipOf) });
}

/**
 * Places whole files on frames of the event, from the start of the earliest one on. Editing programs play them at their
 * own speed: a clock that drifts is right in the middle of its file.
 */
export function placeAngles({ angles }: Multicam, { rate }: SequenceSettings): PlacedClip[] {
  const starts = angles.map(({ clock, file }) => {
    const middle = Math.min(file.duration, clock.duration) / 2;
    return eventTime(clock, middle) - middle;
  });
  const first = Math.min(...starts);
  return angles.map((angle, i) => {
    const [placed] = placeClips([clipOf(angle)], rate);
    return { ...placed!, recordFrame: frameAt(starts[i]! - first, rate) };
  });
}

/** Length of placed clips together, in frames. */
export function framesOf(clips: readonly PlacedClip[]): number {
  return Math.max(0, ...clips.map(({ recordFrame, frames }) => recordFrame + frames));
}
