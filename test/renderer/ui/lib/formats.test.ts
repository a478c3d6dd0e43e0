import { expect, test, vi } from 'vitest';
import { formatTimestamp } from '../../../../src/base/time.ts';
import { createFormats, position } from '../../../../src/renderer/ui/lib/formats.ts';

const en = createFormats('en');
const de = createFormats('de');
const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ');

test.each([
  [0, '0:00'],
  [3, '0:03'],
  [59.999, '0:59'],
  [60, '1:00'],
  [754, '12:34'],
  [3723, '1:02:03'],
  [-1, '0:00'],
])('formats %d s as %s', (seconds, text) => {
  expect(position(seconds)).toBe(text);
});

test.each([
  [5.48, '0:05.5'],
  [3.99, '0:04.0'],
  [59.96, '1:00.0'],
  [0.3, '0:00.3'],
  [61.05, '1:01.1'],
  [3599.99, '1:00:00.0'],
])('rounds %d s to tenths as %s', (seconds, text) => {
  expect(position(seconds, true)).toBe(text);
});

test.each([
  [0, '0 s', '0 s'],
  [0.02, '0.1 s', '0,1 s'],
  [0.7, '0.7 s', '0,7 s'],
  [9.94, '9.9 s', '9,9 s'],
  [9.96, '0:09', '0:09'],
  [754, '12:34', '12:34'],
])('formats %d s in all as %s', (seconds, english, german) => {
  expect([en.lasting(seconds), de.lasting(seconds)]).toEqual([english, german]);
});

test.each([
  [0, '0', '0'],
  [0.0042, '0.004', '0,004'],
  [0.04, '0.04', '0,04'],
  [0.37, '0.4', '0,4'],
  [12.34, '12.3', '12,3'],
  [1234.5, '1,234.5', '1.234,5'],
])('formats the number %d as %s', (value, english, german) => {
  expect([en.number(value), de.number(value)]).toEqual([english, german]);
});

test.each([
  [4.992, '+4.992 s', '+4,992 s'],
  [-0.02, '-0.020 s', '-0,020 s'],
  [-0.0001, '0.000 s', '0,000 s'],
])('formats a difference of %d s as %s', (seconds, english, german) => {
  expect([plain(en.difference(seconds)), plain(de.difference(seconds))]).toEqual([english, german]);
});

test('names the languages of tracks, and keeps other texts of a file', () => {
  expect(['eng', 'deu', 'ger', 'Director_1'].map(en.language)).toEqual(['English', 'German', 'German', 'Director_1']);
});

test('names languages that the locale data of the browser leaves without a name', () => {
  const data = vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation((code) => code);
  expect([en.language('ba'), de.language('bo'), en.language('xx')]).toEqual(['Bashkir', 'Tibetisch', 'xx']);
  data.mockRestore();
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [1_500_000, '1.5 MB'],
  [2_000_000_000_000, '2 TB'],
  [3e15, '3,000 TB'],
])('formats %d bytes as %s', (bytes, text) => {
  expect(plain(en.bytes(bytes))).toBe(text);
});

test('formats a span in minutes, and in hours and minutes', () => {
  expect(plain(en.span(0))).toBe('0 sec');
  expect(plain(en.span(0.2))).toBe('1 sec');
  expect(plain(en.span(59.6))).toBe('1 min');
  expect(plain(en.span(3570))).toBe('1 hr');
  expect(plain(en.span(5730))).toBe('1 hr 36 min');
  expect(plain(de.span(5400))).toBe('1 Std. 30 Min.');
  expect(plain(en.span(100 * 3600))).toBe('100 hr');
});

test('formats recent times relatively and older ones as dates', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  const before = (seconds: number) => en.ago(formatTimestamp(now - seconds * 1000), now);
  expect(before(0)).toBe('now');
  expect(before(119)).toBe('1 min. ago');
  expect(before(3 * 3600)).toBe('3 hr. ago');
  expect(before(86_400)).toBe('yesterday');
  expect(before(40 * 86_400)).toContain('2026');
});
