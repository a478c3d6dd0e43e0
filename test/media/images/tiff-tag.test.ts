import { expect, test } from 'vitest';
import { tiffTag } from '../../../src/media/images/tiff-tag.ts';

/** A file with one tag, followed by what would be another one. */
function tiff(isLittle: boolean): Buffer {
  const file = Buffer.alloc(40);
  file.write(isLittle ? 'II' : 'MM', 'latin1');
  const short = (at: number, value: number) =>
    isLittle ? file.writeUInt16LE(value, at) : file.writeUInt16BE(value, at);
  short(2, 42);
  short(isLittle ? 4 : 6, 8);
  short(8, 1);
  for (const [at, tag, value] of [
    [10, 274, 6],
    [22, 306, 7],
  ] as const) {
    short(at, tag);
    short(at + 8, value);
  }
  return file;
}

test.each([true, false])('reads the tags of the folder only (little-endian: %s)', (isLittle) => {
  expect(tiffTag(tiff(isLittle), 274)).toBe(6);
  expect(tiffTag(tiff(isLittle), 306)).toBeUndefined();
  expect(tiffTag(tiff(isLittle).subarray(0, 7), 274)).toBeUndefined();
});
