import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncFeatures } from '../../src/core/sync/features.ts';
import { createFeatureMeter } from '../../src/pipeline/sync/measure-features.ts';
import { type AudioCodec, writeMedia } from '../../test/fixtures/media.ts';
import { seededRandom } from '../../test/fixtures/random.ts';
import { pinkNoise, type Sound, whiteNoise } from '../../test/fixtures/sounds.ts';
import { readSound } from './read-sound.ts';
import type { Scene } from './sync-scenes.ts';

const RATE = 16_000;
const OVERLAPS = [5, 6, 8, 12, 20, Number.POSITIVE_INFINITY];
const DRIFT_PPM = 40;

/** Two recordings of a scene. */
export interface ScenePair {
  kind: string;
  /** Seconds that both have. */
  overlap: number;
  /** Time of the first for times of the second, at the start and the end of the overlap, in seconds. */
  truth: readonly { first: number; second: number }[];
  first: Sound;
  second: Sound;
  /** Names of the faults of both. */
  faults: string;
}

/** Recordings of a scene by two devices, each with faults of its own. */
export async function pairOf({ kind, sound }: Scene, seed: number): Promise<ScenePair> {
  const random = seededRandom(3000 + seed);
  const total = sound.length / RATE;
  const overlap = Math.min(OVERLAPS[seed % OVERLAPS.length]!, total);
  // The second device is started while the first is recording, or records only a part of it.
  const start = overlap === total ? 0 : (total - overlap) * (0.3 + 0.7 * random());
  const isPart = random() < 0.3;
  const [firstEnd, secondEnd] = isPart ? [total, start + overlap] : [start + overlap, total];
  const drift = random() < 0.5 ? DRIFT_PPM : 0;
  const [first, second] = [faultsOf(random), faultsOf(random)];
  const at = (time: number) => Math.round(time * RATE);
  return {
    kind,
    overlap,
    truth: [start, start + overlap].map((time) => ({ first: time, second: (time - start) * (1 + drift / 1e6) })),
    first: await recorded(sound.subarray(0, at(firstEnd)), first, seed),
    second: await recorded(drifted(sound.subarray(at(start), at(secondEnd)), drift), second, seed + 1),
    faults: `${[...first, '|', ...second].join(' ')}${drift > 0 ? ' drift' : ''}`,
  };
}

const FAULTS = ['echo', 'low pass', 'clipping', 'noise', 'gain'] as const;
const CODECS: readonly AudioCodec[] = ['libopus', 'libmp3lame', 'aac', 'libvorbis'];
type Fault = (typeof FAULTS)[number] | AudioCodec;

/** Up to four faults, in the order in which sound passes them. */
function faultsOf(random: () => number): Fault[] {
  const own: Fault[] = FAULTS.filter(() => random() < 0.45);
  if (random() < 0.5) own.push(CODECS[Math.floor(random() * CODECS.length)]!);
  return own;
}

/** A scene as a device with these faults records it. */
async function recorded(sound: Sound, faults: readonly Fault[], seed: number): Promise<Sound> {
  let result = sound;
  for (const fault of faults) result = await withFault(result, fault, seed);
  return result;
}

async function withFault(sound: Sound, fault: Fault, seed: number): Promise<Sound> {
  switch (fault) {
    case 'echo':
      return echoed(sound, seed);
    case 'low pass':
      return lowPassed(sound, seed % 2 ? 1000 : 3000);
    case 'clipping':
      return clipped(sound);
    case 'noise':
      return noisy(sound, seed);
    case 'gain':
      return sound.map((sample) => sample * (seed % 2 ? 0.02 : 0.3));
    default:
      return coded(sound, fault);
  }
}

/** A room that decays by 60 dB in half a second, with reflections after 7 ms. */
function echoed(sound: Sound, seed: number): Sound {
  const random = seededRandom(seed);
  const taps = Array.from({ length: 60 }, () => {
    const delay = Math.round((0.007 + 0.4 * random() ** 2) * RATE);
    return { delay, gain: (random() - 0.5) * 10 ** ((-3 * delay) / RATE / 0.5) };
  });
  const out = Float32Array.from(sound);
  for (const { delay, gain } of taps) {
    for (let i = delay; i < out.length; i++) out[i]! += gain * sound[i - delay]!;
  }
  return out;
}

/** 24 dB per octave. */
function lowPassed(sound: Sound, hertz: number): Sound {
  const share = 1 - Math.exp((-2 * Math.PI * hertz) / RATE);
  const state = [0, 0, 0, 0];
  return sound.map((sample) => {
    let value = sample;
    for (let pole = 0; pole < state.length; pole++) value = state[pole]! += share * (value - state[pole]!);
    return value;
  });
}

/** A quarter of the loudest sample is all that fits. */
function clipped(sound: Sound): Sound {
  const limit = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 4;
  return sound.map((sample) => Math.max(-limit, Math.min(limit, sample)));
}

/** Noise as loud as the sound. */
export function noisy(sound: Sound, seed: number): Sound {
  const noise = (seed % 2 ? pinkNoise : whiteNoise)(sound.length / RATE, RATE, seed + 77);
  const gain = levelOf(sound) / levelOf(noise);
  return sound.map((sample, i) => sample + gain * (noise[i] ?? 0));
}

function levelOf(sound: Sound): number {
  return Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
}

async function coded(samples: Sound, codec: AudioCodec): Promise<Sound> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const path = join(folder, 'coded.mka');
    await writeMedia(path, { audio: { sampleRate: RATE, samples, codec } });
    return await readSound(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The sound as a clock that is `ppm` too fast counts it; interpolated between samples. */
export function drifted(sound: Sound, ppm: number): Sound {
  if (ppm === 0) return sound;
  const length = Math.floor(sound.length * (1 + ppm / 1e6));
  return Float32Array.from({ length }, (_, i) => {
    const at = i / (1 + ppm / 1e6);
    const before = Math.floor(at);
    return sound[before]! + (at - before) * ((sound[before + 1] ?? sound[before]!) - sound[before]!);
  });
}

/** Features of sound at 16 kHz. */
export function featuresOf(samples: Sound): SyncFeatures {
  const meter = createFeatureMeter();
  meter.onAudio?.({ time: 0, samples });
  return meter.finish();
}
