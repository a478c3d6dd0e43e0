import type { Boundary } from './boundary.ts';
import type { Dip } from './transitions/fades.ts';

/** Boundaries closer than this (seconds) leave no shot between them: a flash or a glitch of up to three pictures. */
export const SHORTEST_SHOT_SECONDS = 0.13;
/** An abrupt plain picture that lasts this long is a shot of its own (seconds); a shorter one is a gap. */
const PLAIN_SHOT_SECONDS = 0.35;
/** The same scene after so long in the dark begins anew (seconds). */
const LONGEST_BLINK_SECONDS = 1;

/** Makes one list, in order and without overlap, of what the three trackers found. Pure. */
export function settle(cuts: readonly Boundary[], blends: readonly Boundary[], dips: readonly Dip[]): Boundary[] {
  const found: Boundary[] = dips.flatMap((dip) => fadeOf(dip) ?? []);
  const swallowing = dips.filter((dip) => swallows(dip));
  const free = (boundary: Boundary): boolean =>
    !swallowing.some((dip) => boundary.end > dip.start - 0.01 && boundary.start < dip.end + 0.01);
  const rest = [...cuts, ...blends].filter(free).sort((a, b) => b.confidence - a.confidence || a.time - b.time);
  for (const boundary of rest) {
    const taken = found.some(
      (other) =>
        boundary.end > other.start - SHORTEST_SHOT_SECONDS + 0.001 &&
        boundary.start < other.end + SHORTEST_SHOT_SECONDS - 0.001,
    );
    if (!taken) found.push(boundary);
  }
  return found.sort((a, b) => a.time - b.time);
}

/** Whether a dip explains every change in it: it is a fade, a blink, or the video's beginning or end. */
function swallows(dip: Dip): boolean {
  if (dip.same === undefined) return dip.fadesIn || dip.fadesOut;
  if (dip.fadesIn || dip.fadesOut) return true;
  const long = dip.plainEnd - dip.plainStart;
  return dip.same ? long < LONGEST_BLINK_SECONDS : long < PLAIN_SHOT_SECONDS;
}

/** The boundary that a dip makes, if any. */
function fadeOf(dip: Dip): Boundary | undefined {
  if (dip.same === undefined || !swallows(dip)) return undefined;
  if (dip.same && dip.plainEnd - dip.plainStart < LONGEST_BLINK_SECONDS) return undefined;
  const { start, end, plainEnd } = dip;
  if (!dip.fadesIn && !dip.fadesOut) {
    return { kind: 'cut', start: plainEnd, end: plainEnd, time: plainEnd, confidence: 1 };
  }
  return { kind: 'fade', start, end, time: (start + end) / 2, confidence: 1 };
}
