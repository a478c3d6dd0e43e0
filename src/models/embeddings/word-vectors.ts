/** Floats of a word's vector. */
export const WORD_WIDTH = 512;

/** Groups of words, by the remainder of their ids, that share a scale and a code. */
const GROUPS = 17;
const SYMBOLS = 64;
const MAX_CODE_BITS = 12;
const GROUP_BYTES = 8 + SYMBOLS;
/** Bits of a table entry that hold the length of the code; the symbol is above them. */
const LENGTH_BITS = 4;

/** Reads vectors of words out of their entropy-coded table. */
export interface WordVectors {
  /** Writes the vector of a word to `target`, from element `at` on. */
  read(id: number, target: Float32Array, at: number): void;
}

/**
 * Opens `vectors.bin` (layout: build/weights/use_multilingual.py): 128,000 rows of 512 steps in a Huffman code, 23 MB
 * instead of 66 in bytes and 262 in floats. A row takes about three microseconds.
 * @param count of words
 * @throws RangeError for a file of another layout
 */
export function openWordVectors(file: Buffer, count: number): WordVectors {
  const values = new Float32Array(GROUPS * SYMBOLS);
  const codes = new Uint16Array(GROUPS << MAX_CODE_BITS);
  for (let group = 0; group < GROUPS; group++) {
    const at = group * GROUP_BYTES;
    const [scale, lowest] = [file.readFloatLE(at), file.readFloatLE(at + 4)];
    for (let symbol = 0; symbol < SYMBOLS; symbol++) values[group * SYMBOLS + symbol] = symbol * scale + lowest;
    fillCodes(codes, group << MAX_CODE_BITS, file.subarray(at + 8, at + GROUP_BYTES));
  }
  const sizesAt = GROUPS * GROUP_BYTES;
  const starts = new Uint32Array(count + 1);
  starts[0] = sizesAt + 2 * count;
  for (let id = 0; id < count; id++) starts[id + 1] = starts[id]! + file.readUInt16LE(sizesAt + 2 * id);
  if (starts[count]! + 2 !== file.length) throw new RangeError('The word vectors have another length than their rows.');

  return {
    read(id, target, at) {
      const group = id % GROUPS;
      const [table, steps] = [group << MAX_CODE_BITS, group * SYMBOLS];
      let next = starts[id]!;
      // The lowest `ready` bits of `bits` have been read and not used; those above them are of earlier codes.
      let [bits, ready] = [0, 0];
      for (let i = 0; i < WORD_WIDTH; i++) {
        while (ready < MAX_CODE_BITS) {
          bits = (bits << 8) | file[next++]!;
          ready += 8;
        }
        const entry = codes[table + ((bits >>> (ready - MAX_CODE_BITS)) & ((1 << MAX_CODE_BITS) - 1))]!;
        ready -= entry & ((1 << LENGTH_BITS) - 1);
        target[at + i] = values[steps + (entry >>> LENGTH_BITS)]!;
      }
    },
  };
}

/** Fills the entries of a canonical code (RFC 1951, 3.2.2): all that begin with a code have its symbol and length. */
function fillCodes(codes: Uint16Array, from: number, lengths: Uint8Array): void {
  let at = from;
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      if (lengths[symbol] !== length) continue;
      const end = at + (1 << (MAX_CODE_BITS - length));
      codes.fill((symbol << LENGTH_BITS) | length, at, end);
      at = end;
    }
  }
}
