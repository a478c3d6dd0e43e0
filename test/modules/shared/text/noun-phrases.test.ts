import { describe, expect, it } from 'vitest';
import { nounPhrases } from '../../../../src/modules/shared/text/noun-phrases.ts';
import { isSmallTalk } from '../../../../src/modules/shared/text/small-talk.ts';
import { stopWordsFor } from '../../../../src/modules/shared/text/stop-words.ts';
import { wordTokens } from '../../../../src/modules/shared/text/tokens.ts';

const phrasesOf = (text: string, language: string) =>
  nounPhrases(text, language, stopWordsFor(wordTokens(text))).map((phrase) => phrase.text);

describe('nounPhrases', () => {
  it('finds English phrases of one or two groups, without verbs, articles, and adverbs', () => {
    expect(phrasesOf('The council has finally approved a new tram line along the river.', 'en')).toEqual([
      'council',
      'new tram line',
      'new tram line along the river',
      'river',
    ]);
    expect(phrasesOf('They announced that the proposed budget rose.', 'en')).toEqual(['proposed budget']);
  });

  it('leaves out phrases that need what follows', () => {
    expect(phrasesOf('They built a tram line between the station and the lake.', 'en')).not.toContain(
      'tram line between the station',
    );
    expect(phrasesOf('Welcome to the lecture on the history of clocks.', 'en')).toEqual([
      'lecture',
      'history of clocks',
      'clocks',
    ]);
  });

  it('finds German phrases that read well without their article', () => {
    expect(phrasesOf('Der Stadtrat hat den Bau eines neuen Hallenbads beschlossen.', 'de')).toEqual([
      'Stadtrat',
      'Bau',
      'Bau eines neuen Hallenbads',
      'Hallenbads',
    ]);
    expect(phrasesOf('Ein Brand hat die historische Mühle zerstört.', 'de')).toContain('historische Mühle');
  });

  it('finds none in languages whose nouns it cannot tell', () => {
    expect(phrasesOf('Le conseil a approuvé une nouvelle ligne de tramway.', 'fr')).toEqual([]);
  });
});

describe('isSmallTalk', () => {
  it.each(['Good evening.', 'And welcome to the news.', 'Guten Abend, meine Damen und Herren.', 'Merci à tous.'])(
    'recognizes %s',
    (text) => expect(isSmallTalk(text)).toBe(true),
  );

  it.each(['Good bread needs time.', 'Hilary Stone won.', 'Dankenswerter Einsatz der Helfer.'])(
    'takes %s for a statement',
    (text) => expect(isSmallTalk(text)).toBe(false),
  );
});
