import { BANDS, createLogMelFrame, FRAME_SAMPLES, HOP_SAMPLES } from './log-mel.ts';

/** Frames of a patch (0.96 s), and from one patch to the next (0.48 s). */
const PATCH_FRAMES = 96;
const PATCH_HOP_FRAMES = 48;
/** Values of a patch, frame by frame. */
export const PATCH_SIZE = PATCH_FRAMES * BANDS;
/** Seconds from the start of one patch to that of the next, and seconds that a patch covers. */
export const PATCH_HOP_SECONDS = (PATCH_HOP_FRAMES * HOP_SAMPLES) / 16_000;
export const PATCH_SECONDS = (PATCH_FRAMES * HOP_SAMPLES) / 16_000;

/** Divides sound into overlapping patches of log mel frames, as YAMNet does. */
export class PatchStream {
  readonly #logMel = createLogMelFrame();
  readonly #frame = new Float32Array(FRAME_SAMPLES);
  #filled = 0;
  readonly #patch = new Float32Array(PATCH_SIZE);
  #frames = 0;
  /** Samples that no patch has covered yet. */
  #pending = 0;

  /** Adds 16 kHz mono samples and returns the patches that they complete. */
  push(samples: Float32Array): Float32Array[] {
    const patches: Float32Array[] = [];
    this.#pending += samples.length;
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + FRAME_SAMPLES - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled < FRAME_SAMPLES) break;
      this.#logMel(this.#frame, this.#patch, this.#frames * BANDS);
      this.#frame.copyWithin(0, HOP_SAMPLES);
      this.#filled -= HOP_SAMPLES;
      if (++this.#frames < PATCH_FRAMES) continue;
      patches.push(this.#patch.slice());
      this.#patch.copyWithin(0, PATCH_HOP_FRAMES * BANDS);
      this.#frames -= PATCH_HOP_FRAMES;
      this.#pending = samples.length - at;
    }
    return patches;
  }

  /** Returns the last patch, padded with silence; none if the others cover all samples. */
  flush(): Float32Array[] {
    if (this.#pending === 0) return [];
    const missing = (PATCH_FRAMES - 1 - this.#frames) * HOP_SAMPLES + FRAME_SAMPLES - this.#filled;
    return this.push(new Float32Array(missing));
  }
}
