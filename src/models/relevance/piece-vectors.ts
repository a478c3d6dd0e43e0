export const PIECE_WIDTH = 384;
/** Weights that share a scale. */
const BLOCK = 32;
const BLOCKS = PIECE_WIDTH / BLOCK;
const ROW_BYTES = BLOCKS * (Float16Array.BYTES_PER_ELEMENT + BLOCK / 2);
/** The 4-bit integer that stands for 0. */
const ZERO = 8;

/**
 * Returns the vectors of pieces, laid end to end.
 * @param file `vectors.bin` (layout: build/weights/multilingual_e5.py)
 */
export function readPieceVectors(file: Buffer, ids: Int32Array): Float32Array {
  const rows = new Float32Array(ids.length * PIECE_WIDTH);
  for (const [i, id] of ids.entries()) {
    const start = id * ROW_BYTES;
    const weights = start + BLOCKS * Float16Array.BYTES_PER_ELEMENT;
    for (let block = 0; block < BLOCKS; block++) {
      const scale = halfAt(file, start + 2 * block);
      for (let pair = 0; pair < BLOCK / 2; pair++) {
        const byte = file[weights + (block * BLOCK) / 2 + pair]!;
        const at = i * PIECE_WIDTH + block * BLOCK + 2 * pair;
        rows[at] = ((byte & 15) - ZERO) * scale;
        rows[at + 1] = ((byte >> 4) - ZERO) * scale;
      }
    }
  }
  return rows;
}

const bits = new DataView(new ArrayBuffer(2));

function halfAt(file: Buffer, at: number): number {
  bits.setUint16(0, file.readUInt16LE(at));
  return bits.getFloat16(0);
}
