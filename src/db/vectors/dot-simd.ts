import { dot } from '../../base/vectors.ts';
import { instantiate, MEMORY_PAGE_BYTES, VECTOR_BYTES } from './wasm.ts';
import { DOT } from './wasm-code.gen.ts';

/** Bytes that `dot.wat` takes at a time. */
const BLOCK_BYTES = 4 * VECTOR_BYTES;

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
    bytes > 0 && bytes % BLOCK_BYTES === 0 ? instantiate(DOT, Math.ceil(used / MEMORY_PAGE_BYTES)) : undefined;
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
