import { fstatSync, writeSync } from 'node:fs';
import { dictionary } from '../../base/dictionary.ts';

/** Output of a command that could not be written; the message states why. */
export class OutputError extends Error {}

const REASONS: Readonly<Record<string, string>> = dictionary({
  EPIPE: 'its reader has closed it',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EBADF: 'it is closed',
});

/** Error of standard output as a sentence. */
function outputError(cause: NodeJS.ErrnoException): OutputError {
  return new OutputError(`The output could not be written: ${REASONS[cause.code ?? ''] ?? cause.message}.`, { cause });
}

/** Whether output failed since its reader, such as `head`, has ended. */
export function isReaderGone(error: Error): boolean {
  return error instanceof OutputError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EPIPE';
}

let isAwaited = false;

/**
 * Makes standard output write all or fail.
 * @param onFailure called if output is lost, unless {@link flushed} waits for it
 */
export function guardOutput(onFailure: (error: OutputError) => void): void {
  if (isFile()) process.stdout._write = writeAll;
  process.stdout.on('error', (error) => {
    if (!isAwaited) onFailure(outputError(error));
  });
  // Nothing can be reported any more.
  process.stderr.on('error', () => {});
}

/** Waits until everything printed is written. @throws OutputError */
export async function flushed(): Promise<void> {
  isAwaited = true;
  await new Promise<void>((resolve, reject) => {
    process.stdout.write('', (error) => (error ? reject(outputError(error)) : resolve()));
  });
  isAwaited = false;
}

function isFile(): boolean {
  try {
    return fstatSync(1).isFile();
  } catch {
    return false;
  }
}

/** Writes a chunk to a file. Node ignores it when a full disk takes a part only. */
function writeAll(chunk: Uint8Array | string, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
  const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
    done();
  } catch (error) {
    done(error as Error);
  }
}
