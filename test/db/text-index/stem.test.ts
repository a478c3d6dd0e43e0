import { expect, test } from 'vitest';
import { stem } from '../../../src/db/text-index/stem.ts';

// Examples from Porter's paper and its published vocabulary.
const examples: Record<string, string> = {
  caresses: 'caress',
  ponies: 'poni',
  ties: 'ti',
  cats: 'cat',
  feed: 'feed',
  agreed: 'agre',
  plastered: 'plaster',
  bled: 'bled',
  motoring: 'motor',
  sing: 'sing',
  conflated: 'conflat',
  troubling: 'troubl',
  sized: 'size',
  hopping: 'hop',
  tanned: 'tan',
  falling: 'fall',
  hissing: 'hiss',
  fizzed: 'fizz',
  failing: 'fail',
  filing: 'file',
  happy: 'happi',
  sky: 'sky',
  relational: 'relat',
  conditional: 'condit',
  rational: 'ration',
  digitizer: 'digit',
  operator: 'oper',
  feudalism: 'feudal',
  hopefulness: 'hope',
  formality: 'formal',
  sensibility: 'sensibl',
  triplicate: 'triplic',
  electrical: 'electr',
  goodness: 'good',
  revival: 'reviv',
  allowance: 'allow',
  inference: 'infer',
  airliner: 'airlin',
  adjustable: 'adjust',
  replacement: 'replac',
  adoption: 'adopt',
  communism: 'commun',
  effective: 'effect',
  probate: 'probat',
  rate: 'rate',
  cease: 'ceas',
  controlling: 'control',
  roll: 'roll',
  generalizations: 'gener',
  oscillators: 'oscil',
};

test.each(Object.entries(examples))('%s → %s', (word, expected) => {
  expect(stem(word)).toBe(expected);
});

test('returns words that are not English unchanged', () => {
  for (const word of ['', 's', 'is', '1990s', 'häuser', 'собаки']) expect(stem(word)).toBe(word);
});
