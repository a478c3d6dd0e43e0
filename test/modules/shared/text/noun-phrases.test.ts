import { describe, expect, it } from 'vitest';
import { nounPhrases } from '../../../../src/modules/shared/text/noun-phrases.ts';
import { stopWordsFor } from '../../../../src/modules/shared/text/stop-words.ts';
import { wordTokens } from '../../../../src/modules/shared/text/tokens.ts';

const phrasesOf = async (text: string, language: string) =>
  (await nounPhrases(text, language, stopWordsFor(wordTokens(text)))).map((phrase) => phrase.text);

describe('nounPhrases', () => {
  it('finds English phrases of one or two groups, without verbs, articles, and adverbs', async () => {
    expect(await phrasesOf('The council has finally approved a new tram line along the river.', 'en')).toEqual([
      'council',
      'new tram line',
      'new tram line along the river',
      'river',
    ]);
    expect(await phrasesOf('They announced that the proposed budget rose.', 'en')).toEqual(['proposed budget']);
  });

  it('takes no verb after a relative pronoun for a noun', async () => {
    const phrases = await phrasesOf('Su Song built a tower driven by a water wheel that rang bells.', 'en');
    expect(phrases).not.toContain('rang bells');
    expect(await phrasesOf('They know that walk.', 'en')).toContain('walk');
  });

  it('leaves out phrases that need what follows', async () => {
    expect(await phrasesOf('They built a tram line between the station and the lake.', 'en')).not.toContain(
      'tram line between the station',
    );
    expect(await phrasesOf('Welcome to the lecture on the history of clocks.', 'en')).toEqual([
      'lecture',
      'history of clocks',
      'clocks',
    ]);
  });

  it('finds German phrases that read well without their article', async () => {
    expect(await phrasesOf('Der Stadtrat hat den Bau eines neuen Hallenbads beschlossen.', 'de')).toEqual([
      'Stadtrat',
      'Bau',
      'Bau eines neuen Hallenbads',
      'Hallenbads',
    ]);
    expect(await phrasesOf('Ein Brand hat die historische Mühle zerstört.', 'de')).toContain('historische Mühle');
  });

  it('finds none in languages whose nouns it cannot tell', async () => {
    expect(await phrasesOf('Le conseil a approuvé une nouvelle ligne de tramway.', 'fr')).toEqual([]);
  });
});
