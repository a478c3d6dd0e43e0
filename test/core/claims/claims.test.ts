import { describe, expect, test } from 'vitest';
import { claimsIn } from '../../../src/core/claims/claims.ts';
import { quotationsIn } from '../../../src/core/claims/quotations.ts';
import { countScans } from '../../fixtures/count-scans.ts';

describe('quotations', () => {
  test.each([
    ['straight marks', 'He said "we will go" and left.', ['we will go']],
    ['typographic marks', 'He said “we will go” and left.', ['we will go']],
    ['German marks', 'Er sagte: „Wir gehen“, und ging.', ['Wir gehen']],
    ['guillemets of either direction', '«on y va» und »los geht’s«', ['on y va', 'los geht’s']],
    ['single guillemets', 'Er rief ‹komm her› laut.', ['komm her']],
    ['corner brackets', '彼は「明日は雨」と言った', ['明日は雨']],
    ['single marks with apostrophes', '‘It isn’t the dog’s,’ she said.', ['It isn’t the dog’s,']],
    ['straight single marks', "'We don't know,' he said.", ["We don't know,"]],
    ['nested marks', '“She said ‘never’ to me”', ['She said ‘never’ to me']],
    ['paragraphs that each begin with a mark', '“One day.\n\n“Another day.” End.', ['One day.\n\n Another day.']],
    ['a block quote without its author', '> We will go\n> tomorrow.\n> — Ann Lee\n\nEnd', ['We will go\n  tomorrow.']],
  ])('%s', (_, text, quotes) => {
    expect(quotationsIn(text).map((one) => one.text)).toEqual(quotes);
  });

  test.each([
    ['apostrophes', "It's the dogs' bowl, rock 'n' roll of the '90s, isn't it?"],
    ['typographic apostrophes', '’Tis the dogs’ bowl of the ’90s'],
    ['inches', 'a 5" pipe'],
    ['a mark that is not closed in its paragraph', 'He said “we will\n\nand that was it”.'],
  ])('ignores %s', (_, text) => {
    expect(quotationsIn(text)).toEqual([]);
  });

  test('stay where they are in the text', () => {
    const text = 'A “b c” d\n\n> e f\n> g\n';
    for (const { start, end, text: words } of quotationsIn(text)) {
      expect(words).toHaveLength(end - start);
      expect(text[start]).toBe(words[0]);
    }
  });
});

describe('the person who said it', () => {
  test.each([
    ['“We go,” said Linda Moss.', 'Linda Moss'],
    ['“We go,” Moss told reporters.', 'Moss'],
    ['Mayor Linda Moss, who was there, said: “We go now.”', 'Mayor Linda Moss'],
    ['According to Moss, “we go now”.', 'Moss'],
    ['Linda Moss: “We go now.”', 'Linda Moss'],
    ['„Wir gehen“, sagte Moss.', 'Moss'],
    ['„Wir gehen“, so die Bürgermeisterin Linda Moss.', 'Bürgermeisterin Linda Moss'],
    ['> We go now.\n> — Moss', 'Moss'],
    ['“We go,” she said.', null],
    ['“We go,” said the mayor.', null],
    ['„Wir gehen“, sagte die Bürgermeisterin.', null],
    ['The plan is “dead on arrival”.', null],
    ['Linda Moss said that the bridge will close.', 'Linda Moss'],
    ['The bridge will close, according to Moss.', 'Moss'],
    ['Laut Moss wird die Brücke geschlossen.', 'Moss'],
    ['Moss sagte, die Brücke werde geschlossen.', 'Moss'],
  ])('%s', (text, sayer) => {
    expect(claimsIn(text)).toMatchObject([{ sayer }]);
  });
});

test('finds reported speech and statements, and no sentences without facts', () => {
  const text =
    'It was a nice evening. Mr. Moss said that the repair costs 42 Mio. pounds. On May 3, everybody met. Die Brücke sei alt, hieß es. We talked about Northfield.';
  expect(claimsIn(text).map(({ kind, text: words }) => [kind, words])).toEqual([
    ['reported', 'the repair costs 42 Mio. pounds.'],
    ['statement', 'On May 3, everybody met.'],
    ['reported', 'Die Brücke sei alt, hieß es.'],
    ['statement', 'We talked about Northfield.'],
  ]);
});

test.each(['The renovation begins in April.', 'The bridge closes on Monday.', 'Im April beginnt der Umbau.'])(
  'reads a month or a weekday as a fact: %s',
  (text) => expect(claimsIn(text)).toMatchObject([{ kind: 'statement', text }]),
);

test.each([
  ['marks that are never closed', 'He said “no and went '],
  ['quotations in one line', '“We go” '],
  ['lines of a block quote', '>a\n'],
  ['authors of a block quote', '> — A\n'],
  ['paragraphs that each begin with a mark', '„a\n\n'],
])('reads %s in linear time', async (_, part) => {
  const scanned = (length: number) => countScans(() => claimsIn(part.repeat(length / part.length)));
  expect(await scanned(20_000)).toBeLessThan(6 * (await scanned(5000)));
});

describe('a long quotation', () => {
  const sentence = 'We will build the bridge over the river, and we will open it to everybody before winter. ';

  test('is divided between its sentences, each by its speaker', () => {
    const text = `Linda Moss said: “${sentence.repeat(60)}”`;
    const claims = claimsIn(text);
    expect(claims.length).toBeGreaterThan(2);
    for (const { start, end, text: words, sayer } of claims) {
      expect([words, sayer]).toEqual([text.slice(start, end), 'Linda Moss']);
      expect(words).toMatch(/^We will .{50,2000}winter\.$/);
    }
    expect(claims.map(({ text: words }) => words).join(' ')).toBe(sentence.repeat(60).trim());
  });

  test.each([
    ['words', 'bridge '],
    ['characters', '橋'],
    ['surrogates', '𝔸'],
  ])('without sentences is divided between %s', (_, part) => {
    const quoted = `x${part.repeat(3000)}`;
    const claims = claimsIn(`“${quoted}”`);
    expect(claims.map(({ text: words }) => words).join(part.endsWith(' ') ? ' ' : '')).toBe(quoted.trim());
    for (const { text: words } of claims) {
      expect(words.length).toBeLessThanOrEqual(2000);
      expect(words.isWellFormed()).toBe(true);
    }
  });
});
