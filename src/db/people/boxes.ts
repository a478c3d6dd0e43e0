import { toBlob, toFloats } from '../vectors/binary-codes.ts';

/** Place of a face at a time in seconds, in fractions of the frame. */
export interface FaceBox {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const NUMBERS = 5;

/** Packs boxes as floats. Times are exact to a millisecond in the first two hours, and to eight in a day. */
export function packBoxes(boxes: readonly FaceBox[]): Buffer {
  return toBlob(Float32Array.from(boxes.flatMap(({ time, x, y, width, height }) => [time, x, y, width, height])));
}

export function readBoxes(blob: Uint8Array): FaceBox[] {
  const floats = toFloats(blob);
  return Array.from({ length: floats.length / NUMBERS }, (_, i) => {
    const [time, x, y, width, height] = floats.subarray(i * NUMBERS, (i + 1) * NUMBERS) as unknown as number[];
    return { time: time!, x: x!, y: y!, width: width!, height: height! };
  });
}
