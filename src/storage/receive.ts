import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { isTruncated } from '../base/truncated-streams.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { BufferCollector } from './collect-young.ts';

export interface ReceiveLimits {
  /** Maximum size of the upload in bytes. */
  maxBytes: number;
  /** Size that the sender announced; undefined if it did not. */
  expectedBytes: number | undefined;
  /** Minimum pace of the sender; none by default. */
  pace?: Pace;
}

/** Minimum number of bytes in a period of waiting for the sender. Time spent on writing to the disk does not count. */
export interface Pace {
  bytes: number;
  ms: number;
}

/** Bytes between checks of the free space for uploads of unknown size. */
const SPACE_CHECK_BYTES = 32 * 1024 * 1024;

/** Bytes buffered before a write: few system calls, and an upload takes at most three times this in memory. */
const WRITE_BYTES = 1024 * 1024;

/**
 * Writes the bytes of `source` to `file`. Pauses the source while the disk is slower, so memory stays constant. Does
 * not destroy it: the caller may still have to respond on the same socket.
 * @returns bytes written
 * @param requireSpace throws when the disk is about to be full; called repeatedly for uploads of unknown size
 * @throws ReelscopeError `too_large`, `incomplete_upload` (disconnected, or the length differs from the announced one),
 * `timeout` (too slow), `storage_full`
 */
export async function receive(
  source: Readable,
  file: FileHandle,
  limits: ReceiveLimits,
  requireSpace: () => Promise<void> = async () => {},
): Promise<number> {
  const chunks = new ChunkQueue(source, limits.pace);
  let checkedBytes = Number.NEGATIVE_INFINITY;
  const flusher = new Flusher(file);
  const collector = new BufferCollector();
  let written = 0;
  try {
    for (let batch = await chunks.next(); batch.length > 0; batch = await chunks.next()) {
      for (const chunk of batch) written += chunk.length;
      if (written > limits.maxBytes) throw tooLarge(limits.maxBytes);
      if (limits.expectedBytes === undefined && written - checkedBytes >= SPACE_CHECK_BYTES) {
        await requireSpace();
        checkedBytes = written;
      }
      await writeAll(file, batch);
      flusher.wrote(written);
      collector.released(written);
    }
  } finally {
    await flusher.settled();
  }
  if (limits.expectedBytes !== undefined && written !== limits.expectedBytes) throw incomplete();
  if (isTruncated(source)) throw incomplete();
  return written;
}

export function tooLarge(maxBytes: number): ReelscopeError {
  return new ReelscopeError('too_large', sentence('upload.too-large', { limit: maxBytes }), {
    details: { limit_bytes: maxBytes },
  });
}

function incomplete(cause?: unknown): ReelscopeError {
  return new ReelscopeError('incomplete_upload', sentence('upload.interrupted'), { cause });
}

async function writeAll(file: FileHandle, batch: Buffer[]): Promise<void> {
  const total = batch.reduce((sum, chunk) => sum + chunk.length, 0);
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === total) return;
  // Short writes are rare (signals, a full disk); write the rest until done or an error occurs.
  const rest = Buffer.concat(batch).subarray(bytesWritten);
  for (let at = 0; at < rest.length; ) at += (await file.write(rest, at)).bytesWritten;
}

/** Bytes between background syncs, so that little is left for the final sync. */
const FLUSH_BYTES = 32 * 1024 * 1024;

/** Syncs a growing file in the background, one sync at a time. */
class Flusher {
  readonly #file: FileHandle;
  #flushed = 0;
  #running: Promise<void> | undefined;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Notes that the file has `total` bytes. */
  wrote(total: number): void {
    if (this.#running || total - this.#flushed < FLUSH_BYTES) return;
    this.#flushed = total;
    // Ignored here: the caller's final sync reports the same failure.
    this.#running = this.#file.datasync().then(
      () => this.#done(),
      () => this.#done(),
    );
  }

  #done(): void {
    this.#running = undefined;
  }

  /** Waits for a pending sync; the file must not be closed during one. */
  settled(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }
}

/** Batches a stream: collects chunks while the previous batch is written, and pauses the stream at the limit. */
class ChunkQueue {
  readonly #source: Readable;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #error: Error | undefined;
  #wake: () => void = () => {};
  readonly #pace: Pace | undefined;
  /** Bytes received and time waited in the current period of the pace. */
  #periodBytes = 0;
  #periodMs = 0;

  constructor(source: Readable, pace: Pace | undefined) {
    this.#source = source;
    this.#pace = pace;
    source.on('data', (chunk: Buffer) => {
      this.#waiting.push(chunk);
      this.#bytes += chunk.length;
      this.#periodBytes += chunk.length;
      if (this.#bytes >= WRITE_BYTES) source.pause();
      this.#wake();
    });
    source.on('end', () => {
      this.#ended = true;
      this.#wake();
    });
    const fail = (cause?: unknown) => {
      if (this.#ended) return;
      this.#error ??= incomplete(cause);
      this.#wake();
    };
    source.on('error', fail);
    source.on('close', () => fail());
    if (source.destroyed && !source.readableEnded) fail();
  }

  /** Returns the chunks since the last call, at least one; empty at the end. */
  async next(): Promise<Buffer[]> {
    while (this.#waiting.length === 0 && !this.#ended && !this.#error) await this.#wait();
    if (this.#error) throw this.#error;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    this.#source.resume();
    return batch;
  }

  /** Waits for the sender; ends the upload if it is too slow. */
  async #wait(): Promise<void> {
    const pace = this.#pace;
    if (pace && this.#periodBytes >= pace.bytes) {
      this.#periodBytes = 0;
      this.#periodMs = 0;
    }
    const started = performance.now();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (!pace) return;
      timer = setTimeout(
        () => {
          this.#error ??= new ReelscopeError('timeout', sentence('upload.slow'));
          resolve();
        },
        Math.max(0, pace.ms - this.#periodMs),
      );
    });
    clearTimeout(timer);
    this.#periodMs += performance.now() - started;
  }
}
