/** Returns the number of 32-bit words for the sign bits of a vector: even, so that two can be processed at a time. */
export function wordsPerCode(dimension: number): number {
  return Math.ceil(dimension / 64) * 2;
}

/** Writes the sign bits of `vector` (1 = positive) into `target` from word `offset` on; bits past the end stay 0. */
export function quantize(vector: Float32Array, target: Uint32Array, offset: number): void {
  for (let word = 0; word * 32 < vector.length; word++) {
    let bits = 0;
    const end = Math.min(32, vector.length - word * 32);
    for (let bit = 0; bit < end; bit++) if (vector[word * 32 + bit]! > 0) bits |= 1 << bit;
    target[offset + word] = bits;
  }
}

/**
 * Computes, for each byte of a code, the sum of ±query for each of its 256 values. Adding the entries of a code's bytes
 * yields the dot product of the query with the code's signs: the query keeps its precision, only the stored side is
 * coarse ("asymmetric distance", Jégou et al., Product Quantization for Nearest Neighbor Search, 2011).
 */
export function signTable(query: Float32Array): Float32Array {
  const bytes = wordsPerCode(query.length) * 4;
  const table = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte++) {
    const row = byte * 256;
    let allNegative = 0;
    for (let bit = 0; bit < 8; bit++) allNegative -= query[byte * 8 + bit] ?? 0;
    table[row] = allNegative;
    for (let value = 1; value < 256; value++) {
      const lowest = 31 - Math.clz32(value & -value);
      table[row + value] = table[row + (value & (value - 1))]! + 2 * (query[byte * 8 + lowest] ?? 0);
    }
  }
  return table;
}

/** Returns the cosine similarity of two vectors of equal length; 0 if one of them is zero. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i]!;
    const y = b[i]!;
    dot += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  const norm = Math.sqrt(squaresA * squaresB);
  return norm > 0 ? dot / norm : 0;
}

/** Returns the bytes of a typed array for SQLite. Every platform of Electron and Node 24 is little-endian. */
export function toBlob(array: Float32Array | Float64Array | Uint32Array): Buffer {
  return Buffer.from(array.buffer, array.byteOffset, array.byteLength);
}

/** Reads a blob of 32-bit floats. */
export function toFloats(blob: Uint8Array): Float32Array {
  const bytes = aligned(blob, 4);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** Reads a blob of 32-bit unsigned integers. */
export function toWords(blob: Uint8Array): Uint32Array {
  const bytes = aligned(blob, 4);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
}

/** Reads a blob of 64-bit floats. */
export function toDoubles(blob: Uint8Array): Float64Array {
  const bytes = aligned(blob, 8);
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
}

/** Returns the bytes aligned for a typed array; copies them only if necessary. */
function aligned(blob: Uint8Array, bytes: number): Uint8Array {
  return blob.byteOffset % bytes === 0 ? blob : Uint8Array.from(blob);
}
