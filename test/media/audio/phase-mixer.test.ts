import { describe, expect, it } from 'vitest';
import { PhaseMixer } from '../../../src/media/audio/phase-mixer.ts';
import { concat, silence, sine, mix as sum, whiteNoise } from '../../fixtures/sounds.ts';

const RATE = 16_000;
const voice = sine(440, 1, RATE, 0.4);
const times = (sound: Float32Array, gain: number) => sound.map((sample) => sample * gain);

/** Root mean square of a part in seconds, by default all but the first tenth. */
function loudness(samples: Float32Array, from = 0.1, to = samples.length / RATE): number {
  const part = samples.subarray(from * RATE, to * RATE);
  return Math.sqrt(part.reduce((power, sample) => power + sample * sample, 0) / part.length);
}

function mixed(signals: readonly Float32Array[], weights = signals.map(() => 1), block = 1000): Float32Array {
  const mixer = new PhaseMixer(signals.length);
  const blocks: Float32Array[] = [];
  for (let at = 0; at < signals[0]!.length; at += block) {
    blocks.push(mixer.mix(signals.map((all, i) => ({ samples: all.subarray(at, at + block), weight: weights[i]! }))));
  }
  return concat(...blocks);
}

describe('phase mixer', () => {
  const whole = loudness(voice);

  it('averages signals in phase as they are', () => {
    const [left, right] = [sum(voice, sine(600, 1, RATE, 0.2)), voice];
    expect([...mixed([left, right])]).toEqual([...left.map((sample, i) => Math.fround((sample + right[i]!) / 2))]);
  });

  it.each([
    ['opposite phase', [voice, times(voice, -1)]],
    ['opposite phase at another level', [voice, times(voice, -0.6)]],
    [
      'opposite phase with noise',
      [sum(voice, whiteNoise(1, RATE, 1, 0.1)), sum(times(voice, -1), whiteNoise(1, RATE, 2, 0.1))],
    ],
    ['three of which one is inverted', [voice, voice, times(voice, -1)]],
    ['an offset in both', [voice.map((sample) => sample + 0.3), voice.map((sample) => 0.3 - sample)]],
  ])('keeps what would cancel: %s', (_, signals) => {
    const heard = mixed(signals);
    const offset = heard.reduce((a, b) => a + b, 0) / heard.length;
    expect(loudness(heard.map((sample) => sample - offset))).toBeGreaterThan(0.7 * whole);
  });

  it.each([
    ['silent', silence(1, RATE)],
    ['hissing', whiteNoise(1, RATE, 3, 0.002)],
    ['constant', new Float32Array(RATE).fill(0.4)],
  ])('is not quieter for a dead side: %s', (_, dead) => {
    for (const signals of [
      [voice, dead],
      [dead, voice],
    ])
      expect(loudness(mixed(signals))).toBeCloseTo(whole, 2);
  });

  it('follows a phase that changes midway, without a click', () => {
    const right = concat(voice, times(voice, -1));
    const heard = mixed([concat(voice, voice), right]);
    expect(loudness(heard, 1.6)).toBeGreaterThan(0.9 * whole);
    const steps = heard.map((sample, i) => Math.abs(sample - (heard[i - 1] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(
      1.1 * Math.max(...voice.map((sample, i) => Math.abs(sample - (voice[i - 1] ?? 0)))),
    );
  });

  it('weighs signals, and only measures those without a weight', () => {
    const other = sine(1000, 1, RATE, 0.4);
    expect(loudness(mixed([voice, other], [1, 0]))).toBeCloseTo(whole, 3);
    expect(loudness(mixed([voice, other], [1, 0.1]))).toBeCloseTo(whole / 1.1, 2);
  });

  it('mixes a channel for low frequencies only if it has others', () => {
    const mixer = () => new PhaseMixer(2);
    const rumble = sine(50, 1, RATE, 0.8);
    const beside = (low: Float32Array) =>
      mixer().mix([
        { samples: voice, weight: 1 },
        { samples: low, weight: 1, isLow: true },
      ]);
    expect(loudness(beside(rumble))).toBeCloseTo(whole, 3);
    expect(loudness(beside(voice))).toBeCloseTo(whole, 3);
    expect(
      loudness(
        mixer().mix([
          { samples: silence(1, RATE), weight: 1 },
          { samples: voice, weight: 1, isLow: true },
        ]),
      ),
    ).toBeCloseTo(whole, 3);
  });
});
