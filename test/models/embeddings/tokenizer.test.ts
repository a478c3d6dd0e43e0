import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createTokenizer } from '../../../src/models/embeddings/tokenizer.ts';
import { readVocabulary } from '../../../src/models/embeddings/vocabulary.ts';
import { openWordVectors } from '../../../src/models/embeddings/word-vectors.ts';
import { weightsFile } from '../../../src/models/weights-file.ts';

const file = readFileSync(weightsFile('use-multilingual/vocabulary.bin')!);
const tokenize = createTokenizer(readVocabulary(file));

// Ids of Google's sentencepiece 0.2.3.
test.each([
  ['Hello world', [17486, 1017]],
  ['Wie oft soll ich die Tabletten nehmen?', [2534, 19, 31, 3295, 242, 86, 43052, 811, 8460, 21]],
  [
    '薬はどのくらいの頻度で飲めばいいですか',
    [6, 5940, 89, 9889, 2815, 6170, 11611, 830, 126, 2979, 1595, 1997, 1152, 120, 217],
  ],
  ['약을 얼마나 자주 먹어야 하나요', [18012, 505, 100494, 4474, 85803, 53052, 118741, 26974, 13475]],
  ['كم مرة يجب أن أتناول الحبوب', [19049, 24713, 37233, 1666, 2444, 60137, 350, 104526]],
  ['на сколько хватает батареи', [247, 15189, 6, 50081, 1183, 79820, 391]],
  ["İstanbul'da hava nasıl?", [7348, 11, 234, 11285, 5041, 21]],
  ['café naïve №5 ½ ﬁ ～ ~', [15567, 163, 12747, 344, 395, 323, 32259, 7950, 6, 890, 2931]],
  ['a\u0308 e\u0301 decomposed', [54295, 165, 13, 149, 42732]],
  ['  leading   and trailing  ', [8585, 17, 26495, 57]],
  ['zero\u200bwidth\ufeff mark', [7697, 16050, 9631]],
  ['ｆｕｌｌｗｉｄｔｈ ＡＢＣ ｶﾞ', [1969, 18027, 13514, 6, 4388]],
  ['नमस्ते שלום 🎬🎬 x', [6, 83420, 0, 54979, 0, 6, 58923, 42597, 27870, 0, 6, 0, 257]],
  ['', [0]],
])('tokenizes %j like the published tokenizer', (text, ids) => {
  expect([...tokenize(text).ids]).toEqual([1, ...ids, 2]);
});

test('reports unknown characters', () => {
  expect(tokenize('ሰላም language ሰላ')).toMatchObject({ unknown: 'ሰላም ሰላ', unknownShare: 5 / 13 });
  expect(tokenize('plain')).toMatchObject({ unknown: '', unknownShare: 0 });
  expect(tokenize('')).toMatchObject({ unknown: '', unknownShare: 1 });
});

test('refuses files of another layout', () => {
  expect(() => readVocabulary(file.subarray(0, -1000))).toThrow(RangeError);
  const vectors = readFileSync(weightsFile('use-multilingual/vectors.bin')!);
  expect(() => openWordVectors(vectors.subarray(0, -1), 128_000)).toThrow(RangeError);
  expect(() => openWordVectors(vectors, 127_999)).toThrow(RangeError);
});
