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

/**
 * Returns the dot product of two vectors of equal length, in four sums at a time: one waits for each of its additions.
 */
export function dot(a: Float32Array, b: Float32Array): number {
  const whole = a.length & ~3;
  let [w, x, y, z] = [0, 0, 0, 0];
  for (let i = 0; i < whole; i += 4) {
    w += a[i]! * b[i]!;
    x += a[i + 1]! * b[i + 1]!;
    y += a[i + 2]! * b[i + 2]!;
    z += a[i + 3]! * b[i + 3]!;
  }
  for (let i = whole; i < a.length; i++) w += a[i]! * b[i]!;
  return w + x + y + z;
}
