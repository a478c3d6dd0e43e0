import { expect, it } from 'vitest';
import { topicTitles } from '../../../src/modules/chapters/topic-title.ts';
import { stopWordsFor } from '../../../src/modules/shared/text/stop-words.ts';
import { wordTokens } from '../../../src/modules/shared/text/tokens.ts';

const titlesOf = (language: string, ...parts: readonly string[][]) =>
  topicTitles(
    parts.map((texts) => ({ texts, phrases: [] })),
    language,
    stopWordsFor(wordTokens(parts.flat().join(' '))),
    null,
  );

it('titles a part with an announced plural as it is elsewhere, not in the dative', async () => {
  const parts = [
    ['Heute sehen wir uns die Mauer und die Zünfte an.', 'Die Mauer war teuer.'],
    ['Kommen wir zu den Zünften.', 'Eine Zunft war ein Zusammenschluss der Handwerker.'],
    ['Kommen wir zu den Brunnen.', 'Ein Brunnen war tief.'],
  ];
  expect((await titlesOf('de', ...parts)).slice(1)).toEqual(['Zünfte', 'Brunnen']);
});

it('ends no title with a possessive', async () => {
  const [title] = await titlesOf('en', ["We took skin from the patient's own thigh and moved it."]);
  expect(title).not.toMatch(/patient's$/);
});
