import { describe, expect, test } from 'vitest';
import { matchQuote } from '../../../../src/server/evidence/citations/quote-match.ts';

const LINE = 'So, we will ship the new follow-up release to 3,000 customers on Friday — and we won’t wait for Berlin.';

describe('fits', () => {
  test.each([
    ['the same words in another case and punctuation', 'WE WILL SHIP THE NEW: follow up release', 'exact'],
    ['words written together or apart', 'the new followup release', 'exact'],
    ['contractions', 'and we will not wait for Berlin', 'exact'],
    ['numbers by their value', 'to 3.000 customers', 'exact'],
    ['another spelling of a word in a long quote', 'will ship the new follow-up releases to 3000 customers', 'close'],
    ['a missing word in a long quote', 'we will ship new follow-up release to 3000 customers on Friday', 'close'],
  ])('%s', (_, quote, match) => {
    expect(matchQuote(quote, LINE)).toMatchObject({ match });
  });

  test('finds the passage and names what differs', () => {
    const found = matchQuote('we will ship the follow-up releases to 3000 customers on Friday', LINE)!;
    expect(LINE.slice(found.start, found.end)).toBe(
      'we will ship the new follow-up release to 3,000 customers on Friday',
    );
    expect(found).toMatchObject({
      match: 'close',
      differences: [
        { quote: '', finding: 'new' },
        { quote: 'releases', finding: 'release' },
      ],
    });
    expect(found.similarity).toBeCloseTo(1 - 1.5 / 12, 2);
  });

  test.each([
    ['Straße und Übergröße', 'STRASSE und ubergrosse', 'exact'],
    ['Wir fahren nach München', 'wir fahren nach Munchen', 'exact'],
    ['今天天气很好。', '天气很好', 'exact'],
    ['It costs three euros.', 'it costs 3 euros', 'exact'],
  ])('compares %s in its script', (text, quote, match) => {
    expect(matchQuote(quote, text)).toMatchObject({ match });
  });
});

describe('does not fit', () => {
  test.each([
    ['a negation that is missing', 'and we wait for Berlin', 'We shall stay and we will not wait for Berlin'],
    ['a negation that is added', 'we will not ship the new follow-up release to 3000 customers on Friday', LINE],
    ['another number', 'we will ship the new follow-up release to 5000 customers on Friday', LINE],
    ['another sign', 'it is 5 degrees in the old town this morning', 'It is -5 degrees in the old town this morning'],
    [
      'a decimal',
      'growth of 35 percent in the second quarter of the year',
      'growth of 3.5 percent in the second quarter of the year',
    ],
    [
      'German negations',
      'wir liefern die Ware am Freitag an alle Kunden aus',
      'wir liefern keine Ware am Freitag an alle Kunden aus',
    ],
    ['another name', 'We met Robert at the harbor on Friday morning', 'We met Alice at the harbor on Friday morning'],
    ['an opposite', 'they say it is possible to cross the river', 'they say it is impossible to cross the river'],
    ['an added word', 'we will certainly ship the new follow-up release to 3000 customers', LINE],
    ['a limit left out', 'we ship to customers in Berlin and Bonn', 'we ship only to customers in Berlin and Bonn'],
    ['other words', 'we cancel the release', LINE],
    ['a single other word', 'Bonn', LINE],
  ])('%s', (_, quote, text) => {
    expect(matchQuote(quote, text)?.match).toBe('none');
  });

  test('a text without words', () => {
    expect(matchQuote('words', '…')).toBeUndefined();
  });
});

test('compares a long quote with a long transcript in time proportional to both', () => {
  const words = Array.from({ length: 20_000 }, (_, i) => `word${(i * 7919) % 5003}`);
  const quote = words.slice(15_000, 15_100).join(' ');
  expect(matchQuote(quote, words.join(' '))).toMatchObject({ match: 'exact' });
});

test('words that objects have as members are compared like others', () => {
  expect(matchQuote('the constructor won', 'The constructor won.')).toMatchObject({ match: 'exact' });
});
