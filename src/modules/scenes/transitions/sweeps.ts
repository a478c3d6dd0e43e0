import { blockCosts } from '../frames/block-costs.ts';
import { mutualMismatch } from '../frames/block-matching.ts';
import { distance, survivingEdges } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';
import type { FrameSummary } from '../frames/frame-summary.ts';
import { probability } from '../logistic-regression.ts';
import { movingPicture } from './moving-picture.ts';
import { revealEvidence } from './reveal-evidence.ts';
import { REVEAL_MODEL } from './sweep-model.ts';

/** Frames sampled within a window. */
const SAMPLES = 7;
/** Gray levels (brightness and color) by which the ends of a window must differ. */
const MIN_DISTANCE = 5;
/** Standard deviation of brightness (gray levels) that both ends must have. */
const MIN_CONTRAST = 1.6;
/** Largest change between consecutive frames, relative to the distance of the ends: more is a cut, */
const MAX_LEAP = 0.6;
/** or, where a picture moves in, a whip pan. */
const MAX_LEAP_MOVING = 0.4;
/** Minimum mismatch of structure between two scenes. */
const MIN_MISMATCH = 0.4;
/** Share of edges that may stay in place. */
const MAX_SURVIVING_EDGES = 0.2;
/** Time before and after a window, in seconds, in which its ends must stand: something that passes by moves on. */
const AROUND_SECONDS = 0.25;
/** How much of their structure may change meanwhile, */
const MAX_UNREST = 0.46;
/** and the share of their blocks that may, by half of what the window changes them; and in twice the time. */
const MAX_CHANGED = 0.28;
const MAX_CHANGED_LATER = 0.6;
const CHANGED = 0.5;
/** Minimum speed of change within the window relative to that around it: pans and zooms go on. */
const MIN_ACCELERATION = 1.1;
/** Change between two frames by coding noise, in gray levels. */
const NOISE = 0.3;
const MIN_PROBABILITY = 0.9;

/** A wipe in a window. */
export interface SweepFound {
  /** 0..1. */
  readonly certainty: number;
  /** Whether a picture moves (slide, uncover, push) rather than an edge alone. */
  readonly moves: boolean;
}

/**
 * Finds a wipe in the window `center` ± `half` seconds: an edge or a picture sweeps across the frame and reveals the
 * next scene. Pure. @returns null without one that is certain enough
 */
export function findSweep(history: FrameHistory, center: number, half: number): SweepFound | null {
  const sweep = sweepEvidence(history, center, half);
  if (!sweep) return null;
  const certainty = sweep.evidence ? probability(REVEAL_MODEL, sweep.evidence) : 0;
  if (certainty >= MIN_PROBABILITY) return { certainty, moves: false };
  const open = sweep.leap <= MAX_LEAP_MOVING ? movingPicture(...sweep.frames) : null;
  return open === null ? null : { certainty: 1 - open / 2, moves: true };
}

/** A window whose ends are two scenes that stand before and after it. */
interface Sweep {
  /** Its ends and the frames sampled between them. */
  readonly frames: readonly [FrameSummary, FrameSummary, readonly FrameSummary[]];
  /** Largest change between consecutive frames, relative to the distance of the ends. */
  readonly leap: number;
  /** The numbers that `sweep-model.ts` explains, unless the ends differ too little. */
  readonly evidence: readonly number[] | null;
}

/** Returns the evidence for a sweep over a window, or null when the window can't hold one. Pure. */
function sweepEvidence(history: FrameHistory, center: number, half: number): Sweep | null {
  const [start, end] = [center - half, center + half];
  const [first, last] = [history.indexAt(start), history.indexAt(end)];
  if (last - first < SAMPLES) return null;
  const [a, b] = [history.frame(first), history.frame(last)];
  const far = distance(a, b);
  if (far < MIN_DISTANCE || Math.min(a.contrast, b.contrast) < MIN_CONTRAST) return null;
  let most = 0;
  for (let index = first + 1; index <= last; index++) most = Math.max(most, history.at(index).change);
  const leap = most / far;
  if (leap > MAX_LEAP) return null;
  const usual = Math.max(pace(history, start - AROUND_SECONDS, start), pace(history, end, end + AROUND_SECONDS));
  if (pace(history, start, end) + NOISE < MIN_ACCELERATION * (usual + NOISE)) return null;
  if (survivingEdges(a, b, MIN_DISTANCE) > MAX_SURVIVING_EDGES) return null;
  const [mismatch] = mutualMismatch(a, b);
  if (mismatch < MIN_MISMATCH) return null;
  const [early, late] = around(history, start, end, AROUND_SECONDS);
  if (Math.max(mutualMismatch(early, a)[1], mutualMismatch(b, late)[1]) > MAX_UNREST) return null;
  const scale = blockCosts(a, b);
  if (Math.max(changedShare(early, a, scale), changedShare(b, late, scale)) > MAX_CHANGED) return null;
  const [earlier, later] = around(history, start, end, 2 * AROUND_SECONDS);
  if (Math.max(changedShare(earlier, a, scale), changedShare(b, later, scale)) > MAX_CHANGED_LATER) return null;
  const between = Array.from({ length: SAMPLES }, (_, i) =>
    history.frame(history.indexAt(start + ((end - start) * (i + 1)) / (SAMPLES + 1))),
  );
  const reveal = revealEvidence(a, b, between, scale);
  const evidence = reveal && [...reveal, Math.log(far), mismatch, leap];
  return { frames: [a, b, between], leap, evidence };
}

/** Frames `away` seconds before a window and after it. */
function around(history: FrameHistory, start: number, end: number, away: number): [FrameSummary, FrameSummary] {
  return [history.frame(history.indexAt(start - away)), history.frame(history.indexAt(end + away))];
}

/** Mean change between consecutive frames of a time span, in gray levels; 0 without frames. */
function pace(history: FrameHistory, start: number, end: number): number {
  const [first, last] = [history.indexAt(start), history.indexAt(end)];
  let sum = 0;
  for (let index = first + 1; index <= last; index++) sum += history.at(index).change;
  return last > first ? sum / (last - first) : 0;
}

/**
 * Share of a frame, weighted by how much the window changes it (`scale`), that differs between two frames of one scene.
 */
function changedShare(a: FrameSummary, b: FrameSummary, scale: Float32Array): number {
  const [there, back] = [blockCosts(a, b), blockCosts(b, a)];
  let [changed, total] = [0, 0];
  for (let k = 0; k < scale.length; k++) {
    total += scale[k]!;
    if (Math.max(there[k]!, back[k]!) > CHANGED * scale[k]!) changed += scale[k]!;
  }
  return total > 0 ? changed / total : 1;
}
