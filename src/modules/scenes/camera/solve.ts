/**
 * Solves symmetric linear equations by Gaussian elimination, in place.
 * @param matrix `size` rows of `size + 1` numbers, the right side last; only the upper triangle is read
 * @returns undefined if they have no unique solution
 */
export function solve(matrix: Float64Array, size: number): Float64Array | undefined {
  const width = size + 1;
  for (let k = 0; k < size; k++) for (let l = 0; l < k; l++) matrix[k * width + l] = matrix[l * width + k]!;
  for (let k = 0; k < size; k++) {
    // Normal equations are positive definite, so the diagonal serves as pivot.
    const pivot = matrix[k * width + k]!;
    if (pivot < 1e-9) return undefined;
    for (let i = k + 1; i < size; i++) {
      const factor = matrix[i * width + k]! / pivot;
      for (let l = k; l < width; l++) matrix[i * width + l]! -= factor * matrix[k * width + l]!;
    }
  }
  const result = new Float64Array(size);
  for (let k = size - 1; k >= 0; k--) {
    let sum = matrix[k * width + size]!;
    for (let l = k + 1; l < size; l++) sum -= matrix[k * width + l]! * result[l]!;
    result[k] = sum / matrix[k * width + k]!;
  }
  return result;
}
