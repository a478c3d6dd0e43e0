import { expect, test } from 'vitest';
import { betterReading } from '../../../../src/modules/ocr/scripts/installed-readings.ts';

const of = (text: string, confidence: number) => ({ text, confidence, characters: [...text].map(() => confidence) });
const RATIO = 8;

test.each([
  ['the same letters with their accents', of('Zurich Bahnhof', 0.98), of('Zürich Bahnhof', 0.96), 'Zürich Bahnhof'],
  ['a surer text in another script', of('Horona Ha', 0.93), of('Погода на', 0.97), 'Погода на'],
  ['what the first one has left out', of('東京', 0.97), of('こんにちは東京', 0.96), 'こんにちは東京'],
])('takes %s', (_name, first, other, text) => {
  expect(betterReading(first, [of('', 0), other], RATIO)?.text).toBe(text);
});

test.each([
  ['another text that is no surer', of('Weather tomorrow', 0.99), of('Weathar tornorrow', 0.99)],
  ['Latin letters for those of another script', of('BpeMeTo', 0.9), of('BpeMeTo yTpe', 0.96)],
  ['the same letters with fewer spaces', of('Revenue rose by', 0.95), of('Revenueroseby', 0.99)],
  ['a text that has lost letters', of('Oεooα入ovikn', 0.79), of('Θεσσαλονκη', 0.91)],
  ['a guess', of('Horona', 0.6), of('Погода', 0.7)],
])('does not take %s', (_name, first, other) => {
  expect(betterReading(first, [other], 5)).toBeNull();
});
