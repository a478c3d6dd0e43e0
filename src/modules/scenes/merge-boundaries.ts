import type { Boundary } from './boundary.ts';
import type { Fade } from './transitions/fades.ts';

/** Minimum length of a shot in seconds; less is a flash or a glitch of up to three frames. */
export const MIN_SHOT_SECONDS = 0.13;
/** Minimum length of an abrupt plain period that is a shot of its own, in seconds; a shorter one is a gap. */
const MIN_PLAIN_SHOT_SECONDS = 0.35;
/** Maximum plain period within one shot, in seconds. */
const MAX_BLINK_SECONDS = 1;
/** Confidence from which a cut is better evidence than a dissolve beside it. */
const CERTAIN_CUT = 0.9;

/** Merges the boundaries of the three detectors into one ordered list without overlaps. */
export function mergeBoundaries(
  cuts: readonly Boundary[],
  dissolves: readonly Boundary[],
  fades: readonly Fade[],
): Boundary[] {
  const found: Boundary[] = fades.flatMap((fade) => fadeOf(fade) ?? []);
  const swallowing = fades.filter((fade) => swallows(fade));
  const free = (boundary: Boundary): boolean =>
    !swallowing.some((fade) => boundary.end > fade.start - 0.01 && boundary.start < fade.end + 0.01);
  const gradual = dissolves.filter((dissolve) => !cuts.some((cut) => free(cut) && isBeside(cut, dissolve)));
  const rest = [...cuts, ...gradual].filter(free).sort((a, b) => b.confidence - a.confidence || a.time - b.time);
  for (const boundary of rest) {
    const taken = found.some(
      (other) =>
        boundary.end > other.start - MIN_SHOT_SECONDS + 0.001 && boundary.start < other.end + MIN_SHOT_SECONDS - 0.001,
    );
    if (!taken) found.push(boundary);
  }
  return found.sort((a, b) => a.time - b.time);
}

/**
 * Whether a certain cut is right before or after a dissolve, without being in it. No shot is that short, and the cut is
 * the better evidence: a picture that moves evenly after it looks like a dissolve.
 */
function isBeside(cut: Boundary, dissolve: Boundary): boolean {
  if (cut.confidence < CERTAIN_CUT) return false;
  const isBefore = cut.time < dissolve.start && cut.time > dissolve.start - MIN_SHOT_SECONDS;
  return isBefore || (cut.time > dissolve.end && cut.time < dissolve.end + MIN_SHOT_SECONDS);
}

/** Whether a plain period explains every change in it: a fade, a blink, or the start or end of the video. */
function swallows(fade: Fade): boolean {
  if (fade.same === undefined) return fade.fadesIn || fade.fadesOut;
  if (fade.fadesIn || fade.fadesOut) return true;
  const long = fade.plainEnd - fade.plainStart;
  return fade.same ? long < MAX_BLINK_SECONDS : long < MIN_PLAIN_SHOT_SECONDS;
}

/** Returns the boundary of a plain period, if any. */
function fadeOf(fade: Fade): Boundary | undefined {
  if (fade.same === undefined || !swallows(fade)) return undefined;
  if (fade.same && fade.plainEnd - fade.plainStart < MAX_BLINK_SECONDS) return undefined;
  const { start, end, plainEnd } = fade;
  if (!fade.fadesIn && !fade.fadesOut) {
    return { kind: 'cut', start: plainEnd, end: plainEnd, time: plainEnd, confidence: 1 };
  }
  return { kind: 'fade', start, end, time: (start + end) / 2, confidence: 1 };
}
