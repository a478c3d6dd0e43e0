import { dot } from '../../base/vectors.ts';
import { instantiate, MEMORY_PAGE_BYTES, VECTOR_BYTES } from './wasm.ts';

/** Vectors of four numbers that are multiplied at a time, with a sum each: an addition takes several cycles. */
const SUMS = 4;
const BLOCK_BYTES = SUMS * VECTOR_BYTES;
/** Locals of the sums. */
const SUM_LOCALS = Array.from({ length: SUMS }, (_, i) => 7 + i);

// Parameters: 0 table, 1 its number of vectors, 2 blocks per vector, 3 vector, 4 out.
const BODY = [
  // Locals: 5 blocks left, 6 address in the vector, 7 to 10 sums (4 of 32 bits).
  ...[0x02, 0x02, 0x7f, SUMS, 0x7b],
  ...[0x02, 0x40, 0x20, 0x01, 0x45, 0x0d, 0x00],
  // For each vector of the table.
  ...[0x03, 0x40],
  ...SUM_LOCALS.flatMap((local) => [0xfd, 0x0c, ...new Uint8Array(16), 0x21, local]),
  ...[0x20, 0x02, 0x21, 0x05, 0x20, 0x03, 0x21, 0x06],
  // For each block of it: sums += table * vector.
  ...[0x03, 0x40],
  ...SUM_LOCALS.flatMap((local, i) => [
    ...[0x20, local, 0x20, 0x00, 0xfd, 0x00, 0x00, i * VECTOR_BYTES, 0x20, 0x06, 0xfd, 0x00, 0x00, i * VECTOR_BYTES],
    ...[0xfd, 0xe6, 0x01, 0xfd, 0xe4, 0x01, 0x21, local],
  ]),
  ...[0x20, 0x00, 0x41, 0xc0, 0x00, 0x6a, 0x21, 0x00, 0x20, 0x06, 0x41, 0xc0, 0x00, 0x6a, 0x21, 0x06],
  ...[0x20, 0x05, 0x41, 0x01, 0x6b, 0x22, 0x05, 0x0d, 0x00, 0x0b],
  // out = sum of the sums.
  ...[0x20, 0x04, 0x20, 0x07, 0x20, 0x08, 0xfd, 0xe4, 0x01, 0x20, 0x09, 0x20, 0x0a, 0xfd, 0xe4, 0x01],
  ...[0xfd, 0xe4, 0x01, 0x22, 0x07, 0xfd, 0x1f, 0x00],
  ...[1, 2, 3].flatMap((lane) => [0x20, 0x07, 0xfd, 0x1f, lane, 0x92]),
  ...[0x38, 0x02, 0x00],
  ...[0x20, 0x04, 0x41, 0x04, 0x6a, 0x21, 0x04],
  ...[0x20, 0x01, 0x41, 0x01, 0x6b, 0x22, 0x01, 0x0d, 0x00],
  ...[0x0b, 0x0b, 0x0b],
];

/**
 * Returns a function that computes the dot products of a vector with each of `vectors` (all of one dimension), in
 * single precision; its result is valid until the next call. Uses vector instructions, in a tenth of the time, where
 * the processor has them and the dimension is a multiple of 16.
 */
export function createDots(vectors: readonly Float32Array[]): (vector: Float32Array) => Float32Array {
  const dimension = vectors[0]?.length ?? 0;
  const bytes = dimension * Float32Array.BYTES_PER_ELEMENT;
  const used = bytes * (vectors.length + 1) + vectors.length * Float32Array.BYTES_PER_ELEMENT;
  const simd =
    bytes > 0 && bytes % BLOCK_BYTES === 0 ? instantiate(BODY, Math.ceil(used / MEMORY_PAGE_BYTES)) : undefined;
  if (!simd) return (vector) => Float32Array.from(vectors, (other) => dot(vector, other));
  const { memory, run } = simd;
  vectors.forEach((vector, i) => void new Float32Array(memory.buffer, i * bytes, dimension).set(vector));
  const vectorAt = vectors.length * bytes;
  const outAt = vectorAt + bytes;
  const given = new Float32Array(memory.buffer, vectorAt, dimension);
  const products = new Float32Array(memory.buffer, outAt, vectors.length);
  return (vector) => {
    given.set(vector);
    run(0, vectors.length, bytes / BLOCK_BYTES, vectorAt, outAt);
    return products;
  };
}
