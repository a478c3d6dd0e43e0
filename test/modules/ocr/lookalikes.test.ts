import { expect, test } from 'vitest';
import { withLikelyLookalikes } from '../../../src/modules/ocr/lookalikes.ts';

/** A reading in which the characters of `doubtful` have the given alternatives. */
function read(text: string, doubtful: Record<number, Record<string, number>>): string {
  const characters = [...text].map((_, i) => (doubtful[i] ? 1 - Math.max(...Object.values(doubtful[i])) : 0.99));
  const lookalikes = [...text].map((_, i) => doubtful[i]);
  return withLikelyLookalikes({ text, confidence: 0.95, characters, lookalikes }).text;
}

test('chooses between lookalikes by their neighbors', () => {
  expect(read('Ro0m 101', { 2: { o: 0.05, O: 0.01 } })).toBe('Room 101');
  expect(read('1O5 km', { 1: { '0': 0.1, o: 0.1 } })).toBe('105 km');
  expect(read('R0om', { 1: { o: 0.2, O: 0.1 } })).toBe('Room');
  expect(read('WEL1S', { 3: { l: 0.1, I: 0.05 } })).not.toBe('WELlS');
});

test('reads a number after a sign', () => {
  expect(read('+l2 percent', { 1: { '1': 0.02 } })).toBe('+12 percent');
  expect(read('up −I4 %', { 4: { '1': 0.02 } })).toBe('up −14 %');
  expect(read('€l0', { 1: { '1': 0.02 } })).toBe('€10');
  expect(read('gcc -O2', { 5: { '0': 0.02 } })).toBe('gcc -O2');
  expect(read('C++I2', { 3: { '1': 0.02 } })).toBe('C++I2');
  expect(read('+love', { 1: { '1': 0.02 } })).toBe('+love');
});

test('keeps certain characters whatever their neighbors are', () => {
  expect(read('BA4521 H2O', { 8: { Z: 0.0001 } })).toBe('BA4521 H2O');
  expect(read('x264', {})).toBe('x264');
  expect(read('O2', { 0: { '0': 0.05, o: 0.01 } })).toBe('O2');
});
