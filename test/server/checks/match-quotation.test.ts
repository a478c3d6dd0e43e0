import { expect, test } from 'vitest';
import { matchQuotation, partsOfQuotation } from '../../../src/server/checks/match-quotation.ts';
import { quoteWordsOf } from '../../../src/server/evidence/citations/quote-words.ts';

const correct = (quotation: string, source: string) =>
  matchQuotation(quotation, partsOfQuotation(quotation), source, quoteWordsOf(source))!.corrected;

test.each([
  [
    'We found 19 dead fish in four years.',
    'We counted, in 4 years we found 19 dead fish, the ferry kills more.',
    'We found 19 dead fish.',
  ],
  ['We found 19 dead fish on Monday.', 'We found 90 dead fish on Monday.', 'We found 90 dead fish on Monday.'],
  [
    'The fire was caused by lightning,',
    'Good evening. The fire was caused by a gas leak. Nobody was hurt.',
    'The fire was caused by a gas leak,',
  ],
  ['It was closed for eight weeks.', 'It was closed for eight months.', 'It was closed for eight months.'],
])('%s of “%s” is corrected to %s', (quotation, source, corrected) => {
  expect(correct(quotation, source)).toBe(corrected);
});
