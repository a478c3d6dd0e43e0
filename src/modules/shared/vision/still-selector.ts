import type { Still } from '../../../media/frames.ts';
import { compareGrids, type LumaGrid, lumaGridOf } from './view-change.ts';

/** Minimum seconds between two stills of the same view, and of different views. */
const SAME_VIEW_SECONDS = 6;
const OTHER_VIEW_SECONDS = 1;

export interface SelectedStill {
  /** Seconds. */
  time: number;
  /** Last time (seconds) at which a still showed the same. */
  until: number;
}

/** Selects the stills to send to a model during the pass; they are stored on disk, not in memory. */
export class StillSelector {
  readonly #keep: (still: Still) => Promise<void>;
  readonly #most: number;
  #last: { pick: SelectedStill; seen: LumaGrid } | null = null;
  #selector: SelectedStill[] = [];
  /** Doubles whenever there are too many. */
  #factor = 1;

  /** @param most stills: a model takes seconds for each, so a long video is sampled more sparsely */
  constructor(most: number, keep: (still: Still) => Promise<void>) {
    this.#most = most;
    this.#keep = keep;
  }

  async offer(still: Still): Promise<void> {
    const since = still.time - (this.#last?.pick.time ?? Number.NEGATIVE_INFINITY);
    if (since < OTHER_VIEW_SECONDS * this.#factor) return;
    const seen = lumaGridOf(still);
    const change = this.#last ? compareGrids(this.#last.seen, seen) : 'other';
    if (this.#last && change === 'same') {
      this.#last.pick.until = still.time;
      return;
    }
    if (change === 'moved' && since < SAME_VIEW_SECONDS * this.#factor) return;
    const pick = { time: still.time, until: still.time };
    this.#last = { pick, seen };
    this.#selector.push(pick);
    if (this.#selector.length > this.#most) {
      this.#selector = this.#selector.filter((_, index) => index % 2 === 0);
      this.#factor *= 2;
    }
    await this.#keep(still);
  }

  /** In time order. */
  selected(): readonly SelectedStill[] {
    return this.#selector;
  }
}
