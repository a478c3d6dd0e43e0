import { distance } from './compare.ts';
import type { FrameSummary } from './frame-summary.ts';

/** A frame and its distance to the previous one (brightness and color; 0 for the first). */
export interface HistoryEntry {
  readonly frame: FrameSummary;
  readonly change: number;
}

/** Frame summaries of the last few seconds, by their index in the video. Memory stays constant. */
export class FrameHistory {
  readonly #keepSeconds: number;
  #entries: HistoryEntry[] = [];
  #first = 0;

  /** @param keepSeconds how far back entries are kept */
  constructor(keepSeconds: number) {
    this.#keepSeconds = keepSeconds;
  }

  /** Index of the oldest entry kept. */
  get first(): number {
    return this.#first;
  }

  /** Index after the newest entry. */
  get end(): number {
    return this.#first + this.#entries.length;
  }

  add(frame: FrameSummary): HistoryEntry {
    const last = this.#entries.at(-1)?.frame;
    const entry = { frame, change: last ? distance(last, frame) : 0 };
    this.#entries.push(entry);
    // Trimmed in large steps: moving the array for every frame would cost more than it frees.
    const old = this.#entries.length >> 1;
    if (old > 0 && this.#entries[old]!.frame.time < frame.time - this.#keepSeconds) {
      this.#entries = this.#entries.slice(old);
      this.#first += old;
    }
    return entry;
  }

  has(index: number): boolean {
    return index >= this.#first && index < this.end;
  }

  /** The entry at `index`, which must still be kept. */
  at(index: number): HistoryEntry {
    return this.#entries[index - this.#first]!;
  }

  frame(index: number): FrameSummary {
    return this.at(index).frame;
  }

  time(index: number): number {
    return this.at(index).frame.time;
  }

  /** Index of the frame shown at `time` seconds: the last one that starts at or before it. */
  indexAt(time: number): number {
    let low = this.#first;
    let high = this.end - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time(middle) <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
