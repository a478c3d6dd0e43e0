import { describe, expect, test } from 'vitest';
import { matchCorrections } from '../../src/db/correction-match.ts';

const sought = (content: string, startTime: number, endTime: number) => ({ content, startTime, endTime });
const found = (content: string, start_time: number, end_time: number) => ({
  content,
  start_time,
  end_time,
  data: null,
});

describe('matchCorrections', () => {
  test('of several things at the same time, the one with the same words', () => {
    const segments = [found('person', 3, 5), found('Bicycle', 3.2, 5.2), found('bicycle', 9, 10)];
    expect(matchCorrections('visualelements', [sought('bicycle', 3, 5)], segments)).toEqual([1]);
  });

  test('something else at the same time is not it, unless the module finds one thing after another', () => {
    const segments = [found('a street', 0, 3)];
    expect(matchCorrections('ocr', [sought('TAXI', 0, 3)], segments)).toEqual([undefined]);
    expect(matchCorrections('transcription', [sought('hello there', 0, 3)], segments)).toEqual([0]);
  });

  test('the same words at another time are something else', () => {
    expect(matchCorrections('ocr', [sought('TAXI', 0, 3)], [found('TAXI', 3, 6)])).toEqual([undefined]);
  });

  test('less than half of the time in common is another sentence', () => {
    const segments = [found('one two', 2, 6)];
    expect(matchCorrections('transcription', [sought('three four', 0, 3)], segments)).toEqual([undefined]);
  });

  test('each finding goes to one correction, the best pair first', () => {
    const corrections = [sought('open late', 0, 4), sought('open', 0, 4)];
    expect(matchCorrections('ocr', corrections, [found('open', 0, 4)])).toEqual([undefined, 0]);
  });

  test('findings of one instant match', () => {
    expect(matchCorrections('keywords', [sought('river', 2, 2)], [found('river', 2, 2)])).toEqual([0]);
  });
});
