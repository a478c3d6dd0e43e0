import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phrasesOf } from '../../../src/modules/transcription/phrases.ts';

const spoken = (text: string, pace = 0.4) =>
  text.split(' ').map((word, i) => ({ text: word, start: i * pace, end: i * pace + pace * 0.9 }));
const contents = (text: string, pace?: number) => phrasesOf(spoken(text, pace), 0, {}).map((one) => one.content);

describe('phrases', () => {
  it('end at a sentence, at a pause, and at a comma if they are long', () => {
    expect(contents('Good evening. How are you? Fine')).toEqual(['Good evening.', 'How are you?', 'Fine']);
    const paused = [...spoken('one two'), { text: 'three', start: 3, end: 3.2 }];
    expect(phrasesOf(paused, 0, {}).map((one) => one.content)).toEqual(['one two', 'three']);
    expect(contents('a b, c d e f g h i j k l m n, o p')).toEqual(['a b, c d e f g h i j k l m n,', 'o p']);
    for (const text of contents('word '.repeat(80).trim())) expect(text.split(' ').length).toBeLessThan(26);
  });

  it('go on after a title, an initial, and the number of a day', () => {
    expect(contents('Dr. Kessler, how are you? I met Mr. J. Hale.')).toEqual([
      'Dr. Kessler, how are you?',
      'I met Mr. J. Hale.',
    ]);
    expect(contents('Es beginnt am 3. Mai. Es sind 14. Dann gehen wir.')).toEqual([
      'Es beginnt am 3. Mai.',
      'Es sind 14.',
      'Dann gehen wir.',
    ]);
  });

  it('join scripts without spaces without adding any', () => {
    expect(contents('你好 世界 今天 很好')).toEqual(['你好世界今天很好']);
  });

  it('have words with times, and shared fields', () => {
    expect(phrasesOf(spoken('so it goes'), 0, { language: 'en' })[0]).toEqual({
      content: 'so it goes',
      start_time: 0,
      end_time: 1.16,
      data: {
        language: 'en',
        words: [
          { text: 'so', start_time: 0, end_time: 0.36 },
          { text: 'it', start_time: 0.4, end_time: 0.76 },
          { text: 'goes', start_time: 0.8, end_time: 1.16 },
        ],
      },
    });
  });

  it('never go back in time, for any input', () => {
    const time = fc.double({ min: -10, max: 100, noNaN: true });
    const word = fc.record({ text: fc.constantFrom('a', 'b.', 'c,'), start: time, end: time });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), time, (words, after) => {
        let last = Math.max(-10, after) - 0.001;
        for (const segment of phrasesOf(words, after, {})) {
          for (const { start_time, end_time } of segment.data!.words!) {
            expect(start_time).toBeGreaterThanOrEqual(last);
            expect(end_time).toBeGreaterThanOrEqual(start_time);
            last = end_time;
          }
        }
      }),
    );
  });
});
