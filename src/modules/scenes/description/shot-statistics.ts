import type { CameraMovement } from '../../../contract/analysis/camera.ts';
import { CameraMeter } from '../camera/camera-meter.ts';
import { distance } from '../frames/compare.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { ColorHistogram, type ColorShare } from './colors.ts';

/** Interval between frames sampled for motion, camera, and color, in seconds. */
const SAMPLE_SECONDS = 0.2;
/** Change per sample, as a share of the contrast, that counts as full motion; a whip pan exceeds it. */
const FULL_MOTION = 0.8;

/** Brightness, motion, camera, and dominant colors of a shot. */
export interface ShotStatistics {
  /** 0..1 */
  brightness: number;
  /** 0 (no motion) to 1 (full motion throughout). */
  motion: number;
  colors: ColorShare[];
  /** Empty where nothing is certain. */
  camera: CameraMovement[];
}

/** Accumulates the statistics of a shot from its frames, in order. */
export class ShotStatisticsMeter {
  readonly #colors = new ColorHistogram();
  readonly #camera = new CameraMeter();
  #brightness = 0;
  #motion = 0;
  #samples = 0;
  #moves = 0;
  #last: FrameSummary | undefined;

  add(frame: FrameSummary): void {
    const last = this.#last;
    if (last && frame.time - last.time < SAMPLE_SECONDS) return;
    this.#last = frame;
    this.#samples++;
    this.#brightness += frame.brightness;
    this.#colors.add(frame);
    this.#camera.add(frame);
    if (!last) return;
    // Relative to contrast, so that motion in a dark or dull scene counts too.
    this.#motion += Math.min(1, distance(last, frame) / (FULL_MOTION * (frame.contrast + 10)));
    this.#moves++;
  }

  statistics(rotation: 0 | 90 | 180 | 270): ShotStatistics {
    return {
      // Video black is 16 and white 235 (ITU-R BT.601).
      brightness: Math.max(0, Math.min(1, (this.#brightness / Math.max(1, this.#samples) - 16) / 219)),
      motion: this.#motion / Math.max(1, this.#moves),
      colors: this.#colors.top(),
      camera: this.#camera.movements(rotation),
    };
  }
}
