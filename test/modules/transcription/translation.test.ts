import { describe, expect, it } from 'vitest';
import { divideTranslation } from '../../../src/modules/transcription/translation.ts';

const phrase = (start_time: number, end_time: number) => ({ start_time, end_time });
/** Words of half a second each, from a time on. */
const words = (text: string, from = 0) =>
  text.split(' ').map((word, i) => ({ text: word, start: from + i / 2, end: from + i / 2 + 0.4 }));

describe('translation of phrases', () => {
  it('is divided where phrases change', () => {
    const spoken = words('Good morning. How are you today?');
    expect(divideTranslation([phrase(0, 0.9), phrase(1, 3)], spoken)).toEqual(['Good morning.', 'How are you today?']);
  });

  it('is rather divided after sentences and clauses than at the exact time', () => {
    const phrases = [phrase(0, 1.4), phrase(1.5, 3)];
    expect(divideTranslation(phrases, words('It was late. We all went home'))).toEqual([
      'It was late.',
      'We all went home',
    ]);
    expect(divideTranslation([phrase(0, 0.9), phrase(1, 3)], words('It was late, we went home'))).toEqual([
      'It was late,',
      'we went home',
    ]);
  });

  it('keeps every word once and in order, also for phrases without a counterpart', () => {
    const phrases = [phrase(0, 1), phrase(4, 5), phrase(20, 21)];
    const parts = divideTranslation(phrases, words('one two three four five six seven eight', 0.2));
    expect(parts.join(' ').trim()).toBe('one two three four five six seven eight');
    expect(parts[2]).toBe('');
    expect(divideTranslation(phrases, [])).toEqual(['', '', '']);
    expect(divideTranslation([], words('none'))).toEqual([]);
    expect(divideTranslation([phrase(0, 9)], words('all of it'))).toEqual(['all of it']);
  });
});
