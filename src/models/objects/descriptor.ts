import { DESCRIPTOR_PART_SIZE, DESCRIPTOR_SIZE } from '../../contract/search/visual.ts';
import statistics from './descriptor-statistics.json' with { type: 'json' };

/**
 * Outputs of the network that descriptors are made of: two layers of its backbone, with 528 channels at a sixteenth and
 * 720 at a thirty-second of the view's size. Measured against others, they find edited pictures best
 * (docs/guide/5-search.md).
 */
export const DESCRIPTOR_LAYERS = {
  middle: 'tower_0/MobilenetV3/expanded_conv_12/expand/hard_swish/mul_1',
  late: 'tower_0/MobilenetV3/expanded_conv_14/depthwise/hard_swish/mul_1',
} as const;

/** Parts: the whole picture, then four overlapping quarters, each of 2 x 2 cells of a 3 x 3 grid. */
const DESCRIPTOR_PARTS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8],
  [0, 1, 3, 4],
  [1, 2, 4, 5],
  [3, 4, 6, 7],
  [4, 5, 7, 8],
] as const;

/** Output of a layer: [channels, rows, columns]. */
export interface LayerOutput {
  readonly channels: number;
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
}

/** Shares for the cells of a layer, row by row. */
export type SharesOf = (rows: number, columns: number) => Float32Array;

const GRID = 3;
/** The statistics are integers of this unit. */
const UNIT = 1e-5;
/** Added to deviations, so that channels that hardly vary don't dominate. */
const MIN_DEVIATION = 1e-4;
/** Length of the Hadamard transform: the next power of two over 528 + 720 numbers. */
const TRANSFORM_SIZE = 2048;

/**
 * Describes a picture for finding others like it: {@link DESCRIPTOR_SIZE} signed bytes. Per part, the mean of each
 * channel, centered (and scaled, in the middle layer), then reduced by a random projection.
 * @param sharesOf share (0..1) of each of the layer's cells that counts; all of them by default
 */
export function describeLayers(middle: LayerOutput, late: LayerOutput, sharesOf?: SharesOf): Int8Array {
  const cells = { middle: cellMeans(middle, sharesOf), late: cellMeans(late, sharesOf) };
  const descriptor = new Int8Array(DESCRIPTOR_SIZE);
  for (const [part, members] of DESCRIPTOR_PARTS.entries()) {
    const means = new Float32Array(TRANSFORM_SIZE);
    means.set(centered(meanOf(cells.middle, members), statistics.middle.mean, statistics.middle.deviation));
    means.set(centered(meanOf(cells.late, members), statistics.late.mean), middle.channels);
    descriptor.set(quantized(project(means)), part * DESCRIPTOR_PART_SIZE);
  }
  return descriptor;
}

/**
 * Mean of each channel in each cell of the grid, times the share of it that counts; cells share a row or column where
 * the size isn't a multiple of three.
 */
function cellMeans({ channels, rows, columns, values }: LayerOutput, sharesOf?: SharesOf): Float32Array[] {
  const shares = sharesOf?.(rows, columns) ?? new Float32Array(rows * columns).fill(1);
  const span = (index: number, size: number) => {
    const start = Math.floor((index * size) / GRID);
    return { start, end: Math.max(start + 1, Math.ceil(((index + 1) * size) / GRID)) };
  };
  return Array.from({ length: GRID * GRID }, (_, cell) => {
    const down = span(Math.floor(cell / GRID), rows);
    const across = span(cell % GRID, columns);
    const count = (down.end - down.start) * (across.end - across.start);
    return Float32Array.from({ length: channels }, (_, channel) => {
      let sum = 0;
      for (let y = down.start; y < down.end; y++) {
        const row = (channel * rows + y) * columns;
        for (let x = across.start; x < across.end; x++) sum += shares[y * columns + x]! * values[row + x]!;
      }
      return sum / count;
    });
  });
}

/** The mean of cells, whose length does not matter. */
function meanOf(cells: readonly Float32Array[], members: readonly number[]): Float32Array {
  const mean = new Float32Array(cells[0]!.length);
  for (const member of members) for (let i = 0; i < mean.length; i++) mean[i]! += cells[member]![i]! / members.length;
  return normalize(mean);
}

function centered(vector: Float32Array, mean: readonly number[], deviation?: readonly number[]): Float32Array {
  const scaled = vector.map((value, i) => {
    const difference = value - mean[i]! * UNIT;
    return deviation ? difference / (deviation[i]! * UNIT + MIN_DEVIATION) : difference;
  });
  return normalize(scaled);
}

/**
 * Random projection that keeps angles: signs and a Hadamard transform, twice, of which the first numbers remain ("The
 * Fast Johnson-Lindenstrauss Transform", Ailon and Chazelle 2009). It needs no stored matrix.
 */
function project(vector: Float32Array): Float32Array {
  for (const signs of SIGNS) {
    for (let i = 0; i < TRANSFORM_SIZE; i++) vector[i]! *= signs[i]!;
    transform(vector);
  }
  return vector.subarray(0, DESCRIPTOR_PART_SIZE);
}

function transform(vector: Float32Array): void {
  for (let half = 1; half < TRANSFORM_SIZE; half *= 2) {
    for (let block = 0; block < TRANSFORM_SIZE; block += 2 * half) {
      for (let i = block; i < block + half; i++) {
        const [a, b] = [vector[i]!, vector[i + half]!];
        vector[i] = a + b;
        vector[i + half] = a - b;
      }
    }
  }
}

/** Fixed pseudorandom signs; other ones would make other descriptors. */
const SIGNS = [1, 2].map((seed) => {
  let state = seed * 0x9e3779b1;
  return Float32Array.from({ length: TRANSFORM_SIZE }, () => {
    // Marsaglia's xorshift.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state < 0 ? -1 : 1;
  });
});

function quantized(vector: Float32Array): Int8Array {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return Int8Array.from(vector, (value) => Math.round((value / largest) * 127));
}

function normalize(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return vector.map((value) => value / length);
}
