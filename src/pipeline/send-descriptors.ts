import type { PictureDescriptor } from '../modules/module.ts';
import type { FromWorker } from './protocol.ts';

/** Descriptors per message: a megabyte. */
const BATCH_SIZE = 800;

/** Sends the descriptors of a video's pictures in messages of limited size. */
export function sendDescriptors(
  engine: string,
  pictures: readonly PictureDescriptor[],
  send: (message: FromWorker) => void,
): void {
  for (let at = 0; at < pictures.length; at += BATCH_SIZE) {
    const batch = pictures.slice(at, at + BATCH_SIZE);
    const size = batch[0]!.descriptor.length;
    const data = new Int8Array(batch.length * size);
    batch.forEach(({ descriptor }, i) => {
      data.set(descriptor, i * size);
    });
    const timesMs = batch.map(({ time }) => Math.round(time * 1000));
    send({ type: 'descriptors', engine, timesMs, data, isLast: at + BATCH_SIZE >= pictures.length });
  }
}
