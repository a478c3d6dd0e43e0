import { expect, test } from 'vitest';
import { absorbFragments, joinPieces, joinRepeats } from '../../../src/modules/ocr/fragments.ts';
import { textSegments } from '../../../src/modules/ocr/segments.ts';
import type { TextLine } from '../../../src/modules/ocr/text-line.ts';

function line(text: string, x: number, y: number, over: Partial<TextLine> = {}): TextLine {
  const box = { x, y, width: text.length * 0.015, height: 0.05 };
  return { text, confidence: 0.9, start: 1, end: 3, places: [{ time: 1, box }], stillTime: null, ...over };
}

function contents(lines: TextLine[]): string[] {
  return textSegments(lines).map((segment) => segment.content);
}

test('joins the lines of a caption, top to bottom and left to right', () => {
  const rows = [line('at the station', 0.3, 0.86), line('waited', 0.4, 0.8), line('I', 0.36, 0.8)];
  expect(contents(rows)).toEqual(['I waited at the station']);
});

test('separates lines that are distant, much larger, or shown at another time', () => {
  const far = [line('Top left', 0, 0), line('Bottom right', 0.7, 0.9)];
  const apart = [line('Chapter one', 0.3, 0.1), line('The harbour', 0.3, 0.5)];
  const headline = { x: 0.3, y: 0.6, width: 0.5, height: 0.19 };
  const larger = [line('Title', 0.3, 0.6, { places: [{ time: 1, box: headline }] }), line('small', 0.3, 0.8)];
  const later = [line('First bullet', 0.1, 0.4), line('Second bullet', 0.1, 0.46, { start: 4, end: 9 })];
  for (const pair of [far, apart, larger, later]) expect(contents(pair)).toHaveLength(2);
});

test('a segment has its lines, positions, and still', () => {
  const moving = [0, 1, 2].map((i) => ({ time: 1 + i, box: { x: 0.1, y: 0.5 - i * 0.1, width: 0.2, height: 0.05 } }));
  const [segment] = textSegments([line('Credits', 0, 0, { places: moving, stillTime: 2, confidence: 0.95 })]);
  expect(segment).toMatchObject({ content: 'Credits', start_time: 1, end_time: 3 });
  expect(segment!.data).toMatchObject({ confidence: 0.95, still_time: 2, lines: [{ text: 'Credits' }] });
  expect(segment!.data!.boxes!.map(({ y, time }) => [y, time])).toEqual([
    [0.5, 1],
    [0.4, 2],
    [0.3, 3],
  ]);
});

test('a static text has one box', () => {
  const places = [1, 2, 3].map((time) => ({ time, box: { x: 0.1, y: 0.5 + time / 1000, width: 0.2, height: 0.05 } }));
  expect(textSegments([line('Still', 0, 0, { places })])[0]!.data!.boxes).toHaveLength(1);
});

test('fragments extend the time of their line; equal words elsewhere remain', () => {
  const whole = line('Produced by Omar Haddad', 0.3, 0.5);
  const part = line('by Omar', 0.42, 0.5, { start: 3.2, end: 4 });
  const elsewhere = line('by Omar', 0.4, 0.1, { start: 3.2, end: 4 });
  const longAfter = line('by Omar', 0.42, 0.5, { start: 20, end: 21 });
  const lines = absorbFragments([part, elsewhere, whole, longAfter]);
  expect(lines.map(({ text, start, end }) => [text, start, end])).toEqual([
    ['Produced by Omar Haddad', 1, 4],
    ['by Omar', 3.2, 4],
    ['by Omar', 20, 21],
  ]);
});

test('keeps a part that replaced the whole, unless it is brief', () => {
  const whole = line('Total 1984', 0.3, 0.5, { start: 0, end: 2, followed: true });
  const part = (end: number) => line('1984', 0.36, 0.5, { start: 2, end, follows: true });
  const spans = (lines: TextLine[]) => absorbFragments(lines).map(({ text, start, end }) => [text, start, end]);
  expect(spans([whole, part(4)])).toEqual([
    ['Total 1984', 0, 2],
    ['1984', 2, 4],
  ]);
  expect(spans([whole, part(2.4)])).toEqual([['Total 1984', 0, 2]]);
});

test('keeps a fragment from the end of the whole on', () => {
  const places = [1, 3].map((time) => ({ time, box: { x: 0.3, y: 0.5, width: 0.06, height: 0.05 } }));
  const lines = [line('Live from Rome', 0.3, 0.5, { start: 0, end: 2 }), line('Live', 0.3, 0.5, { places, end: 4 })];
  expect(absorbFragments(lines).map(({ text, start, end }) => [text, start, end])).toEqual([
    ['Live from Rome', 0, 2],
    ['Live', 2, 4],
  ]);
});

test('joins a text that follows itself', () => {
  const lines = [
    line('Market', 0.3, 0.5, { end: 2, followed: true }),
    line('Market', 0.3, 0.5, { start: 2, follows: true }),
  ];
  expect(joinRepeats(lines)).toMatchObject([{ start: 1, end: 3 }]);
});

test('reads a character that two pieces share once', () => {
  const piece = (text: string, x: number, width: number, edge: [number, number]) => {
    const characters = [...text].map((_, i) => edge[i === 0 ? 0 : 1]);
    const positions = [...text].map((_, i) => (i + 0.5) / text.length);
    return { reading: { text, confidence: 0.95, characters, positions }, box: { x, y: 0.5, width, height: 0.05 } };
  };
  const joined = joinPieces([piece('AWAY (', 0.3, 0.12, [0.9, 0.6]), piece('6', 0.4, 0.02, [0.99, 0.99])], 16 / 9);
  expect(joined.map(({ reading }) => reading.text)).toEqual(['AWAY 6']);
});
