import type { CameraMovement } from '../../../contract/analysis/camera.ts';
import type { FrameMotion } from './frame-motion.ts';

/** Motion between two sampled frames; times in seconds. */
export interface MotionSample {
  readonly start: number;
  readonly end: number;
  /** Undefined where it could not be measured. */
  readonly motion: FrameMotion | undefined;
}

/** Share of regions that have to move like the whole frame. */
const MIN_EXPLAINED = 0.6;
/** The same where nothing moves on the whole, which hardly happens by chance. */
const MIN_EXPLAINED_AT_REST = 0.5;
/** Shots and movements shorter than this, in seconds, say nothing certain. */
export const MIN_SECONDS = 0.9;
/** Seconds around a sample whose mean is the intended movement; what is left is shake. */
const TREND_SECONDS = 0.5;
/** Speeds from which the frame moves: shares of the frame per second. */
const MIN_SPEED = 0.015;
/** Share of the fastest component from which another one counts as well. */
const SECONDARY = 0.6;
/** Mean shift of a frame's cells for a growth of 1, in shares of the frame. */
const SHIFT_PER_GROWTH = 0.4;
/** Distance (shares of the frame) or growth (logarithm) that makes a movement. */
const MIN_TRAVEL = 0.06;
/** Share of the path that leads forward; shake goes back and forth. */
const MIN_DIRECTNESS = 0.75;
/** Samples of a movement that may be otherwise, such as a frame that was flashed. */
const MAX_GAP = 1;
/** Shifts, in shares of the frame per sample, below which a frame rests, and from which it shakes. */
const MAX_REST = 0.0012;
const MIN_SHAKE = 0.0025;
const MAX_SHAKE = 0.03;
/** A fast movement is measured less exactly. */
const SHAKE_PER_STEP = 0.2;
/**
 * Shares of a shot that show a camera at rest, of all samples and of those measured; the others hide behind what moves.
 */
const MIN_RESTING_SHARE = 0.6;
const MIN_STATIC_SHARE = 0.95;
/** Share of the samples that tell whether a camera shakes. */
const MIN_MEASURED_SHARE = 0.7;
/** Shortest shot whose shake is labeled, in seconds. */
const MIN_SHAKE_SECONDS = 1.8;

type Kind = 'left' | 'right' | 'up' | 'down' | 'in' | 'out';

/**
 * Returns the movements of the camera in a shot: pans, tilts, and zooms of at least a second and a noticeable distance,
 * in order of time; and of the shot as a whole that the camera is at rest or held by hand. Empty where nothing is
 * certain. Directions are those of the camera in the coded frame.
 */
export function movementsOf(samples: readonly MotionSample[]): CameraMovement[] {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.end - first.start < MIN_SECONDS) return [];
  const isMeasured = samples.map(({ motion }) => motion !== undefined && motion.explained >= MIN_EXPLAINED);
  const measured = samples.filter((_, i) => isMeasured[i]);
  const trends = samples.map((_, i) => trendAt(samples, isMeasured, i));
  const found = (['left', 'right', 'up', 'down', 'in', 'out'] as const)
    .flatMap((kind) => runsOf(samples, trends, kind))
    .sort((a, b) => a.start_time - b.start_time);
  const whole = { start_time: first.start, end_time: last.end };
  const isKnown = measured.length >= MIN_MEASURED_SHARE * samples.length;
  if (isKnown && isShaken(samples, trends, isMeasured, whole.end_time - whole.start_time))
    return [...found, { motion: 'handheld', ...whole }];
  return found.length === 0 && isStatic(samples) ? [{ motion: 'static', ...whole }] : found;
}

interface Trend {
  /** Shares of the frame, and growth, per second. */
  x: number;
  y: number;
  zoom: number;
}

/** Mean speed around a sample. Medians would follow the shake. */
function trendAt(samples: readonly MotionSample[], isMeasured: readonly boolean[], at: number): Trend | undefined {
  if (!isMeasured[at]) return undefined;
  const middle = (samples[at]!.start + samples[at]!.end) / 2;
  const sum = { x: 0, y: 0, zoom: 0 };
  let seconds = 0;
  const add = (i: number): boolean => {
    const { start, end, motion } = samples[i]!;
    if (Math.abs((start + end) / 2 - middle) > TREND_SECONDS) return false;
    if (!isMeasured[i] || !motion) return true;
    sum.x += motion.x;
    sum.y += motion.y;
    sum.zoom += motion.zoom;
    seconds += end - start;
    return true;
  };
  for (let i = at; i < samples.length && add(i); i++);
  for (let i = at - 1; i >= 0 && add(i); i--);
  return { x: sum.x / seconds, y: sum.y / seconds, zoom: sum.zoom / seconds };
}

/** Speed of a trend in a direction of the camera, to which the content moves opposite. */
function speedOf({ x, y, zoom }: Trend, kind: Kind): number {
  if (kind === 'left' || kind === 'right') return kind === 'left' ? x : -x;
  if (kind === 'up' || kind === 'down') return kind === 'up' ? y : -y;
  return kind === 'in' ? zoom : -zoom;
}

function movesIn(trend: Trend | undefined, kind: Kind): boolean {
  if (!trend) return false;
  const weight = kind === 'in' || kind === 'out' ? SHIFT_PER_GROWTH : 1;
  const speed = weight * speedOf(trend, kind);
  const fastest = Math.max(Math.abs(trend.x), Math.abs(trend.y), SHIFT_PER_GROWTH * Math.abs(trend.zoom));
  return speed >= MIN_SPEED && speed >= SECONDARY * fastest;
}

function runsOf(samples: readonly MotionSample[], trends: readonly (Trend | undefined)[], kind: Kind) {
  const runs: CameraMovement[] = [];
  let from = -1;
  let until = -1;
  for (let i = 0; i <= samples.length; i++) {
    if (i < samples.length && movesIn(trends[i], kind)) {
      if (from < 0) from = i;
      until = i;
    } else if (from >= 0 && (i === samples.length || i - until > MAX_GAP)) {
      const run = movementOf(samples.slice(from, until + 1), kind);
      if (run) runs.push(run);
      from = -1;
    }
  }
  return runs;
}

function movementOf(samples: readonly MotionSample[], kind: Kind): CameraMovement | undefined {
  const [start_time, end_time] = [samples[0]!.start, samples.at(-1)!.end];
  if (end_time - start_time < MIN_SECONDS) return undefined;
  let travel = 0;
  let path = 0;
  for (const { motion } of samples) {
    if (!motion || motion.explained < MIN_EXPLAINED) continue;
    const step = speedOf(motion, kind);
    travel += step;
    path += Math.abs(step);
  }
  if (travel < MIN_TRAVEL || travel < MIN_DIRECTNESS * path) return undefined;
  const motion = kind === 'in' || kind === 'out' ? 'zoom' : kind === 'up' || kind === 'down' ? 'tilt' : 'pan';
  return { motion, direction: kind, start_time, end_time };
}

function isStatic(samples: readonly MotionSample[]): boolean {
  const measured = samples.filter(({ motion }) => motion && motion.explained >= MIN_EXPLAINED_AT_REST);
  const resting = measured.filter(
    ({ motion }) => Math.hypot(motion!.x, motion!.y, SHIFT_PER_GROWTH * motion!.zoom) < MAX_REST,
  );
  return resting.length >= MIN_RESTING_SHARE * samples.length && resting.length >= MIN_STATIC_SHARE * measured.length;
}

function isShaken(
  samples: readonly MotionSample[],
  trends: readonly (Trend | undefined)[],
  isMeasured: readonly boolean[],
  seconds: number,
): boolean {
  if (seconds < MIN_SHAKE_SECONDS) return false;
  const steps: number[] = [];
  const shakes = samples.flatMap(({ start, end, motion }, i) => {
    const trend = trends[i];
    if (!isMeasured[i] || !trend || !motion) return [];
    steps.push(Math.hypot(trend.x, trend.y) * (end - start));
    return [Math.hypot(motion.x - trend.x * (end - start), motion.y - trend.y * (end - start))];
  });
  // Most samples, not their mean: a pan that starts or stops is no shake.
  const typical = shakes.toSorted((a, b) => a - b)[Math.floor(shakes.length * 0.4)] ?? 0;
  const moved = steps.reduce((sum, step) => sum + step, 0) / steps.length;
  return typical >= MIN_SHAKE + SHAKE_PER_STEP * moved && typical <= MAX_SHAKE;
}
