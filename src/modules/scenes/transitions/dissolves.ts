import type { Boundary } from '../boundary.ts';
import { project, squaredDistance } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import { probability } from '../logistic-regression.ts';
import { dissolveEvidence, HALF_WINDOWS, OUTSIDE } from './dissolve-evidence.ts';
import { isPan, sceneReturns } from './dissolve-filters.ts';
import { DISSOLVE_MODEL, WIPE_MODEL } from './dissolve-model.ts';

/** Windows are laid this far apart (seconds). */
const TICK_SECONDS = 0.08;
const MAX_HALF_WINDOW = Math.max(...HALF_WINDOWS);
/** Pictures that a window needs after its centre (seconds). */
export const DISSOLVE_LOOKAHEAD_SECONDS = MAX_HALF_WINDOW * (1 + OUTSIDE);
const MIN_DISSOLVE_PROBABILITY = 0.78;
const MIN_WIPE_PROBABILITY = 0.8;
/** A group of overlapping windows is decided at this length at the latest (seconds), so that memory stays flat. */
const MAX_GROUP_SECONDS = 6;

interface Window {
  readonly center: number;
  readonly half: number;
  readonly boundary: Boundary;
}

/** Finds gradual transitions in a running video: windows that look like one, and of those that overlap the best. */
export class DissolveTracker {
  readonly #history: FrameHistory;
  #center = TICK_SECONDS;
  #tick = 0;
  #open: Window[] = [];

  constructor(history: FrameHistory) {
    this.#history = history;
  }

  /** Seconds before which nothing can still turn up. */
  get settledUntil(): number {
    return Math.min(this.#center, ...this.#open.map(({ center, half }) => center - half)) - MAX_HALF_WINDOW;
  }

  /** Looks at all windows whose centre lies before `until` seconds; returns transitions that are certain by now. */
  advance(until: number): Boundary[] {
    for (; this.#center <= until; this.#center += TICK_SECONDS, this.#tick++) {
      for (const half of HALF_WINDOWS) {
        // Long windows need not be laid as densely as short ones.
        if (this.#tick % Math.max(1, Math.round(half / 4 / TICK_SECONDS)) === 0) this.#look(this.#center, half);
      }
    }
    const last = this.#open.at(-1);
    const first = this.#open[0];
    if (!last || !first) return [];
    const closed = this.#center - last.center > MAX_HALF_WINDOW * 2;
    return closed || this.#center - first.center > MAX_GROUP_SECONDS ? this.finish() : [];
  }

  /** Decides what is still open. */
  finish(): Boundary[] {
    const ranked = this.#open.sort((a, b) => b.boundary.confidence - a.boundary.confidence);
    this.#open = [];
    const chosen: Window[] = [];
    for (const window of ranked) {
      const taken = chosen.some(
        (other) => Math.abs(other.center - window.center) < Math.max(other.half, window.half) + 0.15,
      );
      if (!taken && !this.#isRejected(window)) chosen.push(window);
    }
    return chosen.map(({ boundary }) => boundary).sort((a, b) => a.time - b.time);
  }

  #isRejected({ center, half }: Window): boolean {
    return sceneReturns(this.#history, center, half) || isPan(this.#history, center, half);
  }

  #look(center: number, half: number): void {
    const history = this.#history;
    const newest = history.time(history.end - 1);
    if (center - half < history.time(history.first) || center + half > newest) return;
    const evidence = dissolveEvidence(history, center, half);
    if (!evidence) return;
    const dissolve = probability(DISSOLVE_MODEL, evidence);
    const wipe = probability(WIPE_MODEL, evidence);
    if (dissolve < MIN_DISSOLVE_PROBABILITY && wipe < MIN_WIPE_PROBABILITY) return;
    const kind = dissolve >= MIN_DISSOLVE_PROBABILITY ? 'dissolve' : 'wipe';
    const { start, end } = extent(history, center, half);
    const confidence = Math.max(dissolve, wipe);
    this.#open.push({ center, half, boundary: { kind, start, end, time: (start + end) / 2, confidence } });
  }
}

/** Where the way from the window's first picture to its last one begins and ends, from where it is at 15 and 85 %. */
function extent(history: FrameHistory, center: number, half: number): { start: number; end: number } {
  const [first, last] = [history.indexAt(center - half), history.indexAt(center + half)];
  const [a, b] = [history.frame(first), history.frame(last)];
  const length = squaredDistance(a, b);
  let low = a.time;
  let high = b.time;
  for (let index = first + 1; index < last; index++) {
    const { along } = project(a, b, history.frame(index), length);
    if (along <= 0.15) low = history.time(index);
    if (along >= 0.85) {
      high = history.time(index);
      break;
    }
  }
  const slack = ((high - low) * 0.15) / 0.7;
  return { start: Math.max(a.time, low - slack), end: Math.min(b.time, high + slack) };
}
