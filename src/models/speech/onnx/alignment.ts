/** Width of the median filter over time (openai/whisper, `timing.py`). */
const MEDIAN_WIDTH = 7;

/**
 * The frame at which each row begins: the path through the attention of tokens (rows) to the sound (columns) that goes
 * forward in both and follows the strongest attention (openai/whisper, `timing.py`, `find_alignment`). Pure.
 * @param attention for each token, a row per head @param frames columns that hold sound
 */
export function alignTokens(attention: readonly (readonly Float32Array[])[], frames: number): number[] {
  const rows = attention.length;
  const heads = attention[0]?.length ?? 0;
  if (rows === 0 || heads === 0 || frames === 0) return attention.map(() => 0);
  const cost = new Float32Array(rows * frames);
  for (let head = 0; head < heads; head++) {
    const weights = attention.map((row) => shares(row[head]!, frames));
    standardize(weights, frames);
    for (const [row, values] of weights.entries()) {
      const smooth = medianFilter(values);
      for (let i = 0; i < frames; i++) cost[row * frames + i]! -= smooth[i]! / heads;
    }
  }
  return starts(cost, rows, frames);
}

/** The first columns as shares of their sum: softmax over these columns alone. */
function shares(row: Float32Array, frames: number): Float32Array {
  const cut = row.slice(0, frames);
  const sum = cut.reduce((total, value) => total + value, 0) || 1;
  return cut.map((value) => value / sum);
}

/** Brings each column to mean 0 and deviation 1 over the rows. */
function standardize(rows: readonly Float32Array[], frames: number): void {
  for (let i = 0; i < frames; i++) {
    let [sum, squares] = [0, 0];
    for (const row of rows) {
      sum += row[i]!;
      squares += row[i]! * row[i]!;
    }
    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(0, squares / rows.length - mean * mean)) || 1;
    for (const row of rows) row[i] = (row[i]! - mean) / deviation;
  }
}

/** A running median; the ends are mirrored. */
function medianFilter(values: Float32Array): Float32Array {
  const half = (MEDIAN_WIDTH - 1) / 2;
  if (values.length <= half) return values;
  const last = values.length - 1;
  const window = new Float32Array(MEDIAN_WIDTH);
  return values.map((_, i) => {
    for (let k = -half; k <= half; k++) {
      const at = Math.abs(i + k);
      window[k + half] = values[at > last ? 2 * last - at : at]!;
    }
    return window.sort()[half]!;
  });
}

/** Dynamic time warping; the first column of each row on the cheapest path. */
function starts(cost: Float32Array, rows: number, columns: number): number[] {
  const width = columns + 1;
  const total = new Float32Array((rows + 1) * width).fill(Number.POSITIVE_INFINITY);
  const step = new Uint8Array(total.length);
  total[0] = 0;
  for (let j = 1; j <= columns; j++) {
    for (let i = 1; i <= rows; i++) {
      const diagonal = total[(i - 1) * width + j - 1]!;
      const up = total[(i - 1) * width + j]!;
      const left = total[i * width + j - 1]!;
      const at = i * width + j;
      if (diagonal < up && diagonal < left) total[at] = cost[(i - 1) * columns + j - 1]! + diagonal;
      else if (up < diagonal && up < left) {
        total[at] = cost[(i - 1) * columns + j - 1]! + up;
        step[at] = 1;
      } else {
        total[at] = cost[(i - 1) * columns + j - 1]! + left;
        step[at] = 2;
      }
    }
  }
  const found = new Array<number>(rows).fill(0);
  for (let i = rows, j = columns; i > 0 && j > 0; ) {
    found[i - 1] = j - 1;
    const taken = step[i * width + j]!;
    if (taken !== 2) i--;
    if (taken !== 1) j--;
  }
  return found;
}
