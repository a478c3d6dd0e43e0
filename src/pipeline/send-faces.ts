import type { FoundFaces, HeadTrack } from '../modules/module.ts';
import type { FromWorker } from './protocol.ts';

/** Tracks per message: a megabyte. */
const BATCH_SIZE = 100;

/**
 * Sends the face tracks of a video in messages of limited size, and the rest with the last one; one even without a
 * track, which removes earlier ones.
 */
export function sendFaces(
  engine: string,
  { tracks, heads, doubts }: FoundFaces,
  send: (message: FromWorker) => void,
): void {
  for (let at = 0; at === 0 || at < tracks.length; at += BATCH_SIZE) {
    const batch = tracks.slice(at, at + BATCH_SIZE).map(packed);
    const isLast = at + BATCH_SIZE >= tracks.length;
    const [hidden, unsure] = isLast ? [heads, doubts] : [[], []];
    send({ type: 'faces', engine, tracks: batch, heads: hidden.map(packed), doubts: unsure.map(packed), isLast });
  }
}

function packed<Track extends HeadTrack>({ boxes, ...track }: Track) {
  const numbers = boxes.flatMap(({ time, x, y, width, height }) => [time, x, y, width, height]);
  return { ...track, boxes: Float32Array.from(numbers) };
}
