import { describe, expect, test } from 'vitest';
import type { LineSighting } from '../../../../src/modules/ocr/text-line.ts';
import { tickerLines } from '../../../../src/modules/ocr/ticker/ticker-items.ts';
import { isPieceOf } from '../../../../src/modules/ocr/ticker/ticker-pieces.ts';
import { TickerTracker } from '../../../../src/modules/ocr/ticker/ticker-tracker.ts';
import { looksAt, type RunningText, standingLine } from './looks.ts';

const ASPECT = 16 / 9;
const NEWS = [
  'Ferry to the islands resumes on Thursday',
  'Wheat prices fall for the fifth week',
  'Talks end after 48 hours',
];

/** Runs text through a strip; returns its items, and the lines that were not taken for parts of a ticker. */
function run(running: RunningText, others: readonly LineSighting[] = []) {
  const tracker = new TickerTracker(() => ASPECT);
  const rest: string[] = [];
  for (const { time, lines } of looksAt(running))
    for (const { reading } of tracker.observe(time, [...others, ...lines])) rest.push(reading.text);
  return { items: tickerLines(tracker.strips, ASPECT), rest, tracker };
}
const textsOf = (items: readonly { text: string }[]) => items.map(({ text }) => text);

describe('a ticker', () => {
  test.each(['  •  ', ' +++ ', '   |   ', '   l   ', '          '])('is split into sentences at “%s”', (separator) => {
    const { items } = run({ text: NEWS.join(separator), speed: 0.1, seconds: 26 });
    expect(textsOf(items)).toEqual(NEWS);
  });

  test.each([0.02, 0.1, 0.4])('has each sentence once at %d frame widths a second, with its repetitions', (speed) => {
    const text = [...NEWS, ...NEWS].map((sentence) => `${sentence}  •  `).join('');
    const { items } = run({ text, speed, seconds: (text.length * 0.014 + 1) / speed });
    expect(textsOf(items)).toEqual(NEWS);
    for (const { start, end, repetitions } of items) {
      expect(end - start).toBeGreaterThanOrEqual(1 / speed);
      expect(repetitions).toHaveLength(1);
      expect(repetitions![0]!.start).toBeGreaterThan(start);
    }
  });

  test('has the letters that most looks show', () => {
    const misread = (characters: readonly string[], look: number) =>
      characters.map((one, i) =>
        look % 2 === 0 && (i + look) % 7 === 0 && one !== ' ' ? ['', 'x'][look % 4 && 1]! : one,
      );
    const { items } = run({ text: NEWS.join('  •  '), speed: 0.1, seconds: 26, misread });
    expect(textsOf(items)).toEqual(NEWS);
  });

  test('runs from left to right in Hebrew', () => {
    const { items } = run({
      text: 'חדשות היום מירושלים  •  שר האוצר אמר אתמול  •  מזג האוויר מחר',
      speed: -0.1,
      seconds: 20,
    });
    expect(textsOf(items)).toEqual(['חדשות היום מירושלים', 'שר האוצר אמר אתמול', 'מזג האוויר מחר']);
  });

  test('leaves lines alone that stand in its row and above', () => {
    const others = [standingLine('BREAKING', 0.02, 0.1), standingLine('Professor Ada Lindqvist', 0.1, 0.4, 0.8)];
    const { items, rest } = run({ text: NEWS.join('  •  '), speed: 0.1, seconds: 26, left: 0.2 }, others);
    expect(textsOf(items)).toEqual(NEWS);
    expect(rest.filter((text) => text === 'BREAKING')).toHaveLength(52);
    expect(rest.filter((text) => text === 'Professor Ada Lindqvist')).toHaveLength(52);
  });

  test('accounts for the lines that were read before it was known', () => {
    const { tracker } = run({ text: NEWS.join('  •  '), speed: 0.1, seconds: 26 });
    const line = { confidence: 0.97, end: 3, stillTime: null };
    const place = (y: number) => [{ time: 2, box: { x: 0.7, y, width: 0.3, height: 0.05 } }];
    expect(isPieceOf({ ...line, text: 'Ferry to the isl', start: 2, places: place(0.9) }, tracker.strips)).toBe(true);
    expect(isPieceOf({ ...line, text: 'Ferry to the isl', start: 2, places: place(0.3) }, tracker.strips)).toBe(false);
    expect(isPieceOf({ ...line, text: 'Sponsored', start: 2, places: place(0.9) }, tracker.strips)).toBe(false);
  });

  test('releases the pictures of its last look when it has ended', () => {
    const { tracker } = run({ text: NEWS.join('  •  '), speed: 0.1, seconds: 10 });
    expect(tracker.strips.map(({ lines }) => lines.length)).toEqual([1]);
    tracker.observe(20, []);
    expect(tracker.strips.map(({ lines }) => lines.length)).toEqual([0]);
    expect(tracker.running).toEqual([]);
  });

  test('of hours has more looks than a call can have arguments', () => {
    const { tracker } = run({ text: NEWS.join('  •  '), speed: 0.1, seconds: 24 });
    for (let time = 24; time < 150_000; time++) tracker.carry(time);
    expect(tracker.strips[0]!.looks.length).toBeGreaterThan(140_000);
    expect(textsOf(tickerLines(tracker.strips, ASPECT))).toEqual(NEWS);
  });

  test('gets the letters that were restored in one look', () => {
    const tracker = new TickerTracker(() => ASPECT);
    for (const { time, lines } of looksAt({
      text: 'Zurich meldet neue Linien  •  Malmo wartet auf Schnee und Eis heute',
      speed: 0.1,
      seconds: 22,
    })) {
      tracker.observe(time, lines);
      for (const strip of tracker.running)
        for (const line of strip.lines)
          tracker.restore(strip, line, line.reading.text.replace('Zurich', 'Zürich').replace('Malmo', 'Malmö'));
    }
    expect(textsOf(tickerLines(tracker.strips, ASPECT))).toEqual([
      'Zürich meldet neue Linien',
      'Malmö wartet auf Schnee und Eis heute',
    ]);
  });
});

test('a line that stands, and one that is replaced, is no ticker', () => {
  const tracker = new TickerTracker(() => ASPECT);
  for (let look = 0; look < 40; look++)
    tracker.observe(look / 2, [standingLine(NEWS[Math.floor(look / 10) % 3]!, 0.1, 0.5)]);
  expect(tracker.strips).toEqual([]);
});
