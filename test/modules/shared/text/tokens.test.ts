import { describe, expect, it } from 'vitest';
import { stopWordsFor } from '../../../../src/modules/shared/text/stop-words.ts';
import { termsOf } from '../../../../src/modules/shared/text/terms.ts';
import { isWordy, keyOf, wordTokens } from '../../../../src/modules/shared/text/tokens.ts';

describe('tokensOf', () => {
  it('finds words of scripts with and without spaces, with their positions', () => {
    const text = "Don't go. 今日は良い天気です。 ภาษาไทย";
    const tokens = wordTokens(text);
    expect(tokens.map((token) => token.text)).toEqual(expect.arrayContaining(["Don't", 'go', '天気', 'ไทย']));
    for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.text);
  });
});

describe('keyOf', () => {
  it.each([
    ['Bicycles', 'bicycle'],
    ['l’homme', 'homme'],
    ["Ada's", 'ada'],
    ['glass', 'glass'],
    ['天気', '天気'],
    ['transportation', keyOf('transported')],
  ])('normalizes %s to %s', (word, key) => expect(keyOf(word)).toBe(key));
});

describe('isWordy', () => {
  it.each([
    ['a', false],
    ['42', false],
    ['です', false],
    ['猫', true],
    ['boat', true],
  ])('%s: %s', (word, wordy) => expect(isWordy(word)).toBe(wordy));
});

describe('stopWordsFor', () => {
  const terms = (text: string) => termsOf(text, stopWordsFor(wordTokens(text)));

  it('drops function words of the detected language only', () => {
    expect(terms('The soldiers who die in the war are on the hill')).toEqual(['soldier', 'die', 'war', 'hill']);
    expect(terms('Der Krieg war lang und die Soldaten sind müde')).toEqual(['krieg', 'lang', 'soldate', 'müde']);
    expect(terms("Le chat de l'école est dans la maison")).toEqual(['chat', 'école', 'maison']);
  });

  it('drops those of a second language that has a part of the text', () => {
    const text = 'Wir kommen zu unserem Hund, dann gehen wir mit ihm durch den Park. Thank you, she is our oldest pet.';
    expect(terms(text)).not.toContain('wir');
    expect(terms(text)).not.toContain('our');
  });

  it('keeps everything in an unknown language, and accepts no text', () => {
    expect(terms('kissa koira')).toEqual(['kissa', 'koira']);
    expect(terms('')).toEqual([]);
  });
});
