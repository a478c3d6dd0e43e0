import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { ReelscopeError } from '../contract/errors.ts';

export interface ReceiveLimits {
  /** Bytes after which the upload is refused. */
  maxBytes: number;
  /** Bytes that the sender announced; undefined when it did not. */
  expectedBytes: number | undefined;
}

/** Bytes gathered before a write: few system calls, and all the memory that an upload takes is three times this. */
const WRITE_BYTES = 1024 * 1024;

/**
 * Writes everything that `source` brings to `file`. The source is paused while the disk is behind, so memory stays
 * flat. It is never destroyed here: the caller may still have an answer to send on the same socket.
 * @returns bytes written
 * @throws ReelscopeError `too_large`, `incomplete_upload` (the sender went away, or sent another length than it said),
 *   `storage_full`
 */
export async function receive(source: Readable, file: FileHandle, limits: ReceiveLimits): Promise<number> {
  const chunks = new ChunkQueue(source);
  const flusher = new Flusher(file);
  let written = 0;
  try {
    for (let batch = await chunks.next(); batch.length > 0; batch = await chunks.next()) {
      for (const chunk of batch) written += chunk.length;
      if (written > limits.maxBytes) throw tooLarge(limits.maxBytes);
      await writeAll(file, batch);
      flusher.wrote(written);
    }
  } finally {
    await flusher.settled();
  }
  if (limits.expectedBytes !== undefined && written !== limits.expectedBytes) throw incomplete();
  return written;
}

export function tooLarge(maxBytes: number): ReelscopeError {
  return new ReelscopeError('too_large', `The file exceeds the limit of ${maxBytes} bytes.`, {
    details: { limit_bytes: maxBytes },
  });
}

function incomplete(cause?: unknown): ReelscopeError {
  return new ReelscopeError('incomplete_upload', 'The connection closed before the upload was complete.', { cause });
}

async function writeAll(file: FileHandle, batch: Buffer[]): Promise<void> {
  const total = batch.reduce((sum, chunk) => sum + chunk.length, 0);
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === total) return;
  // A short write is rare (signals, a full disk); the rest goes out in one piece until done or refused.
  const rest = Buffer.concat(batch).subarray(bytesWritten);
  for (let at = 0; at < rest.length; ) at += (await file.write(rest, at)).bytesWritten;
}

/** Bytes after which the disk is asked to write, while more arrive: the sync at the end then has little left to do. */
const FLUSH_BYTES = 32 * 1024 * 1024;

/** Syncs a growing file in the background, one sync at a time. */
class Flusher {
  readonly #file: FileHandle;
  #flushed = 0;
  #running: Promise<void> | undefined;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The file has `total` bytes now. */
  wrote(total: number): void {
    if (this.#running || total - this.#flushed < FLUSH_BYTES) return;
    this.#flushed = total;
    // A failure is no news yet: the caller's own sync at the end meets it again.
    this.#running = this.#file.datasync().then(
      () => this.#done(),
      () => this.#done(),
    );
  }

  #done(): void {
    this.#running = undefined;
  }

  /** The file must not be closed under a sync. */
  settled(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }
}

/** Turns a stream into awaited batches: collects while the previous batch is being written, pauses when full. */
class ChunkQueue {
  readonly #source: Readable;
  #waiting: Buffer[] = [];
  #bytes = 0;
  #ended = false;
  #error: Error | undefined;
  #wake: () => void = () => {};

  constructor(source: Readable) {
    this.#source = source;
    source.on('data', (chunk: Buffer) => {
      this.#waiting.push(chunk);
      this.#bytes += chunk.length;
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

  /** The chunks that came since the last call, at least one; empty at the end. */
  async next(): Promise<Buffer[]> {
    while (this.#waiting.length === 0 && !this.#ended && !this.#error) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#error) throw this.#error;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    this.#source.resume();
    return batch;
  }
}
