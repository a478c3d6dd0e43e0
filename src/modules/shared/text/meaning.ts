/** Direction of the sum of vectors, as a unit vector. */
export function normalized(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

/** Cosine of two unit vectors. */
export function similarity(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  for (let i = 0; i < a.length; i++) dot += a[i]! * b[i]!;
  return dot;
}
