import { expect, it } from 'vitest';
import { findQuote } from '../../../../src/server/evidence/citations/passages.ts';

/** A transcript of more lines than are searched at once. */
const lines = Array.from({ length: 1200 }, (_, i) => ({
  module: 'transcription' as const,
  content: `This is sentence n${i}a of the talk.`,
  start: i,
  end: i + 1,
}));

// Passages end with lines of 500, and so would cut quotes around them.
it.each([0, 499, 998, 1197])('finds a quote that spans three lines from line %i', async (first) => {
  const quoted = lines.slice(first, first + 3);
  const found = await findQuote(quoted.map(({ content }) => content).join(' '), lines);
  expect(found).toMatchObject({ match: { match: 'exact' }, findings: quoted });
});

it('finds no quote that the lines of a long transcript don’t have in this order', async () => {
  const quote = [lines[700]!, lines[3]!].map(({ content }) => content).join(' ');
  expect((await findQuote(quote, lines))?.match.match).toBe('none');
});
