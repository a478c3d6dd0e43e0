import { expect, test } from 'vitest';
import {
  type CitationId,
  MAX_CITATION_LENGTH,
  readCitationId,
  writeCitationId,
} from '../../../src/contract/evidence/citation-id.ts';

const CITATION: CitationId = {
  source: 'f0e1d2c3'.repeat(8),
  startMs: 65_400,
  endMs: 3_725_120,
  revision: 'aB-_01234567890123456A',
  still: 'Zz-_01234567890123456A',
};

test.each([CITATION, { ...CITATION, still: null }])('a citation is read as it was written', (citation) => {
  const text = writeCitationId(citation);
  expect(text).toMatch(/^rsc1\.8OHSw_Dh0sPw4dLD8OHSw_Dh0sPw4dLD8OHSw_Dh0sM\.65400-3725120\./);
  expect(text.length).toBeLessThanOrEqual(MAX_CITATION_LENGTH);
  expect(readCitationId(` ${text}\n`)).toEqual(citation);
});

test.each([
  ['other text', 'rsc1'],
  ['a short hash', writeCitationId(CITATION).replace('.8O', '.8')],
  ['bits beyond the hash', writeCitationId(CITATION).replace('0sM.', '0sN.')],
  ['more behind it', `${writeCitationId(CITATION)}A`],
])('%s is no citation', (_, text) => {
  expect(readCitationId(text)).toBeUndefined();
});

test('a later version is named as such', () => {
  expect(readCitationId('rsc2.whatever')).toBe('newer');
});
