import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../../../src/modules/shared/findings/sentences.ts';
import { found } from './some-findings.ts';

const textsOf = (...phrases: string[]) =>
  sentencesOf(phrases.map((text, i) => found(text, i * 2, i * 2 + 2))).map(({ text }) => text);

describe('sentencesOf', () => {
  it('joins phrases into sentences, with proportional times', () => {
    const sentences = sentencesOf([found('We sail at', 0, 2), found('dawn. The tide is high.', 2, 6)]);
    expect(sentences.map(({ text }) => text)).toEqual(['We sail at dawn.', 'The tide is high.']);
    expect(sentences[0]).toMatchObject({ start: 0 });
    expect(sentences[0]!.end).toBeCloseTo(3, 0);
    expect(sentences[1]!.start).toBeCloseTo(sentences[0]!.end, 1);
    expect(sentences[1]!.end).toBe(6);
  });

  it('uses the times of words if known', () => {
    const words = ['Go.', 'Now', 'stay.'].map((text, i) => ({
      text,
      start_time: [0, 7, 8][i]!,
      end_time: [1, 8, 9][i]!,
    }));
    const sentences = sentencesOf([found('Go. Now stay.', 0, 9, { words })]);
    expect(sentences.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [7, 9],
    ]);
  });

  it('does not end a sentence after an abbreviation or inside a quotation', () => {
    expect(textsOf('Dr. Smith left. "Why?" she asked.')).toEqual(['Dr. Smith left.', '"Why?" she asked.']);
  });

  it('ends a sentence at a long pause, and omits sounds', () => {
    const sentences = sentencesOf([found('well then', 0, 1), found('[Music]', 1, 5), found('♪ here we are', 5, 6)]);
    expect(sentences.map(({ text }) => text)).toEqual(['well then', 'here we are']);
  });

  it('inserts no spaces in languages without them', () => {
    expect(textsOf('今日は', '良い天気です。', '散歩に行きます。')).toEqual([
      '今日は良い天気です。',
      '散歩に行きます。',
    ]);
  });

  it('splits unpunctuated speech at the end of a phrase', () => {
    const phrase = 'one two three four five six seven eight nine ten';
    const sentences = textsOf(...Array.from({ length: 12 }, () => phrase));
    expect(sentences.length).toBe(3);
    expect(sentences.join(' ')).toBe(Array.from({ length: 12 }, () => phrase).join(' '));
  });
});
