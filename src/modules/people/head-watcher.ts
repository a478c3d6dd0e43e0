import type { Face } from '../../models/faces/index.ts';
import { overlap } from '../../models/faces/index.ts';
import type { FaceTrack } from './face-track.ts';
import { FaceTracker } from './face-tracker.ts';

/** Minimum confidence of a face, or of a head, that is followed, or that leaves a doubt. */
export const MIN_HIDDEN_CONFIDENCE = 0.25;
/**
 * Minimum confidence to start a track, and of a single sight: less than for reported faces, since a blurred area
 * without a face is a smaller fault than a face without one.
 */
const HIDDEN_CONFIDENCE = { start: 0.35, single: 0.45 } as const;
/** Overlap of a face with one that is followed already. */
const SAME_FACE_OVERLAP = 0.2;

/**
 * Follows who must be hidden besides the reported faces: faces that are small or not sure, and heads without a face.
 */
export class HeadWatcher {
  readonly #heads = new FaceTracker(HIDDEN_CONFIDENCE);
  /** Possible people, not sure enough to be hidden. */
  readonly #doubts = new FaceTracker({ start: MIN_HIDDEN_CONFIDENCE, single: MIN_HIDDEN_CONFIDENCE });

  /** Adds faces and heads of a still, without those that are reported. @param cut as in `FaceTracker.observe` */
  observe(time: number, cut: { gone: number; came: number } | null, seen: readonly Face[]): void {
    const followed = new Set(this.#heads.observe(time, cut, seen).map(({ face }) => face));
    const doubts = seen.filter((face) => !followed.has(face));
    this.#doubts.observe(time, cut, doubts);
  }

  /** Extends what the last still showed to `time`: the frame has not changed. */
  hold(time: number): void {
    this.#heads.hold(time);
  }

  /** Closes all tracks at `time` seconds. Call it once. */
  finish(time: number): { heads: FaceTrack[]; doubts: FaceTrack[] } {
    return { heads: this.#heads.finish(time), doubts: this.#doubts.finish(time) };
  }
}

/** Faces that none of `known` is. Pure. */
export function otherFaces(faces: readonly Face[], known: readonly Face[]): Face[] {
  return faces.filter(
    (face) => !known.some((one) => overlap(one, face).iou > SAME_FACE_OVERLAP || contains(one, face)),
  );
}

/** Whether sure enough to be hidden. Pure. */
export function isHidden({ confidence }: Face): boolean {
  return confidence >= HIDDEN_CONFIDENCE.start;
}

function contains(one: Face, { x, y, width, height }: Face): boolean {
  const [centerX, centerY] = [x + width / 2, y + height / 2];
  return centerX > one.x && centerX < one.x + one.width && centerY > one.y && centerY < one.y + one.height;
}
