import { expect, test } from 'vitest';
import { fileText } from '../../../src/core/claims/file-text.ts';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

test.each([
  ['UTF-8', bytes('Größe'), 'Größe'],
  ['UTF-8 with its mark', bytes('\ufeffGröße'), 'Größe'],
  ['UTF-16 of Windows', new Uint8Array([255, 254, 0x47, 0, 0xf6, 0]), 'Gö'],
  ['UTF-16, big-endian', new Uint8Array([254, 255, 0, 0x47, 0, 0xf6]), 'Gö'],
  ['an empty file', new Uint8Array(), ''],
  ['Latin-1', new Uint8Array([0x47, 0xf6, 0x20]), undefined],
  ['rich text', bytes('{\\rtf1\\ansi Hello}'), undefined],
  ['PDF', bytes('%PDF-1.4\n1 0 obj'), undefined],
  ['a web page', bytes('\n<!DOCTYPE html><p>Hello'), undefined],
])('reads %s', async (_, content, text) => {
  expect(await fileText('article.txt', content)).toBe(text);
});

test('a file that is only named like a Word document is refused', async () => {
  expect(await fileText('article.DOCX', bytes('Hello'))).toBeUndefined();
});
