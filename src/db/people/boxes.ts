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

/** A track with its boxes as numbers: five per box, as {@link packBoxes} writes them. */
export interface PackedTrack {
  /** Seconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly boxes: Float32Array;
}

/** Packs tracks as floats: start, end, number of boxes, and the boxes of each. */
export function packTracks(tracks: readonly PackedTrack[]): Buffer {
  return toBlob(
    Float32Array.from(
      tracks.flatMap(({ startTime, endTime, boxes }) => [startTime, endTime, boxes.length / NUMBERS, ...boxes]),
    ),
  );
}

export function readTracks(blob: Uint8Array): { startTime: number; endTime: number; boxes: FaceBox[] }[] {
  const floats = toFloats(blob);
  const tracks: ReturnType<typeof readTracks> = [];
  for (let at = 0; at < floats.length; ) {
    const [startTime, endTime, count] = floats.subarray(at, at + 3) as unknown as [number, number, number];
    const end = at + 3 + count * NUMBERS;
    tracks.push({ startTime, endTime, boxes: readBoxes(toBlob(floats.slice(at + 3, end))) });
    at = end;
  }
  return tracks;
}
