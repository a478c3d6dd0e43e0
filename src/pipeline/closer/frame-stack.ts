import type { MediaConsumer, MediaNeeds, Still } from '../../media/frames.ts';
import { DEEP_BELOW } from './brighten.ts';

/** Side of the squares in which movement is noticed, in pixels. */
const BLOCK = 16;
/** Every nth row of a block decides whether it is too bright to be added up. */
const ROW_STEP = 4;
/** Difference in levels of the mean of a block from which something moved there; the noise of a sensor is less. */
const MIN_CHANGE = 0.6;
/** The same as a share of its brightness. */
const MIN_CHANGE_SHARE = 0.08;
/** Frames that are added up at most: sums of 8-bit samples fit into 16 bits. */
const MAX_FRAMES = 256;

/** Mean of a part of several frames. */
export interface MeanPart {
  /** Packed RGB, 0 to 255, not rounded. */
  samples: Float32Array;
  /** Frames that were added up, averaged over the part; one where it is bright. */
  frames: number;
}

/**
 * Adds up frames, so that the noise of a sensor averages out: what stands still in the dark becomes visible. Blocks in
 * which something moves start again, so that nothing is smeared. Bright blocks are not added up, which would take most
 * of the time of a closer look at a bright picture.
 */
export class FrameStack implements MediaConsumer {
  readonly needs: MediaNeeds;
  #last: Uint8Array = new Uint8Array(0);
  #sums = new Uint16Array(0);
  #counts = new Uint16Array(0);
  #means = new Float32Array(0);
  #size = { width: 0, height: 0 };

  /** @param maxSide longer side of the frames in pixels */
  constructor(maxSide: number) {
    this.needs = { stills: { intervalSeconds: Number.MAX_VALUE, maxSide } };
  }

  async onStill({ width, height, rgb }: Still): Promise<void> {
    this.#last = rgb;
    const columns = Math.ceil(width / BLOCK);
    const rows = Math.ceil(height / BLOCK);
    if (this.#size.width !== width || this.#size.height !== height) {
      this.#size = { width, height };
      this.#sums = new Uint16Array(rgb.length);
      this.#counts = new Uint16Array(columns * rows);
      this.#means = new Float32Array(columns * rows);
    }
    for (let block = 0; block < columns * rows; block++)
      this.#addBlock(rgb, Math.floor(block / columns) * BLOCK, (block % columns) * BLOCK, block);
  }

  /** A rectangle of the frame, in pixels. */
  part(left: number, top: number, width: number, height: number): MeanPart {
    const columns = Math.ceil(this.#size.width / BLOCK);
    const samples = new Float32Array(width * height * 3);
    let frames = 0;
    for (let y = 0; y < height; y++) {
      const row = Math.floor((top + y) / BLOCK) * columns;
      const from = ((top + y) * this.#size.width + left) * 3;
      for (let x = 0; x < width; x++) {
        const count = this.#counts[row + Math.floor((left + x) / BLOCK)]!;
        const source = count === 0 ? this.#last : this.#sums;
        const divisor = Math.max(1, count);
        frames += divisor;
        for (let channel = 0; channel < 3; channel++)
          samples[(y * width + x) * 3 + channel] = source[from + x * 3 + channel]! / divisor;
      }
    }
    return { samples, frames: frames / (width * height) };
  }

  #addBlock(rgb: Uint8Array, top: number, left: number, block: number): void {
    const { width, height } = this.#size;
    const bottom = Math.min(height, top + BLOCK);
    const [first, last] = [left * 3, Math.min(width, left + BLOCK) * 3];
    const meanOf = (rowStep: number) => {
      let sum = 0;
      for (let y = top; y < bottom; y += rowStep)
        for (let i = y * width * 3 + first; i < y * width * 3 + last; i++) sum += rgb[i]!;
      return sum / (Math.ceil((bottom - top) / rowStep) * (last - first));
    };
    if (meanOf(ROW_STEP) >= DEEP_BELOW) {
      this.#counts[block] = 0;
      return;
    }
    const mean = meanOf(1);
    const [count, before] = [this.#counts[block]!, this.#means[block]!];
    const isMoved = Math.abs(mean - before) > Math.max(MIN_CHANGE, MIN_CHANGE_SHARE * before);
    const kept = isMoved || count >= MAX_FRAMES ? 0 : count;
    this.#counts[block] = kept + 1;
    this.#means[block] = (before * kept + mean) / (kept + 1);
    for (let y = top; y < bottom; y++)
      for (let i = y * width * 3 + first; i < y * width * 3 + last; i++)
        this.#sums[i] = (kept === 0 ? 0 : this.#sums[i]!) + rgb[i]!;
  }
}
