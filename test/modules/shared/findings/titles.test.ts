import { describe, expect, it } from 'vitest';
import { labelTimes } from '../../../../src/modules/shared/findings/labels.ts';
import { screenLinesOf } from '../../../../src/modules/shared/findings/screen-text.ts';
import { soundKind } from '../../../../src/modules/shared/findings/sounds.ts';
import { titlesOf } from '../../../../src/modules/shared/findings/titles.ts';
import { found, onScreen } from './some-findings.ts';

const titles = (...texts: Parameters<typeof screenLinesOf>[0]) =>
  titlesOf(screenLinesOf(texts), 600).map(({ text, kind }) => [kind, text]);

describe('titlesOf', () => {
  it('returns large text that stands alone, with all its lines', () => {
    const card = [onScreen('The Valley', 10, 14, 0.1, 0.35), onScreen('of the Kings', 10, 14, 0.1, 0.47)];
    expect(titles(...card)).toEqual([['card', 'The Valley of the Kings']]);
  });

  it('returns the heading alone where the text below it is almost as large', () => {
    const form = [onScreen('Invoice 2041', 0, 12, 0.08, 0.11), onScreen('Total 318.50 EUR', 0, 12, 0.066, 0.265)];
    expect(titles(...form)).toEqual([['card', 'Invoice 2041']]);
  });

  it('returns the heading of a slide, whose lines are one text', () => {
    const line = (text: string, y: number, height: number) => ({
      text,
      confidence: 1,
      box: { x: 0.1, y, width: 0.5, height },
    });
    const lines = [
      line('Ownership', 0.08, 0.07),
      line('each value has exactly one owner at a time', 0.2, 0.04),
      line('when the owner goes out of scope it is dropped', 0.26, 0.04),
    ];
    const slide = found('Ownership …', 60, 120, { boxes: [{ x: 0.1, y: 0.08, width: 0.5, height: 0.22 }], lines });
    expect(titles(slide)).toEqual([['heading', 'Ownership']]);
  });

  it('returns the heading of a slide in letters of one size, not the text below it', () => {
    const slide = [
      onScreen('Photosynthesis', 10, 24, 0.07, 0.12),
      onScreen('light and water', 10, 24, 0.075, 0.36),
      onScreen('sugar and oxygen', 10, 24, 0.075, 0.45),
    ];
    expect(titles(...slide)).toEqual([['card', 'Photosynthesis']]);
  });

  it.each([
    ['subtitles', [onScreen('and then we went home', 10, 13, 0.07, 0.85)]],
    ['a watermark', [onScreen('CHANNEL', 0, 600, 0.08, 0.1)]],
    ['a flash', [onScreen('Boom', 10, 10.4, 0.2)]],
    ['small print', [onScreen('Terms apply', 10, 14, 0.03)]],
    ['numbers', [onScreen('12:45 / 2024', 10, 14, 0.1)]],
    ['a running head', [0, 100, 200, 300].map((t) => onScreen('Breaking news', t, t + 20, 0.08))],
    ['text without a place', [found('The Valley', 10, 14)]],
  ])('ignores %s', (_, texts) => expect(titles(...texts)).toEqual([]));

  it('ignores lettering in the scene that is read doubtfully', () => {
    const line = onScreen('Cca -Cola', 10, 14, 0.1);
    const read = (confidence: number) => titles({ ...line, data: { ...line.data, confidence } });
    expect(read(0.88)).toEqual([]);
    expect(read(0.97)).toEqual([['card', 'Cca -Cola']]);
  });

  it('ignores lettering that runs out of the frame, also in one of its lines', () => {
    const wide = (text: string, y: number, x: number, width: number) =>
      found(text, 10, 14, { boxes: [{ x, y, width, height: 0.1 }] });
    expect(titles(wide('ROWING CLUB WINS REGATT', 0.4, 0.0125, 0.975))).toEqual([]);
    expect(titles(wide('terview with Helen', 0.4, 0.0082, 0.7))).toEqual([]);
    expect(titles(wide('The rowing club', 0.3, 0.3, 0.3), wide('wins the regatt', 0.42, 0.3, 0.694))).toEqual([]);
    expect(titles(wide('ROWING CLUB WINS', 0.4, 0.03, 0.94))).toEqual([['card', 'ROWING CLUB WINS']]);
  });

  it('ignores a sign that moves with the camera', () => {
    const box = (x: number, time: number) => ({ x, y: 0.3, width: 0.2, height: 0.1, time });
    expect(titles(found('TAXI', 10, 14, { boxes: [box(0.1, 10), box(0.5, 12)] }))).toEqual([]);
  });
});

describe('labelTimes', () => {
  it('sums times without counting overlaps twice, and returns the longest range', () => {
    const times = labelTimes([
      found('car', 0, 3),
      found('Car ×2', 0, 9, { label: 'Car' }),
      found('car', 20, 22),
      found('dog', 1, 2),
    ]);
    expect(times).toEqual([
      { label: 'car', total: 11, start: 0, end: 9 },
      { label: 'dog', total: 1, start: 1, end: 2 },
    ]);
  });
});

describe('soundKind', () => {
  it.each([
    ['Speech', 'speech'],
    ['silence', 'silence'],
    ['Music or noise', 'other'],
  ])('%s is %s', (content, kind) => expect(soundKind(found(content, 0, 1))).toBe(kind));
});
