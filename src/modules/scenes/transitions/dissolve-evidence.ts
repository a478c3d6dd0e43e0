import { matchBlocks, matchBlocksWhile } from '../frames/block-matching.ts';
import { curvature, distance, edgeSurvival, project, squaredDistance } from '../frames/compare.ts';
import type { FrameHistory } from '../frames/frame-history.ts';

/**
 * Half the lengths of the windows that are laid over the video, seconds: transitions of 0.2 to 2.5 s fit one of them.
 */
export const HALF_WINDOWS = [0.15, 0.25, 0.4, 0.65, 1.05] as const;
/** Frames sampled in a window, including its ends. */
const SAMPLES = 9;
/** Gray levels (brightness and color) by which the ends of a window must differ. */
const MIN_DISTANCE = 3;
/** Standard deviation of brightness (gray levels) that both ends must have: a fade from black is no dissolve. */
const MIN_CONTRAST = 1.6;

/** The end of a window, projected onto the line between its ends. */
const AT_THE_END = { along: 1, beside: 0 };
/** Share of surviving edges from which something faded in over a continuing scene. */
const MAX_SURVIVING_EDGES = 0.5;
/** Minimum mismatch of structure between two scenes. */
const MIN_MISMATCH = 0.3;

/** How far beyond the window its surroundings are checked, in half windows. */
export const OUTSIDE = 0.6;

/** Evidence for a gradual transition in a window; `dissolve-model.ts` explains each number. */
export type DissolveEvidence = readonly number[];

/**
 * Each piece of evidence at its most favorable under the weights of `dissolve-model.ts`, for what is not measured yet.
 */
const FAVORABLE: DissolveEvidence = [0, 0, 0, 2, 1 / SAMPLES, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1.5, 1.5];

/**
 * Evidence that one scene turns into another over the window `center` ± `half` seconds, or null when the window can't
 * hold such a transition. In a dissolve every frame in between is a mix of the ends, so the middle one lies halfway
 * (`curve` near 0) and the path is straight; in a pan, the middle shows something else altogether. Pure.
 *
 * @param mayHold whether a window may hold one if all that is not measured yet were most favorable; what costs most is
 *   measured last, and most windows are given up before
 */
export function dissolveEvidence(
  history: FrameHistory,
  center: number,
  half: number,
  mayHold: (evidence: DissolveEvidence) => boolean,
): DissolveEvidence | null {
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

  const evidence = [...FAVORABLE];
  evidence[0] = Math.log(far);
  evidence[1] = Math.log(far / (a.contrast + b.contrast + 2));
  evidence[2] = curve;
  evidence[6] = far / (traveled + 0.1);
  evidence[10] = Math.log((middle.contrast + 1) / (Math.min(a.contrast, b.contrast) + 1));
  evidence[12] = leap / far;
  if (!mayHold(evidence)) return null;

  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    evidence[9] = Math.max(evidence[9]!, edgeSurvival(one, other, MIN_DISTANCE));
    if (evidence[9] > MAX_SURVIVING_EDGES || !mayHold(evidence)) return null;
  }

  let step = 0;
  let back = 0;
  let off = 0;
  let along = 0;
  for (let i = 1; i < SAMPLES; i++) {
    const here =
      i === SAMPLES - 1
        ? AT_THE_END
        : project(a, b, history.frame(history.indexAt(center - half + (2 * half * i) / (SAMPLES - 1))), length);
    const move = here.along - along;
    along = here.along;
    step = Math.max(step, move);
    back += Math.max(0, -move);
    off = Math.max(off, here.beside);
    if (step > 0.7) return null;
  }
  evidence[3] = Math.min(2, off);
  evidence[4] = step;
  evidence[5] = Math.min(2, back);
  if (!mayHold(evidence)) return null;

  const there = matchBlocksWhile(a, b, ({ unmatched, unchanged }) => {
    evidence[7] = unmatched;
    evidence[8] = unmatched;
    evidence[13] = unchanged;
    return unmatched >= MIN_MISMATCH && mayHold(evidence);
  });
  if (!there) return null;
  evidence[7] = there.unmatched;
  evidence[8] = there.unmatched;
  evidence[13] = there.unchanged;
  if (there.unmatched < MIN_MISMATCH || !mayHold(evidence)) return null;
  const home = matchBlocksWhile(b, a, ({ unmatched, unchanged }) => {
    evidence[7] = Math.min(there.unmatched, unmatched);
    evidence[13] = Math.max(there.unchanged, unchanged);
    return mayHold(evidence);
  });
  if (!home) return null;
  evidence[7] = Math.min(there.unmatched, home.unmatched);
  evidence[8] = Math.max(there.unmatched, home.unmatched);
  evidence[13] = Math.max(there.unchanged, home.unchanged);
  if (!mayHold(evidence)) return null;

  const outside = half * OUTSIDE;
  evidence[11] = Math.max(matchBlocks(a, middle).unmatched, matchBlocks(b, middle).unmatched);
  evidence[14] = Math.min(1.5, distance(history.frame(history.indexAt(center - half - outside)), a) / far);
  evidence[15] = Math.min(1.5, distance(b, history.frame(history.indexAt(center + half + outside))) / far);
  return evidence;
}
