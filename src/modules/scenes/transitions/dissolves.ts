import type { Boundary } from '../boundary.ts';
import { project, squaredDistance } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import { probability } from '../logistic-regression.ts';
import { type DissolveEvidence, dissolveEvidence, HALF_WINDOWS, OUTSIDE } from './dissolve-evidence.ts';
import { isPan, sceneReturns } from './dissolve-filters.ts';
import { DISSOLVE_MODEL } from './dissolve-model.ts';
import { findSweep } from './sweeps.ts';

/** Distance between windows, in seconds. */
const TICK_SECONDS = 0.08;
const MAX_HALF_WINDOW = Math.max(...HALF_WINDOWS);
/** Time that a window needs after its center, in seconds. */
export const DISSOLVE_LOOKAHEAD_SECONDS = MAX_HALF_WINDOW * (1 + OUTSIDE);
const MIN_DISSOLVE_PROBABILITY = 0.78;
/** Maximum length of a group of overlapping windows before it is decided, in seconds; bounds memory. */
const MAX_GROUP_SECONDS = 6;

interface Window {
  readonly center: number;
  readonly half: number;
  /** Whether a picture moves, as in a pan. */
  readonly moves: boolean;
  readonly boundary: Boundary;
}

/** Detects dissolves and wipes in a stream of frames: scores windows and selects the best of those that overlap. */
export class DissolveTracker {
  readonly #history: FrameHistory;
  #center = TICK_SECONDS;
  #tick = 0;
  #open: Window[] = [];

  constructor(history: FrameHistory) {
    this.#history = history;
  }

  /** Seconds before which no transition can still be found. */
  get settledUntil(): number {
    let start = this.#center;
    for (const { center, half } of this.#open) start = Math.min(start, center - half);
    return start - MAX_HALF_WINDOW;
  }

  /** Scores all windows whose center lies before `until` seconds; returns the transitions that are final. */
  advance(until: number): Boundary[] {
    for (; this.#center <= until; this.#center += TICK_SECONDS, this.#tick++) {
      for (const half of HALF_WINDOWS) {
        // Long windows can be further apart than short ones.
        if (this.#tick % Math.max(1, Math.round(half / 4 / TICK_SECONDS)) === 0) this.#look(this.#center, half);
      }
    }
    const last = this.#open.at(-1);
    const first = this.#open[0];
    if (!last || !first) return [];
    const closed = this.#center - last.center > MAX_HALF_WINDOW * 2;
    return closed || this.#center - first.center > MAX_GROUP_SECONDS ? this.finish() : [];
  }

  /** Decides the remaining windows. */
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

  #isRejected({ center, half, moves }: Window): boolean {
    return sceneReturns(this.#history, center, half) || (!moves && isPan(this.#history, center, half));
  }

  #look(center: number, half: number): void {
    const history = this.#history;
    const newest = history.time(history.end - 1);
    if (center - half < history.time(history.first) || center + half > newest) return;
    const evidence = dissolveEvidence(history, center, half, mayHoldDissolve);
    const dissolve = evidence ? probability(DISSOLVE_MODEL, evidence) : 0;
    const isDissolve = dissolve >= MIN_DISSOLVE_PROBABILITY;
    const sweep = isDissolve ? null : findSweep(history, center, half);
    if (!isDissolve && !sweep) return;
    const moves = sweep?.moves ?? false;
    // Frames between moving pictures are unlike both ends.
    const { start, end } = moves ? { start: center - half, end: center + half } : extent(history, center, half);
    const [kind, confidence] = sweep ? (['wipe', sweep.certainty] as const) : (['dissolve', dissolve] as const);
    this.#open.push({ center, half, moves, boundary: { kind, start, end, time: (start + end) / 2, confidence } });
  }
}

function mayHoldDissolve(evidence: DissolveEvidence): boolean {
  return probability(DISSOLVE_MODEL, evidence) >= MIN_DISSOLVE_PROBABILITY;
}

/** Start and end of the transition, extrapolated from the frames at 15% and 85% of the way. */
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
