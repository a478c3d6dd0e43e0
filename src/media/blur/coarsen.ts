/**
 * Number of cells on the longer side of a blurred area. An area is a face with its margin, so that some three by three
 * averages of a face remain: too few for a recognizer, and the same ones in each frame, because the cells move with the
 * face.
 */
const CELLS = 4;
/** Averages are rounded to multiples of this: their lower bits would say more over many frames. */
const STEP = 8;

/** Pixels of one color component: `step` bytes from one to the next in a row, `stride` bytes from row to row. */
export interface Plane {
  data: Uint8Array;
  offset: number;
  step: number;
  stride: number;
}

/** Pixels of a plane. */
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Replaces an area by the averages of few cells (pixelation), and interpolates between their centers (blur). What is
 * written depends on nothing but the averages, so that it can't be undone. Works in place; nothing outside the area
 * changes.
 */
export function coarsen({ data, offset, step, stride }: Plane, { left, top, width, height }: Area): void {
  if (width <= 0 || height <= 0) return;
  const cell = Math.max(width, height) / CELLS;
  const columns = Math.max(1, Math.round(width / cell));
  const rows = Math.max(1, Math.round(height / cell));
  const origin = offset + top * stride + left * step;
  const averages = averagesOf();

  const across = weights(width, columns);
  for (const [y, { first, second, part }] of weights(height, rows).entries()) {
    const row = origin + y * stride;
    for (let x = 0; x < width; x++) {
      const { first: a, second: b, part: along } = across[x]!;
      const above = averages[first * columns + a]! * (1 - along) + averages[first * columns + b]! * along;
      const below = averages[second * columns + a]! * (1 - along) + averages[second * columns + b]! * along;
      data[row + x * step] = Math.round(above * (1 - part) + below * part);
    }
  }

  function averagesOf(): Float64Array {
    const sums = new Float64Array(columns * rows);
    const counts = new Float64Array(columns * rows);
    for (let y = 0; y < height; y++) {
      const first = Math.floor((y * rows) / height) * columns;
      const row = origin + y * stride;
      for (let x = 0; x < width; x++) {
        const index = first + Math.floor((x * columns) / width);
        sums[index]! += data[row + x * step]!;
        counts[index]!++;
      }
    }
    return sums.map((sum, i) => (counts[i] === 0 ? 0 : Math.min(255, Math.round(sum / counts[i]! / STEP) * STEP)));
  }
}

/** The two cells beside each position, and how far it is from the center of the first to that of the second. */
function weights(length: number, cells: number): { first: number; second: number; part: number }[] {
  return Array.from({ length }, (_, i) => {
    const position = Math.min(cells - 1, Math.max(0, ((i + 0.5) * cells) / length - 0.5));
    const first = Math.floor(position);
    return { first, second: Math.min(cells - 1, first + 1), part: position - first };
  });
}
