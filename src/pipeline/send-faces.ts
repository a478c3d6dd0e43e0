import type { FoundFaceTrack } from '../modules/module.ts';
import type { FromWorker } from './protocol.ts';

/** Tracks per message: a megabyte. */
const BATCH_SIZE = 100;

/** Sends the face tracks of a video in messages of limited size; one even without a track, which removes earlier ones. */
export function sendFaces(
  engine: string,
  tracks: readonly FoundFaceTrack[],
  send: (message: FromWorker) => void,
): void {
  for (let at = 0; at === 0 || at < tracks.length; at += BATCH_SIZE) {
    const batch = tracks.slice(at, at + BATCH_SIZE).map(({ boxes, ...track }) => ({
      ...track,
      boxes: Float32Array.from(boxes.flatMap(({ time, x, y, width, height }) => [time, x, y, width, height])),
    }));
    send({ type: 'faces', engine, tracks: batch, isLast: at + BATCH_SIZE >= tracks.length });
  }
}
