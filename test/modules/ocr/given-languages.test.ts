import { expect, test } from 'vitest';
import { TEXT_LANGUAGES } from '../../../src/contract/analysis/text-languages.ts';
import { LANGUAGES, SCRIPT_NAMES } from '../../../src/models/accents/index.ts';
import { givenLanguages } from '../../../src/modules/ocr/given-languages.ts';

test('nothing is given by default', () => {
  expect(givenLanguages()).toBeUndefined();
  expect(givenLanguages([])).toBeUndefined();
});

test('languages are read in the order in which they are given', () => {
  const given = givenLanguages(['bg', 'pl', 'ru', 'ja', 'de'])!;
  expect(given.latin).toEqual(['pol', 'deu']);
  expect([...given.scripts]).toEqual([
    ['Cyrillic', ['bul', 'kaz']],
    ['Japanese', ['jpn']],
  ]);
});

test('English and Chinese need no other reader', () => {
  expect(givenLanguages(['en', 'zh'])).toEqual({ latin: [], scripts: new Map() });
});

test('every bundled language and script can be given', () => {
  const given = givenLanguages(TEXT_LANGUAGES)!;
  expect(given.latin.toSorted()).toEqual(LANGUAGES.toSorted());
  expect([...given.scripts.keys()].toSorted()).toEqual(SCRIPT_NAMES.toSorted());
});
