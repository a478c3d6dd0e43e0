import type { ClockRelation } from './compose.ts';
import { type Candidate, correlate } from './correlate.ts';
import { FRAMES_PER_SECOND, type SyncFeatures, secondsOf } from './features.ts';
import { fitLine } from './fit-line.ts';
import { agreesThroughout, onsetSimilarity } from './onset-agreement.ts';
import { correlateSigns, createSignCorrelation, type FineLag, WINDOW_SECONDS } from './sign-correlation.ts';

export interface SoundMatch extends ClockRelation {
  /** 0.5 where unrelated sound could come close, toward 1. */
  confidence: number;
}

/** Two recordings with a window in which they coincide. */
interface Anchored {
  a: SyncFeatures;
  b: SyncFeatures;
  anchor: FineLag & { at: number };
  minAgreement: number;
}

/** Windows in which the waveforms are compared; those that test a candidate. */
const [WINDOWS, TEST_WINDOWS] = [24, 4];
/** Number of lags of the onsets that are tested; those of 88 degraded pairs were right by the second. */
const TESTED_CANDIDATES = 6;
/** Score of the waveforms from which a window agrees; of unrelated sound few reach it. */
const MIN_FINE_SCORE = 5;
/**
 * Scores from which two recordings match: of the waveforms alone, of the onsets alone, and of both in sum, where the
 * onsets count twice. Of 336 foreign pairs as in `bench -- sync`, most of them readings by one synthetic voice, whose
 * words have the same waveforms, 2 exceeded 15.9 in sum; of 50 degraded pairs of one event 2 had less than 17.6, both
 * over 14 alone, and one of 5 s between 17.4 and 17.6, since silence is random.
 */
const [MIN_FINE_ALONE, MIN_COARSE_ALONE, MIN_SUM] = [12, 10, 17];
/** Score of the onsets over that of the next best lag where they suffice alone. */
const MIN_LEAD = 1.8;
/** Error of the onsets, in seconds. */
const COARSE_ERROR = 0.04;
/** Distance at which onsets and waveforms still mean one lag: the clocks drift over the overlap. In seconds. */
const ONSET_DISTANCE = 0.05;
/** Clocks differ by less, in parts per million. */
const MAX_DRIFT = 300;
/** A shorter overlap doesn't show the drift: a person who walks ten meters shifts the sound by 30 ms. In seconds. */
const MIN_DRIFT_SPAN = 120;
/** Smallest share of the windows that agree, and the same where the onsets alone suffice: a beat repeats itself. */
const [MIN_AGREEMENT, MIN_AGREEMENT_BESIDE_ONSETS] = [0.3, 0.1];
/**
 * Smallest share of the seconds of the overlap that have one lag: where no onsets mean it (a score below `MIN_ONSETS`),
 * and where the waveforms alone suffice. Readings by one synthetic voice share words, not seconds: 35 pairs of flite
 * that the scores joined had shares of up to 0.66, degraded pairs of one event 1 without such onsets, and 0.73 with
 * waveforms that suffice.
 */
const [MIN_SHARED, MIN_SHARED_BY_WAVEFORM, MIN_ONSETS] = [0.85, 0.6, 4];
/** Distance of lags that are one, in seconds; a second is compared up to `COARSE_ERROR / 2` from the lag. */
const ONE_LAG = 0.002;
/** Seconds of the overlap that are compared at most. */
const MAX_SECONDS = 40;

/**
 * Finds how the clocks of two recordings relate by their sound; null if they have no sound in common. Lags of the
 * onsets are confirmed and refined on the waveforms.
 * @param guess start of the second on the clock of the first by capture times or timecodes, in seconds: tested too
 */
export function matchSounds(a: SyncFeatures, b: SyncFeatures, guess?: number): SoundMatch | null {
  const candidates = correlate(a, b, guess);
  if (candidates.length === 0) return null;
  const compare = createSignCorrelation();
  const reach = COARSE_ERROR + (secondsOf(b) * MAX_DRIFT) / 2e6;
  // A beat coincides at many lags; the right one has most onsets in common, and comes first.
  const guessed = guess === undefined ? [] : candidates.slice(-1);
  const tested = new Set([...candidates.slice(0, TESTED_CANDIDATES), ...guessed]);
  for (const { lag } of [...correlateSigns(a, b), ...tested]) {
    const windows = windowsAt(a, b, lag, TEST_WINDOWS).map((at) => ({ at, ...compare(a, b, { at, lag, reach }) }));
    const anchor = windows.reduce((most, next) => (next.score > most.score ? next : most));
    if (anchor.score < MIN_FINE_SCORE) continue;
    const onsets = candidates.find((other) => Math.abs(other.lag - anchor.lag) < ONSET_DISTANCE)?.score ?? 0;
    const strength = Math.max(anchor.score / MIN_FINE_ALONE, (anchor.score + 2 * onsets) / MIN_SUM);
    if (strength < 1) continue;
    const minAgreement = onsets >= MIN_COARSE_ALONE ? MIN_AGREEMENT_BESIDE_ONSETS : MIN_AGREEMENT;
    const clocks = refine({ a, b, anchor, minAgreement }, compare);
    if (!clocks || !agreesThroughout(a, b, clocks)) continue;
    const minShared = onsets < MIN_ONSETS ? MIN_SHARED : anchor.score >= MIN_FINE_ALONE ? MIN_SHARED_BY_WAVEFORM : 0;
    if (minShared > 0 && sharedSeconds(a, b, clocks, compare) < minShared) continue;
    return { ...clocks, confidence: confidenceOf(strength) };
  }
  const match = byOnsets(candidates);
  return match && agreesThroughout(a, b, match) ? match : null;
}

/** Onsets alone, for microphones so far apart that their waveforms differ. */
function byOnsets([first, second]: readonly Candidate[]): SoundMatch | null {
  if (!first || first.score < MIN_COARSE_ALONE || first.score < MIN_LEAD * (second?.score ?? 0)) return null;
  return { offset: first.lag, driftPpm: 0, confidence: confidenceOf(first.score / MIN_COARSE_ALONE) };
}

/** Offset and drift by the windows of the whole overlap; null if too few agree. */
function refine(
  { a, b, anchor, minAgreement }: Anchored,
  compare: ReturnType<typeof createSignCorrelation>,
): ClockRelation | null {
  const windows = windowsAt(a, b, anchor.lag, WINDOWS);
  const points = windows.flatMap((at) => {
    const reach = COARSE_ERROR / 2 + (Math.abs(at - anchor.at) * MAX_DRIFT) / 1e6;
    const { lag, score } = compare(a, b, { at, lag: anchor.lag, reach });
    return score >= MIN_FINE_SCORE ? [{ at, lag }] : [];
  });
  const { value, slope, inliers } = fitLine(points.length > 0 ? points : [anchor], MIN_DRIFT_SPAN);
  if (inliers / windows.length < minAgreement) return null;
  return { offset: value, driftPpm: slope * 1e6 };
}

/** Share of the seconds of the overlap in which the waveforms coincide best at the lag that the clocks give. */
function sharedSeconds(
  a: SyncFeatures,
  b: SyncFeatures,
  { offset, driftPpm }: ClockRelation,
  compare: ReturnType<typeof createSignCorrelation>,
): number {
  const start = Math.max(0, -offset);
  const count = Math.max(1, Math.floor(Math.min(secondsOf(b), secondsOf(a) - offset) - start));
  const step = Math.ceil(count / MAX_SECONDS);
  const seconds = Array.from({ length: Math.ceil(count / step) }, (_, i) => start + i * step + 0.5);
  const shared = seconds.filter((at) => {
    const lag = offset + (at * driftPpm) / 1e6;
    return Math.abs(compare(a, b, { at, lag, reach: COARSE_ERROR / 2, seconds: 1 }).lag - lag) <= ONE_LAG;
  });
  return shared.length / seconds.length;
}

/** Logistic: 0.5 at the smallest score that counts, 0.9 (strong-match.ts) at half as much again. */
function confidenceOf(ratio: number): number {
  return 1 / (1 + Math.exp(-4.4 * (ratio - 1)));
}

/**
 * Centers of windows on the clock of `b`: in each part of the overlap at `lag` the one whose onsets coincide most,
 * since silence shows nothing.
 */
function windowsAt(a: SyncFeatures, b: SyncFeatures, lag: number, count: number): number[] {
  const start = Math.max(0, -lag);
  const end = Math.min(secondsOf(b), secondsOf(a) - lag);
  // In a short overlap the windows overlap by up to a half.
  const parts = Math.max(1, Math.min(count, Math.floor((2 * (end - start)) / WINDOW_SECONDS) - 1));
  const length = (end - start) / parts;
  return Array.from({ length: parts }, (_, part) => {
    const from = start + part * length;
    return bestWindow(a, b, lag, [from, from + length]);
  });
}

function bestWindow(a: SyncFeatures, b: SyncFeatures, lag: number, [from, to]: [number, number]): number {
  const shift = Math.round(lag * FRAMES_PER_SECOND);
  const [first, last] = [Math.round(from * FRAMES_PER_SECOND), Math.round(to * FRAMES_PER_SECOND)];
  const length = Math.min(last - first, Math.round(WINDOW_SECONDS * FRAMES_PER_SECOND));
  const similarity = (frame: number) => onsetSimilarity(a, b, frame, shift);
  let sum = 0;
  for (let frame = first; frame < first + length; frame++) sum += similarity(frame);
  let [best, at] = [sum, first];
  for (let frame = first; frame + length < last; frame++) {
    sum += similarity(frame + length) - similarity(frame);
    if (sum > best) [best, at] = [sum, frame + 1];
  }
  return (at + length / 2) / FRAMES_PER_SECOND;
}
