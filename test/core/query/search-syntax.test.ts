import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearchSyntax } from '../../../src/core/query/search-syntax.ts';

const read = (text: string) => {
  const { text: rest, required, excluded } = readSearchSyntax(text);
  const shown = (all: typeof required) => all.map((one) => (one.isPhrase ? `"${one.text}"` : one.text));
  return [rest, shown(required), shown(excluded)];
};

describe('search syntax', () => {
  test.each([
    ['red car', 'red car', [], []],
    ['car AND dog', 'car dog', ['car', 'dog'], []],
    ['car AND dog AND bus street', 'car dog bus street', ['car', 'dog', 'bus'], []],
    ['"red car" AND dog', '"red car" dog', ['"red car"', 'dog'], []],
    ['car NOT dog', 'car', [], ['dog']],
    ['car -dog -"fire hydrant"', 'car', [], ['dog', '"fire hydrant"']],
    ['car AND NOT dog', 'car', ['car'], ['dog']],
    ['Auto UND Hund NICHT Katze', 'Auto Hund', ['Auto', 'Hund'], ['Katze']],
  ])('%s', (text, rest, required, excluded) => {
    expect(read(text)).toEqual([rest, required, excluded]);
  });

  test.each([
    'rock and roll',
    'NOT',
    'AND',
    'car AND',
    'AND car',
    'NOT dog',
    '-dog',
    'well-known face',
    'minus - sign',
    'a 19" screen',
    '"to be or NOT to be"',
  ])('%s has no operator', (text) => {
    expect(read(text)).toEqual([text, [], []]);
  });

  test('reads any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(readSearchSyntax(text).text.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
