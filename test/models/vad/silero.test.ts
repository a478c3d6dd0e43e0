import { expect, test } from 'vitest';
import { GainControl } from '../../../src/models/vad/gain.ts';
import { bundledVad } from '../../../src/models/vad/index.ts';
import { vadEngineSuite } from '../../suites/vad-engine.ts';

vadEngineSuite(bundledVad);

const FRAME_SECONDS = 0.032;
const frame = (amplitude: number) => Float32Array.from({ length: 512 }, (_, i) => (i % 2 ? amplitude : -amplitude));
const peak = (samples: Float32Array) => Math.max(...samples.map(Math.abs));

test('gain amplifies quiet audio slowly, within its limit, and leaves loud audio unchanged', () => {
  const control = new GainControl();
  const loud = frame(0.5);
  control.apply(loud, FRAME_SECONDS);
  expect(peak(loud)).toBeCloseTo(0.5);
  const next = frame(0.01);
  control.apply(next, FRAME_SECONDS);
  expect(peak(next)).toBeLessThan(0.011);
  let last = next;
  for (let i = 0; i < 60; i++) {
    last = frame(0.01);
    control.apply(last, FRAME_SECONDS);
  }
  expect(peak(last)).toBeCloseTo(0.25, 2);
  for (let i = 0; i < 60; i++) {
    last = frame(0.0001);
    control.apply(last, FRAME_SECONDS);
  }
  expect(peak(last)).toBeCloseTo(0.01, 3);
});

test('gain drops immediately when audio gets loud', () => {
  const control = new GainControl();
  for (let i = 0; i < 100; i++) control.apply(frame(0.001), FRAME_SECONDS);
  const loud = frame(0.5);
  control.apply(loud, FRAME_SECONDS);
  expect(Math.abs(loud[511]!)).toBeCloseTo(0.5, 2);
});
