import { describe, expect, it } from 'vitest';
import { removeLoops } from '../../../src/modules/transcription/loops.ts';

const spoken = (text: string) => text.split(' ').map((word, i) => ({ text: word, start: i / 3, end: i / 3 + 0.3 }));
const left = (text: string, seconds = 30) =>
  removeLoops(spoken(text), seconds)
    .words.map((word) => word.text)
    .join(' ');

describe('loops', () => {
  it('are reduced to one occurrence', () => {
    expect(left(`so it goes. ${'Thank you. '.repeat(9).trim()} The end`)).toBe('so it goes. Thank you. The end');
    expect(left(`${'I am going to the shop, '.repeat(4).trim()}`)).toBe('I am going to the shop,');
    expect(removeLoops(spoken('you '.repeat(30).trim()), 30).dropped).toBe(29);
  });

  it('are not natural repetitions', () => {
    for (const text of [
      'no, no, no, never',
      'a very very very long day',
      'ask not what you can do, ask what you can do',
    ]) {
      expect(left(text)).toBe(text);
    }
  });

  it('are found without an exact repetition, and without enough time for the words', () => {
    const few = ['you', 'know', 'like', 'so', 'and'];
    const varied = Array.from({ length: 200 }, (_, i) => few[(i * i * 7 + Math.floor(i / 4) + (i % 3)) % 5]).join(' ');
    expect(left(varied)).toBe('');
    const speech = 'there was a boat on the river and nobody knew where it came from or who had left it there';
    expect(left(speech, 6)).toBe(speech);
    expect(left(speech, 1)).toBe('');
  });
});
