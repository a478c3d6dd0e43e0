import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseStructured } from '../../../src/core/query/groups.ts';
import { englishText } from '../../../src/core/texts/sentence.ts';

/** A query as text of its alternatives. */
function shown(text: string): string[] | null {
  const structured = parseStructured(text);
  return (
    structured?.groups.map((group) => {
      const words = (all: typeof group.words, sign = '') =>
        all.map((one) => sign + (one.isPhrase ? `"${one.text}"` : one.text) + (one.isRequired ? '!' : ''));
      const conditions = (all: typeof group.conditions, sign = '') =>
        all.map((one) => `${sign}${one.field}:${one.isPhrase ? `"${one.value}"` : one.value}`);
      const videos = group.videos.map((one) => `${one.isNegated ? '-' : ''}${one.field}:${one.value}`);
      const parts = [...words(group.words), ...words(group.excludedWords, '-'), ...conditions(group.conditions)];
      return [
        ...parts,
        ...conditions(group.excluded, '-'),
        ...videos,
        ...(group.within === 10 ? [] : [group.within]),
      ].join(' ');
    }) ?? null
  );
}

describe('a text with fields', () => {
  test.each([
    ['said:budget', ['said:budget']],
    ['Gesagt:"der Haushalt" Auto', ['Auto said:"der Haushalt"']],
    ['said:a sees:b within:2m', ['said:a sees:b 120']],
    ['said:a within:1,5s', ['said:a 1.5']],
    ['said:a within:video', ['said:a Infinity']],
    ['said:a OR shown:b sees:c', ['said:a', 'shown:b sees:c']],
    ['(said:a OR shown:b) sees:c', ['said:a sees:c', 'shown:b sees:c']],
    ['said:a AND said:b', ['said:a said:b']],
    ['said:a NOT (sees:b OR sees:c)', ['said:a -sees:b -sees:c']],
    ['said:a -(sees:b sees:c)', ['said:a -sees:b', 'said:a -sees:c']],
    ['said:a NOT NOT sees:b', ['said:a sees:b']],
    ['red AND car -dog in:"My trips"', ['red! car! -dog in:My trips']],
    ['cat OR "red dog"', ['cat', '"red dog"']],
    ['said:a -speaker:Ben -in:x to:2026', ['said:a -speaker:Ben -in:x to:2026']],
    ['brand:Coca-Cola (new)', ['new brand:Coca-Cola']],
    ['person:"Ada Lovelace" dog -person:Ben', ['dog person:"Ada Lovelace" -person:Ben']],
    ['said:"unfin', ['said:"unfin"']],
    ['said:a OR', ['said:a']],
    ['OR said:a AND', ['said:a']],
  ])('%s', (text, groups) => {
    expect(shown(text)).toEqual(groups);
    expect(parseStructured(text)!.hints).toEqual([]);
  });

  test.each([
    'red car',
    'a AND b NOT c -d',
    'speaker:Anna budget',
    'f(x) (y)',
    'note: said: x',
    'http://in.example',
    '19:30',
    'OR',
    'a OR',
  ])('%s is a plain text', (text) => expect(parseStructured(text)).toBeNull());

  test.each([
    ['from:soon said:a', ['soon said:a'], 'query.no-date', 0, 9],
    ['said:a to:2026-02-30', ['2026-02-30 said:a'], 'query.no-date', 7, 20],
    ['said:a within:far', ['far said:a'], 'query.no-distance', 7, 17],
    ['((said:a)', ['said:a'], 'query.unclosed', 0, 1],
    ['-said:a in:x', [], 'query.nothing-to-find', 0, 12],
  ])('%s has a hint', (text, groups, key, start, end) => {
    expect(shown(text)).toEqual(groups);
    expect(parseStructured(text)!.hints).toMatchObject([{ text: { key }, start, end }]);
    expect(englishText(parseStructured(text)!.hints[0]!.text)).toMatch(/\.$/);
  });

  test('has a limited number of alternatives', () => {
    const { groups, hints } = parseStructured('(said:a OR said:b) (said:c OR said:d) (said:e OR said:f)')!;
    expect(groups).toHaveLength(6);
    expect(hints.map(({ text }) => text.key)).toEqual(['query.too-many']);
  });

  test('has a limited number of parts, but as many words as are typed', () => {
    const words = Array.from({ length: 20 }, (_, i) => `w${i}`).join(' ');
    expect(shown(`${words} sees:car`)).toEqual([`${words} sees:car`]);
    expect(parseStructured(`${words} sees:car`)!.hints).toEqual([]);
    const { groups, hints } = parseStructured('sees:car '.repeat(20))!;
    expect(groups[0]!.conditions).toHaveLength(12);
    expect(hints.map(({ text }) => text.key)).toEqual(['query.too-many']);
  });

  test('may be any text', () => {
    const part = fc.constantFrom(
      'said:a',
      '-',
      '(',
      ')',
      ' OR ',
      ' AND ',
      ' NOT ',
      '"',
      ' ',
      'x',
      'within:',
      '5s',
      'in:',
      'from:2026',
    );
    const text = fc.oneof(
      fc.array(part, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (any) => {
        for (const { words, conditions } of parseStructured(any)?.groups ?? []) {
          for (const leaf of [...words, ...conditions]) {
            expect(leaf.end).toBeGreaterThan(leaf.start);
            expect(any.slice(leaf.start, leaf.end)).toContain('text' in leaf ? leaf.text : leaf.value);
          }
        }
      }),
    );
    expect(() => parseStructured(`${'('.repeat(1500)}said:a`)).not.toThrow();
    expect(() => parseStructured(`${'NOT '.repeat(20_000)}said:a`)).not.toThrow();
  });
});
