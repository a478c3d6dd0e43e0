import { createHash } from 'node:crypto';

/** Passes a stream on. @param done gets the SHA-256 of its bytes, in hexadecimal, once it was read to its end */
export function hashStream(
  stream: ReadableStream<Uint8Array>,
  done: (sha256: string) => void,
): ReadableStream<Uint8Array> {
  const hash = createHash('sha256');
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>(
      {
        transform(bytes, controller) {
          hash.update(bytes);
          controller.enqueue(bytes);
        },
        flush: () => done(hash.digest('hex')),
      },
      // Disable read-ahead: clips are made while they are read.
      { highWaterMark: 1 },
      { highWaterMark: 0 },
    ),
  );
}
