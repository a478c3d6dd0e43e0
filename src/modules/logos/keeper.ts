import type { Still } from '../../media/frames.ts';

/** Stills kept of one video at most: 960 pixels wide they take about 50 kB each, so 20 MB. */
const MAX_KEPT = 400;
/** Seconds between kept stills of a picture that goes on changing. */
const EVERY_SECONDS = 4;
/** Mean difference of the sampled values (0..255) from which a picture is another one. */
const OTHER = 8;
const SAMPLES = 1024;

/** Keeps stills that differ, so that a logo which the user adds later can be looked for without the file. */
export class StillKeeper {
  readonly #keep: (still: Still) => Promise<void>;
  #last: { time: number; values: Uint8Array } | undefined;
  #kept = 0;

  constructor(keep: (still: Still) => Promise<void>) {
    this.#keep = keep;
  }

  async onStill(still: Still): Promise<void> {
    if (this.#kept >= MAX_KEPT) return;
    const values = sampled(still.rgb);
    if (this.#last) {
      const difference = meanDifference(values, this.#last.values);
      if (difference < OTHER || (difference < 3 * OTHER && still.time - this.#last.time < EVERY_SECONDS)) return;
    }
    this.#last = { time: still.time, values };
    this.#kept++;
    await this.#keep(still);
  }
}

function sampled(rgb: Uint8Array): Uint8Array {
  const step = rgb.length / SAMPLES;
  return Uint8Array.from({ length: SAMPLES }, (_, i) => rgb[Math.floor(i * step)]!);
}

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i]! - b[i]!);
  return sum / a.length;
}
