import { matchBlocks } from '../frames/block-matching.ts';
import { curvature, distance, project, squaredDistance, survivingEdges } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';

/** Half the lengths of the windows that are laid over the video, seconds: transitions of 0.2 to 2.5 s fit one of them. */
export const HALF_WINDOWS = [0.15, 0.25, 0.4, 0.65, 1.05] as const;
/** Frames sampled in a window, including its ends. */
const SAMPLES = 9;
/** Gray levels (brightness and color) by which the ends of a window must differ. */
const MIN_DISTANCE = 3;
/** Standard deviation of brightness (gray levels) that both ends must have: a fade from black is no dissolve. */
const MIN_CONTRAST = 1.6;

/** Share of surviving edges from which something faded in over a continuing scene. */
const MAX_SURVIVING_EDGES = 0.5;
/** Minimum mismatch of structure between two scenes. */
const MIN_MISMATCH = 0.3;

/** How far beyond the window its surroundings are checked, in half windows. */
export const OUTSIDE = 0.6;

/** Evidence for a gradual transition in a window; `dissolve-model.ts` explains each number. */
export type DissolveEvidence = readonly number[];

/**
 * Evidence that one scene turns into another over the window `center` ± `half` seconds, or null when the window can't
 * hold such a transition. In a dissolve every frame in between is a mix of the ends, so the middle one lies halfway
 * (`curve` near 0) and the path is straight; in a pan, the middle shows something else altogether. Pure.
 */
export function dissolveEvidence(history: FrameHistory, center: number, half: number): DissolveEvidence | null {
  const first = history.indexAt(center - half);
  const last = history.indexAt(center + half);
  if (last - first < 4) return null;
  const [a, b] = [history.frame(first), history.frame(last)];
  if (Math.min(a.contrast, b.contrast) < MIN_CONTRAST) return null;
  const far = distance(a, b);
  if (far < MIN_DISTANCE) return null;
  const middle = history.frame(history.indexAt(center));
  const length = squaredDistance(a, b);
  const curve = curvature(a, middle, b, length);
  if (curve > 1.2) return null;
  let traveled = 0;
  let leap = 0;
  for (let index = first + 1; index <= last; index++) {
    const { change } = history.at(index);
    traveled += change;
    if (change > leap) leap = change;
  }
  if (leap > 0.8 * far) return null;

  const path = Array.from({ length: SAMPLES }, (_, i) =>
    project(a, b, history.frame(history.indexAt(center - half + (2 * half * i) / (SAMPLES - 1))), length),
  );
  let step = 0;
  let back = 0;
  let off = 0;
  for (let i = 1; i < SAMPLES; i++) {
    const move = path[i]!.along - path[i - 1]!.along;
    step = Math.max(step, move);
    back += Math.max(0, -move);
    off = Math.max(off, path[i]!.beside);
  }
  if (step > 0.7) return null;
  const outside = half * OUTSIDE;
  const survived = survivingEdges(a, b, MIN_DISTANCE);
  if (survived > MAX_SURVIVING_EDGES) return null;
  const there = matchBlocks(a, b);
  if (there.unmatched < MIN_MISMATCH) return null;
  const home = matchBlocks(b, a);
  return [
    Math.log(far),
    Math.log(far / (a.contrast + b.contrast + 2)),
    curve,
    Math.min(2, off),
    step,
    Math.min(2, back),
    far / (traveled + 0.1),
    Math.min(there.unmatched, home.unmatched),
    Math.max(there.unmatched, home.unmatched),
    survived,
    Math.log((middle.contrast + 1) / (Math.min(a.contrast, b.contrast) + 1)),
    Math.max(matchBlocks(a, middle).unmatched, matchBlocks(b, middle).unmatched),
    leap / far,
    Math.max(there.unchanged, home.unchanged),
    Math.min(1.5, distance(history.frame(history.indexAt(center - half - outside)), a) / far),
    Math.min(1.5, distance(b, history.frame(history.indexAt(center + half + outside))) / far),
  ];
}
