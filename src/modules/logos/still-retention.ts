import type { Still } from '../../media/frames.ts';

/**
 * Maximum stills saved per video, at 50 kB each (960 pixels): 20 MB; a long one gets one per eight seconds, up to 60
 * MB.
 */
const BASE_LIMIT = 400;
const SECONDS_EACH = 8;
const MAX_LIMIT = 1200;
/** Minimum seconds between saved stills of a scene that keeps changing. */
const EVERY_SECONDS = 4;
/** Mean difference of the cells (0..255) from which a frame differs, and from which the shot does. */
const OTHER = 8;
const OTHER_SHOT = 16;
/** A logo that appears changes few cells, but by much. */
const CELL_CHANGE = 14;
const CELLS_CHANGED = 2;
const COLUMNS = 24;
const ROWS = 14;
/** Sampling stride in pixels. */
const STRIDE = 3;

/** Selects distinct stills to save, so that logos added later can be found without the file. */
export class StillRetention {
  readonly #keep: (still: Still) => Promise<void>;
  readonly #duration: number;
  #last: { time: number; cells: Float32Array } | undefined;
  #kept = 0;

  /** @param duration of the video in seconds, so that stills are reserved for its end; 0 if unknown */
  constructor(keep: (still: Still) => Promise<void>, duration: number) {
    this.#keep = keep;
    this.#duration = duration;
  }

  async onStill(still: Still): Promise<void> {
    if (this.#kept >= this.#allowed(still.time)) return;
    const cells = cellsOf(still);
    if (this.#last && !this.#isOther(cells, still.time)) return;
    this.#last = { time: still.time, cells };
    this.#kept++;
    await this.#keep(still);
  }

  #isOther(cells: Float32Array, time: number): boolean {
    const { cells: before, time: since } = this.#last!;
    let [sum, changed] = [0, 0];
    for (let i = 0; i < cells.length; i++) {
      const difference = Math.abs(cells[i]! - before[i]!);
      sum += difference;
      if (difference >= CELL_CHANGE) changed++;
    }
    const mean = sum / cells.length;
    if (mean >= OTHER_SHOT) return true;
    return (mean >= OTHER || changed >= CELLS_CHANGED) && time - since >= EVERY_SECONDS;
  }

  /** Limit up to a time, so that a busy beginning does not use up the stills of the rest. */
  #allowed(time: number): number {
    const most = Math.min(MAX_LIMIT, Math.max(BASE_LIMIT, this.#duration / SECONDS_EACH));
    if (!(this.#duration > 0)) return most;
    return 1 + most * Math.min(1, (time + EVERY_SECONDS) / this.#duration);
  }
}

/** Mean green of each cell, which approximates brightness; changes of hue alone are rare. */
function cellsOf({ width, height, rgb }: Still): Float32Array {
  const sums = new Float32Array(COLUMNS * ROWS);
  const counts = new Float32Array(COLUMNS * ROWS);
  for (let y = 0; y < height; y += STRIDE) {
    const row = Math.floor((y * ROWS) / height) * COLUMNS;
    for (let x = 0; x < width; x += STRIDE) {
      const cell = row + Math.floor((x * COLUMNS) / width);
      sums[cell]! += rgb[(y * width + x) * 3 + 1]!;
      counts[cell]!++;
    }
  }
  return sums.map((sum, i) => sum / Math.max(1, counts[i]!));
}
