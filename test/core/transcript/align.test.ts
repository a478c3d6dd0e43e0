import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignTokens, alignWords } from '../../../src/core/transcript/align.ts';
import type { TimedWord } from '../../../src/core/transcript/timed-word.ts';
import { joinTexts, transcriptTokens } from '../../../src/core/transcript/tokens.ts';
import { wordsOf } from '../../../src/core/transcript/words.ts';

/** Words of one second each, from 10 s, with a pause of 0.2 s after each. */
const spoken = (text: string): TimedWord[] =>
  text.split(' ').map((word, i) => ({
    text: word,
    start_time: 10 + i * 1.2,
    end_time: 11 + i * 1.2,
    confidence: 0.9,
  }));
const rangeOf = (words: readonly TimedWord[]) => ({ start_time: 10, end_time: words.at(-1)!.end_time });
const align = (before: string, after: string) => alignWords(spoken(before), after, rangeOf(spoken(before)));
const times = (words: readonly TimedWord[]) =>
  words.map(({ text, start_time, end_time }) => [text, start_time, end_time]);

describe('alignWords', () => {
  test('a replaced word takes the time of its counterpart and loses its confidence', () => {
    const words = align('we shall meat again', 'we shall meet again');
    expect(times(words)).toEqual(times(spoken('we shall meet again')));
    expect(words.map((word) => word.confidence)).toEqual([0.9, 0.9, undefined, 0.9]);
  });

  test('changed case and punctuation keep the time', () => {
    expect(times(align('so we met again', 'So, we met again.'))).toEqual(times(spoken('So, we met again.')));
  });

  test('a deleted word leaves the times of the others', () => {
    const [first, , third] = spoken('the um cat');
    expect(align('the um cat', 'the cat')).toEqual([first, { ...third }]);
  });

  test('an inserted word takes the gap, or shares the word before where there is none', () => {
    expect(times(align('red car', 'red old car'))).toEqual([
      ['red', 10, 11],
      ['old', 11, 11.2],
      ['car', 11.2, 12.2],
    ]);
    const tight = [
      { text: 'gonna', start_time: 1, end_time: 2 },
      { text: 'win', start_time: 2, end_time: 3 },
    ];
    const words = alignWords(tight, 'going to win', { start_time: 1, end_time: 3 });
    expect(words.map(({ text }) => text)).toEqual(['going', 'to', 'win']);
    expect(words[0]!.start_time).toBe(1);
    expect(words[1]!.end_time).toBe(2);
    expect(words[2]).toEqual(tight[1]);
  });

  test('unspaced scripts are aligned by character', () => {
    const found = [
      { text: '你好', start_time: 0, end_time: 1 },
      { text: '世界', start_time: 1, end_time: 2 },
    ];
    expect(times(alignWords(found, '你们世界。', { start_time: 0, end_time: 2 }))).toEqual([
      ['你', 0, 0.5],
      ['们', 0.5, 1],
      ['世', 1, 1.5],
      ['界。', 1.5, 2],
    ]);
  });

  test('every text spells its words in order, with ascending times in the range of the line', () => {
    const text = fc.array(
      fc.constantFrom('the', 'The', 'cat', 'sat,', 'on', 'a', 'mat.', '“No!”', '…', '東京', 'ไทย'),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const words = before.map((word, i) => ({ text: word, start_time: 5 + i, end_time: 5 + i + (i % 3) / 2 }));
        const content = after.join(' ');
        const aligned = alignTokens(words, content, { start_time: 5, end_time: 5 + before.length });
        expect(aligned.map((word) => word.text)).toEqual(transcriptTokens(content).map((token) => token.text));
        let time = 5;
        for (const { start_time, end_time } of aligned) {
          expect(start_time).toBeGreaterThanOrEqual(time - 0.001);
          expect(end_time).toBeGreaterThanOrEqual(start_time);
          time = start_time;
        }
        expect(aligned.at(-1)?.end_time ?? 5).toBeLessThanOrEqual(5 + before.length + 0.001);
        const sources = aligned.map(({ source }) => source).filter((source) => source >= 0);
        expect(sources).toEqual(sources.toSorted((a, b) => a - b));
      }),
    );
  });

  test('a text of 10,000 characters is aligned', () => {
    const long = Array.from({ length: 2000 }, (_, i) => `w${i % 97}`).join(' ');
    expect(align(long, `${long.replaceAll('w7', 'x')} end`)).toHaveLength(2001);
  });
});

describe('tokensOf', () => {
  test('splits at spaces, and characters of unspaced scripts', () => {
    const tokens = (text: string) => transcriptTokens(text).map((token) => token.text);
    expect(tokens(' Well,  “yes” – 3.5% ')).toEqual(['Well,', '“yes”', '–', '3.5%']);
    expect(tokens('「東京」へ。abc')).toEqual(['「東', '京」', 'へ。', 'abc']);
  });

  test.each([
    ['one two', 'three', 'one two three'],
    ['東京。', '大阪', '東京。大阪'],
    ['', 'a', 'a'],
  ])('joins %j and %j', (a, b, joined) => expect(joinTexts(a, b)).toBe(joined));
});

describe('wordsOf', () => {
  const line = { content: 'Red car, go', start_time: 0, end_time: 9 };
  test('places stored words in the content', () => {
    const words = [
      { text: 'Red', start_time: 0, end_time: 1, confidence: 0.3 },
      { text: 'car,', start_time: 1, end_time: 2 },
      { text: 'go', start_time: 8, end_time: 9 },
    ];
    expect(wordsOf({ ...line, data: { words } })).toEqual([
      { start: 0, end: 3, from: 0, to: 1, confidence: 0.3 },
      { start: 4, end: 8, from: 1, to: 2 },
      { start: 9, end: 11, from: 8, to: 9 },
    ]);
  });

  test('aligns words that do not spell the content', () => {
    const words = [{ text: 'Green', start_time: 0, end_time: 4 }];
    expect(wordsOf({ ...line, data: { words } }).map(({ start, end }) => line.content.slice(start, end))).toEqual([
      'Red',
      'car,',
      'go',
    ]);
  });

  test('interpolates without words', () => {
    const words = wordsOf({ ...line, data: null });
    expect(words.map(({ from }) => from)).toEqual([0, 27 / 8, 54 / 8]);
    expect(words.at(-1)!.to).toBe(9);
    expect(wordsOf({ ...line, content: '', data: null })).toEqual([]);
  });
});
