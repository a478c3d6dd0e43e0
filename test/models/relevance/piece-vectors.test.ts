import { expect, test } from 'vitest';
import { PIECE_WIDTH, readPieceVectors } from '../../../src/models/relevance/piece-vectors.ts';

const BLOCKS = 12;

/** Row of a piece: the scale of each block, and weight `i` of a block as the 4-bit integer `i % 16`. */
function rowWith(scales: readonly number[]): Buffer {
  const row = Buffer.alloc(BLOCKS * 2 + PIECE_WIDTH / 2);
  const view = new DataView(row.buffer, row.byteOffset);
  for (const [i, scale] of scales.entries()) view.setFloat16(2 * i, scale, true);
  for (let i = 0; i < PIECE_WIDTH; i += 2) row[BLOCKS * 2 + i / 2] = (i % 16) | (((i + 1) % 16) << 4);
  return row;
}

test('reads the vectors of pieces in their order', () => {
  const scales = Array.from({ length: BLOCKS }, (_, i) => 2 ** -i);
  const file = Buffer.concat([rowWith(scales), rowWith(scales.map((scale) => -3 * scale))]);
  const rows = readPieceVectors(file, Int32Array.of(1, 0));
  const expected = Array.from({ length: PIECE_WIDTH }, (_, i) => ((i % 16) - 8) * scales[Math.floor(i / 32)]!);
  expect([...rows.subarray(PIECE_WIDTH)]).toEqual(expected);
  expect([...rows.subarray(0, PIECE_WIDTH)]).toEqual(expected.map((value) => -3 * value));
});
