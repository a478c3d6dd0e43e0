import { expect, test } from 'vitest';
import { columnsOf, createWaveform, readWaveform } from '../../../../src/renderer/ui/media/waveform.ts';

const peaks = Uint8Array.from({ length: 1000 }, (_, i) => (i === 500 ? 255 : 51));
const waveform = createWaveform(peaks, 10);

test('each level keeps the maximum', () => {
  expect(waveform.levels.map((level) => level.length)).toEqual([1000, 250, 63, 16, 4]);
  for (const level of waveform.levels) expect(Math.max(...level)).toBe(255);
});

test('shows one loud instant in its column at any zoom', () => {
  const far = columnsOf(waveform, { start: 0, span: 100 }, 100, 1);
  expect(far[50]).toBe(1);
  expect(far[48]).toBeCloseTo(0.2);
  const near = columnsOf(waveform, { start: 49, span: 2 }, 100, 1);
  expect(near[50]).toBe(1);
  expect(near[60]).toBeCloseTo(0.2);
});

test('is silent beyond the audio', () => {
  expect(columnsOf(waveform, { start: 100, span: 10 }, 20, 2)).toEqual(new Float32Array(10));
});

test('amplifies a quiet recording, but not silence', () => {
  expect(createWaveform(new Uint8Array(10).fill(51), 10).gain).toBe(5);
  expect(createWaveform(new Uint8Array(10).fill(2), 10).gain).toBe(6);
});

test('parses bytes', () => {
  expect([...readWaveform(btoa('\u0000\u00ff'), 25).levels[0]!]).toEqual([0, 255]);
});
