/** Joins vectors of `dimension` numbers into one array, in order. */
export function joinVectors(vectors: readonly Float32Array[], dimension: number): Float32Array<ArrayBuffer> {
  const all = new Float32Array(vectors.length * dimension);
  vectors.forEach((vector, i) => void all.set(vector, i * dimension));
  return all;
}

/** Splits joined vectors of `dimension` numbers again; they share the memory of `all`. */
export function splitVectors(all: Float32Array, dimension: number): Float32Array[] {
  return Array.from({ length: all.length / dimension }, (_, i) => all.subarray(i * dimension, (i + 1) * dimension));
}
