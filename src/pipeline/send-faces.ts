import type { FoundFaceTrack, HeadTrack } from '../modules/module.ts';
import type { FromWorker } from './protocol.ts';

/** Tracks per message: a megabyte. */
const BATCH_SIZE = 100;

/** Sends the face tracks of a video in messages of limited size, and the heads with the last one; one even without a track, which removes earlier ones. */
export function sendFaces(
  engine: string,
  tracks: readonly FoundFaceTrack[],
  heads: readonly HeadTrack[],
  send: (message: FromWorker) => void,
): void {
  for (let at = 0; at === 0 || at < tracks.length; at += BATCH_SIZE) {
    const batch = tracks.slice(at, at + BATCH_SIZE).map(packed);
    const isLast = at + BATCH_SIZE >= tracks.length;
    send({ type: 'faces', engine, tracks: batch, heads: isLast ? heads.map(packed) : [], isLast });
  }
}

function packed<Track extends HeadTrack>({ boxes, ...track }: Track) {
  const numbers = boxes.flatMap(({ time, x, y, width, height }) => [time, x, y, width, height]);
  return { ...track, boxes: Float32Array.from(numbers) };
}
