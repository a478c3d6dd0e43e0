import type { FaceBox } from '../../db/people/boxes.ts';

/** A face to blur, as workers take it. */
export interface BlurTrack {
  samples: { time: number; box: Omit<FaceBox, 'time'> }[];
}

/** A face track as it is stored. */
export interface FoundTrack {
  /** Seconds. */
  startTime: number;
  endTime: number;
  /** In time order. */
  boxes: readonly FaceBox[];
}

/** Gaps in which two tracks may be one fast face that was lost: seconds, distance in sizes of the face. */
interface Gaps {
  seconds: number;
  distance: number;
}
const FACE_GAPS: Gaps = { seconds: 0.6, distance: 5 };
/** Heads are looked for more rarely, and crowds have many that are near each other. */
export const HEAD_GAPS: Gaps = { seconds: 0.9, distance: 3 };
/** Ratio of the sizes of one face at both ends of a gap. */
const MAX_RATIO = 1.7;

/** Times of boxes are stored as floats, those of tracks to a millisecond. */
const ROUNDING_SECONDS = 0.01;

/**
 * Tracks whose areas hide faces at all times, so that each moment of a face is in one of them at least. Pure.
 *
 * - Every track over its whole time: its first and its last box hold to its ends, since the picture may not have
 *   changed.
 * - Where they are held, the boxes alone as well, so that a face that moves is expected where it goes.
 * - A track from the end of one to the start of another that may be the same face, too fast to be followed.
 */
export function blurTracks(found: readonly FoundTrack[], gaps = FACE_GAPS): BlurTrack[] {
  const seen = found.filter(({ boxes }) => boxes.length > 0);
  return [...seen.map(held), ...seen.filter(isHeld).map(({ boxes }) => trackOf(boxes)), ...bridges(seen, gaps)];
}

function held({ boxes, startTime, endTime }: FoundTrack): BlurTrack {
  const [first, last] = [boxes[0]!, boxes.at(-1)!];
  return trackOf([
    ...(startTime < first.time ? [{ ...first, time: startTime }] : []),
    ...boxes,
    ...(endTime > last.time ? [{ ...last, time: endTime }] : []),
  ]);
}

function isHeld({ boxes, startTime, endTime }: FoundTrack): boolean {
  return (
    boxes.length > 1 &&
    (startTime < boxes[0]!.time - ROUNDING_SECONDS || endTime > boxes.at(-1)!.time + ROUNDING_SECONDS)
  );
}

/** Of the same shot: a track that ends with its shot is held to the end, and one that begins with it from the start. */
function bridges(seen: readonly FoundTrack[], { seconds, distance }: Gaps): BlurTrack[] {
  const ending = seen.filter(({ boxes, endTime }) => endTime <= boxes.at(-1)!.time + ROUNDING_SECONDS);
  const beginning = seen
    .filter(({ boxes, startTime }) => startTime >= boxes[0]!.time - ROUNDING_SECONDS)
    .toSorted((a, b) => a.startTime - b.startTime);
  return ending.flatMap(({ boxes, endTime }) =>
    beginning
      .filter(({ startTime }) => startTime > endTime && startTime - endTime <= seconds)
      .map((next) => ({ from: boxes.at(-1)!, to: next.boxes[0]! }))
      .filter(({ from, to }) => mayBeSame(from, to, distance))
      .map(({ from, to }) => trackOf([from, to])),
  );
}

function mayBeSame(from: FaceBox, to: FaceBox, distance: number): boolean {
  const ratio = from.width / to.width;
  if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) return false;
  const across = (to.x + to.width / 2 - from.x - from.width / 2) / Math.max(from.width, to.width);
  const down = (to.y + to.height / 2 - from.y - from.height / 2) / Math.max(from.height, to.height);
  return Math.hypot(across, down) <= distance;
}

function trackOf(boxes: readonly FaceBox[]): BlurTrack {
  return { samples: boxes.map(({ time, ...box }) => ({ time, box })) };
}
