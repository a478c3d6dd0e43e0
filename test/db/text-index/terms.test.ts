import fc from 'fast-check';
import { expect, test } from 'vitest';
import { termCounter } from '../../../src/db/text-index/term-counts.ts';
import { indexTermsOf, termsOf } from '../../../src/db/text-index/terms.ts';
import { EXTENDED, WHOLE } from '../../fixtures/extended.ts';

const pairs: [string, string][] = [
  ['dog', 'Dogs'],
  ['a man is running', 'A man is runs'],
  ["John's bike", 'john bike'],
  ['John’s bike', 'john bike'],
  ['Cafe Zurich', 'Café Zürich'],
  ['strasse', 'Straße'],
  ['Иванов', 'ИВАНОВ'],
  ['елка', 'ёлка'],
  ['office', 'oﬃce'],
  ['ＡＢＣ', 'abc'],
  ['שלום', 'שָׁלוֹם'],
  ['한국어', '한국어'.normalize('NFD')],
];
test.each(pairs)('%s and %s have the same terms', (a, b) => {
  expect(indexTermsOf(a).own).toEqual(indexTermsOf(b).own);
  expect(termsOf(a).length).toBeGreaterThan(0);
});

test('different words have different terms', () => {
  expect(termsOf('पानी')).not.toEqual(termsOf('पान'));
  expect(termsOf('が')).not.toEqual(termsOf('か'));
  expect(termsOf('general')).not.toEqual(termsOf('gene'));
});

test('indexes scripts without spaces by character pairs and single characters', () => {
  const indexed = termsOf('東京タワーは高い');
  for (const query of ['東京', 'タワー', '高い', '京']) {
    const terms = termsOf(query, 'query');
    expect(terms.length).toBeGreaterThan(0);
    expect(indexed).toEqual(expect.arrayContaining(terms));
  }
  expect(indexed).not.toEqual(expect.arrayContaining(termsOf('京都', 'query')));
});

test('accepts text in mixed scripts', () => {
  expect(termsOf('新しいiPhone 15', 'query')).toEqual(['新し', 'しい', 'iphon', '15']);
  expect(termsOf('㈱日立', 'query')).toEqual(['株日', '日立']);
});

test('derives the same letters, digits, and marks from any text every time', WHOLE, () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const terms = termsOf(text);
      for (const term of terms)
        expect(term).toMatch(
          /^(?:[‹›\p{L}\p{Extended_Pictographic}\p{RI}\p{N}\p{M}ー・々〆〜\p{scx=Han}\p{scx=Kana}]|\u200d){1,60}$/u,
        );
      expect(termsOf(text)).toEqual(terms);
    }),
    { numRuns: EXTENDED ? 300 : 60 },
  );
});

test('never produces a term that equals a scope of the text index', () => {
  expect(termsOf('§u1 u1')).toEqual(['u1', 'u1']);
});

const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(
    fc.constantFrom('runs', 'running', "John's", 'ponies', 'ties', 'skies', 'x', 'Straße', '東京', 'a-b', '2026'),
  ),
);
test('counts terms of texts as they are indexed', () => {
  fc.assert(
    fc.property(texts, texts, (one, two) => {
      const [text, other] = [one, two].map((each) => (Array.isArray(each) ? each.join(' ') : each)) as [string, string];
      const terms = termsOf(text);
      const wanted = new Set([...termsOf(other), ...terms.slice(0, 2)]);
      const { counts, length } = termCounter(wanted)(text);
      expect(length).toBe(indexTermsOf(text).own.length);
      const own = new Set(terms.filter((term) => wanted.has(term)));
      expect(new Set(counts.keys())).toEqual(own);
      const { own: ownTerms } = indexTermsOf(text);
      for (const [term, count] of counts) {
        const ofWords = ownTerms.filter((each) => each === term).length;
        // A joined form is a spelling of words, not a further occurrence.
        if (ofWords > 0) expect(count).toBe(ofWords);
      }
    }),
  );
});
