import { DIGITAL_SILENCE_DB, type Frames } from './recording.ts';

export const SOUNDS = ['speech', 'other', 'silence'] as const;
export type Sound = (typeof SOUNDS)[number];
export const [SPEECH, OTHER, SILENCE] = [0, 1, 2];

/** Below this is silence in any recording (dB of full scale), and above this never is. */
const ALWAYS_SILENT_DB = -60;
const NEVER_SILENT_DB = -50;
/** The quietest frames of a recording, and how far above them silence may reach (dB). */
const FLOOR_SHARE = 0.05;
const FLOOR_MARGIN_DB = 6;
/** Steepness of the step from silence to sound (dB). */
const LEVEL_SOFTNESS_DB = 1.5;
/** Level by which held notes are audible below room noise, as in a tune that fades out (dB). */
const TONAL_BONUS_DB = 15;
/** Minimum evidence for a change of state, in nats (hysteresis). */
const CHANGE_COST = 2.5;
/**
 * Silero stays near 0 in music and noise, and drops in the middle of words: from 0.27 on, speech is the likelier cause
 * (nats of log-odds added).
 */
const SPEECH_BIAS = 1.5;
/** Minimum uncertainty of a single frame. */
const DOUBT = 0.02;

/** The level in dB under which this recording is silent: just above its noise floor, within fixed bounds. */
export function silenceLevel({ level, count }: Pick<Frames, 'level' | 'count'>): number {
  const histogram = new Uint32Array(1 - DIGITAL_SILENCE_DB);
  let audible = 0;
  for (let i = 0; i < count; i++) {
    if (level[i]! <= ALWAYS_SILENT_DB) continue;
    histogram[-level[i]!]!++;
    audible++;
  }
  // Frames of digital silence do not contribute to the noise floor.
  let floor = 0;
  for (let quieter = 0, db = ALWAYS_SILENT_DB; db <= 0; db++) {
    quieter += histogram[-db]!;
    floor = db;
    if (quieter > FLOOR_SHARE * audible) break;
  }
  return Math.max(ALWAYS_SILENT_DB, Math.min(NEVER_SILENT_DB, floor + FLOOR_MARGIN_DB));
}

/**
 * The most probable sequence of states, one per frame (index into {@link SOUNDS}): a hidden Markov model with the
 * speech probability and the level as evidence, solved by the Viterbi algorithm.
 */
export function mostProbableStates(frames: Frames, silentBelowDb: number): Uint8Array {
  const { count, level, speech, short } = frames;
  const cost = new Float64Array(3);
  const before = new Uint8Array(3 * count);
  for (let i = 0; i < count; i++) {
    const talks = doubted(biased[speech[i]!]!);
    const loudness = level[i]! + TONAL_BONUS_DB * ramp(short[i]! / 127);
    const sounds = doubted(logistic((loudness - silentBelowDb) / LEVEL_SOFTNESS_DB));
    const evidence = [talks, (1 - talks) * sounds, (1 - talks) * (1 - sounds)];
    const cheapest = cost.indexOf(Math.min(...cost));
    const reached = cost[cheapest]! + CHANGE_COST;
    for (let state = 0; state < 3; state++) {
      const changes = reached < cost[state]!;
      before[3 * i + state] = changes ? cheapest : state;
      cost[state] = (changes ? reached : cost[state]!) - Math.log(evidence[state]!);
    }
  }
  const states = new Uint8Array(count);
  let state = cost.indexOf(Math.min(...cost));
  for (let i = count - 1; i >= 0; i--) {
    states[i] = state;
    state = before[3 * i + state]!;
  }
  return states;
}

/** Of each stored speech probability. */
const biased = Float64Array.from({ length: 256 }, (_, byte) => {
  const probability = Math.max(1e-4, Math.min(1 - 1e-4, byte / 255));
  return logistic(Math.log(probability / (1 - probability)) + SPEECH_BIAS);
});

/** 0 for the tonality of noise, 1 for that of held notes. */
function ramp(tonality: number): number {
  return Math.max(0, Math.min(1, (tonality - 0.2) / 0.3));
}

function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}

function doubted(probability: number): number {
  return Math.max(DOUBT, Math.min(1 - DOUBT, probability));
}
