import { describe, expect, it } from 'vitest';
import { englishText } from '../../../../src/core/texts/sentence.ts';
import { keyphrases } from '../../../../src/modules/shared/text/phrases.ts';
import { stopWordsFor } from '../../../../src/modules/shared/text/stop-words.ts';
import { wordTokens } from '../../../../src/modules/shared/text/tokens.ts';
import {
  capitalize,
  durationMessage,
  endSentence,
  range,
  shortened,
} from '../../../../src/modules/shared/text/wording.ts';

const english = stopWordsFor(wordTokens('this is the language of the text'));
const best = (...parts: string[][]) => keyphrases(parts, english, 3).map((phrases) => phrases.map(({ text }) => text));

describe('keyphrases', () => {
  it('prefers distinctive phrases, and repeated phrases to single words', () => {
    const [first, second] = best(
      ['The video shows machine learning.', 'Machine learning needs data in the video.'],
      ['The video shows a garden.', 'A garden in the video needs rain.'],
    );
    expect(first![0]).toBe('machine learning');
    expect(second![0]).toBe('garden');
    expect(second).not.toContain('video shows');
  });

  it('does not join words across punctuation or grammar', () => {
    expect(best(['red, car. red, car. red of car'])[0]).toEqual(['red', 'car']);
  });

  it('counts inflected forms together, and returns the most frequent one', () => {
    expect(best(['Boats here. boats there. A boat.', 'boats'])[0]).toEqual(['boats']);
  });

  it('returns nothing for nothing', () => {
    expect(best([], ['the of'])).toEqual([[], []]);
  });
});

describe('wording', () => {
  it.each([
    [0.2, 'less than a second'],
    [1, '1 second'],
    [21.6, '21 seconds'],
    [60, '1 minute'],
    [150, '2 minutes 30 seconds'],
    [3600, '1 hour'],
    [4829, '1 hour 20 minutes'],
  ])('formats %d s as %s', (seconds, words) => expect(englishText(durationMessage(seconds))).toBe(words));

  it('formats ranges, starts, ends, and cuts', () => {
    expect([range(3, 9), range(3.1, 3.9)]).toEqual(['0:03–0:09', '0:03']);
    expect([capitalize('élan'), capitalize('')]).toEqual(['Élan', '']);
    expect([endSentence('Stop'), endSentence('“Stop!”'), endSentence('止まれ。')]).toEqual([
      'Stop.',
      '“Stop!”',
      '止まれ。',
    ]);
    expect(shortened('one two three', 9)).toBe('one two…');
    expect(shortened('😀😀😀', 4)).toBe('😀…');
  });
});
