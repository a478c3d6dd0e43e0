import type { Still } from '../../media/frames.ts';

/** Stills kept of one video at most, 50 kB each at 960 pixels: 20 MB, and of a long one an eighth of its seconds, up to 60 MB. */
const BASE_LIMIT = 400;
const SECONDS_EACH = 8;
const MAX_LIMIT = 1200;
/** Seconds between kept stills of a picture that goes on changing. */
const EVERY_SECONDS = 4;
/** Levels (0..255) by which the cells differ in the mean from which a picture is another one, and a shot another one. */
const OTHER = 8;
const OTHER_SHOT = 16;
/** A logo that comes up changes little of the picture, but these few cells by much. */
const CELL_CHANGE = 14;
const CELLS_CHANGED = 2;
const COLUMNS = 24;
const ROWS = 14;
/** Pixels between those that are looked at. */
const STRIDE = 3;

/** Keeps stills that differ, so that a logo which the user adds later can be looked for without the file. */
export class StillRetention {
  readonly #keep: (still: Still) => Promise<void>;
  readonly #duration: number;
  #last: { time: number; cells: Float32Array } | undefined;
  #kept = 0;

  /** @param duration seconds of the video, so that its end gets its share; 0 when nobody knows */
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

  /** What may be kept up to a time: a lively beginning does not use up what the rest needs. */
  #allowed(time: number): number {
    const most = Math.min(MAX_LIMIT, Math.max(BASE_LIMIT, this.#duration / SECONDS_EACH));
    if (!(this.#duration > 0)) return most;
    return 1 + most * Math.min(1, (time + EVERY_SECONDS) / this.#duration);
  }
}

/** Mean green of each cell: it stands for the brightness, and shifts of hue that leave it alone are rare. */
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
