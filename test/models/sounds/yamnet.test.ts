import { beforeAll, expect, test } from 'vitest';
import { bundledSounds, type SoundEngine } from '../../../src/models/sounds/index.ts';
import { createLogMelFrame } from '../../../src/models/sounds/log-mel.ts';

const RATE = 16_000;
/** 200 Hz to 3.8 kHz in 2 s. */
const SWEEP = Float32Array.from({ length: 2 * RATE }, (_, i) => {
  const time = i / RATE;
  return 0.5 * Math.sin(2 * Math.PI * (200 * time + 900 * time * time));
});
let engine: SoundEngine;

beforeAll(async () => {
  engine = await bundledSounds.load();
  return () => engine.dispose();
});

async function recognize(samples: Float32Array, chunk = 5000): Promise<Float32Array[]> {
  const stream = engine.stream();
  const scores: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += chunk)
    scores.push(...(await stream.push(samples.subarray(at, at + chunk))));
  return [...scores, ...(await stream.flush())];
}

test('computes the features of TensorFlow’s YAMNet', () => {
  const logMel = createLogMelFrame();
  // Frame, band, and value of the original's log_mel_spectrogram.
  for (const [frame, band, value] of [
    [0, 0, 1.7914],
    [0, 10, -3.5421],
    [10, 20, -5.0727],
    [50, 30, -4.7457],
    [95, 40, -5.3486],
    [95, 63, -6.8709],
    [120, 45, -5.7053],
  ] as const) {
    const bands = new Float32Array(64);
    logMel(SWEEP.subarray(160 * frame, 160 * frame + 400), bands, 0);
    expect(bands[band]).toBeCloseTo(value, 2);
  }
});

test('gives the answers of TensorFlow’s YAMNet', async () => {
  const scores = await recognize(SWEEP);
  const at = (name: string) => scores.map((patch) => patch[engine.classes.indexOf(name)]!);
  // Of the original, in float: four patches.
  for (const [name, expected] of [
    ['Alarm', [0.195, 0.848, 0.953, 0.156]],
    ['Synthesizer', [0.411, 0.0, 0.0, 0.0]],
  ] as const) {
    const own = at(name);
    expect(own).toHaveLength(4);
    for (const [i, value] of expected.entries()) expect(Math.abs(own[i]! - value)).toBeLessThan(0.06);
  }
  expect(at('Siren')[1]).toBeGreaterThan(0.65);
});

test('returns the same for chunks of any size, and one patch for a short sound', async () => {
  const whole = await recognize(SWEEP, SWEEP.length);
  const pieces = await recognize(SWEEP, 97);
  expect(pieces.map((patch) => [...patch])).toEqual(whole.map((patch) => [...patch]));
  expect(await recognize(SWEEP.subarray(0, 100))).toHaveLength(1);
  expect(await recognize(SWEEP.subarray(0, 15_600))).toHaveLength(1);
  expect(await recognize(SWEEP.subarray(0, 15_601))).toHaveLength(2);
  expect(await recognize(new Float32Array())).toEqual([]);
});
