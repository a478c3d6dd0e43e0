import type { CameraMovement } from '../../../contract/analysis/camera.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { FrameMotionEstimator } from './frame-motion.ts';
import { MIN_SECONDS, type MotionSample, movementsOf } from './movements.ts';

/** Directions of the coded frame, clockwise. */
const CLOCKWISE: readonly CameraMovement['direction'][] = ['up', 'right', 'down', 'left'];

/** Frames further apart, in seconds, say nothing about how the camera moved between them. */
const MAX_STEP_SECONDS = 0.6;

/** Measures the camera's motion in one shot from its sampled frames, in order. */
export class CameraMeter {
  readonly #estimator = new FrameMotionEstimator();
  readonly #samples: MotionSample[] = [];
  #last: FrameSummary | undefined;
  /** Frames of a shot that is too short for a label so far, and may end before it is worth measuring. */
  #waiting: FrameSummary[] | null = [];

  add(frame: FrameSummary): void {
    if (!this.#waiting) return this.#measure(frame);
    this.#waiting.push(frame);
    if (frame.time - this.#waiting[0]!.time < MIN_SECONDS) return;
    for (const waiting of this.#waiting) this.#measure(waiting);
    this.#waiting = null;
  }

  #measure(frame: FrameSummary): void {
    const last = this.#last;
    this.#last = frame;
    if (!last) return;
    const isNear = frame.time - last.time <= MAX_STEP_SECONDS;
    const motion = isNear ? this.#estimator.estimate(last, frame) : undefined;
    this.#samples.push({ start: last.time, end: frame.time, motion });
  }

  /** Movements in the upright frame. @param rotation clockwise degrees by which players turn the coded frame */
  movements(rotation: 0 | 90 | 180 | 270): CameraMovement[] {
    return movementsOf(this.#samples).map((movement) => {
      const at = CLOCKWISE.indexOf(movement.direction);
      if (at < 0) return movement;
      const direction = CLOCKWISE[(at + rotation / 90) % 4]!;
      return { ...movement, motion: direction === 'left' || direction === 'right' ? 'pan' : 'tilt', direction };
    });
  }
}
