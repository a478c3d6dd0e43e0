import { describe, expect, test } from 'vitest';
import { matchCorrections } from '../../../src/db/corrections/correction-match.ts';

const sought = (content: string, startTime: number, endTime: number) => ({ content, startTime, endTime });
const found = (content: string, start_time: number, end_time: number) => ({
  content,
  start_time,
  end_time,
  data: null,
});

describe('matchCorrections', () => {
  test('prefers the same words among simultaneous findings', () => {
    const segments = [found('person', 3, 5), found('Bicycle', 3.2, 5.2), found('bicycle', 9, 10)];
    expect(matchCorrections('visualelements', [sought('bicycle', 3, 5)], segments)).toEqual([1]);
  });

  test('does not match other words at the same time, except in sequential modules', () => {
    const segments = [found('a street', 0, 3)];
    expect(matchCorrections('ocr', [sought('TAXI', 0, 3)], segments)).toEqual([undefined]);
    expect(matchCorrections('transcription', [sought('hello there', 0, 3)], segments)).toEqual([0]);
  });

  test('does not match the same words at another time', () => {
    expect(matchCorrections('ocr', [sought('TAXI', 0, 3)], [found('TAXI', 3, 6)])).toEqual([undefined]);
  });

  test('does not match sentences that overlap by less than half', () => {
    const segments = [found('one two', 2, 6)];
    expect(matchCorrections('transcription', [sought('three four', 0, 3)], segments)).toEqual([undefined]);
  });

  test('assigns each finding to one correction, the best pair first', () => {
    const corrections = [sought('open late', 0, 4), sought('open', 0, 4)];
    expect(matchCorrections('ocr', corrections, [found('open', 0, 4)])).toEqual([undefined, 0]);
  });

  test('matches findings of zero length', () => {
    expect(matchCorrections('keywords', [sought('river', 2, 2)], [found('river', 2, 2)])).toEqual([0]);
  });
});
