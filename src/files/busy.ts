import { basename } from 'node:path';
import { sleep } from '../base/abort.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';

/**
 * Windows refuses to rename or delete a file that is open without FILE_SHARE_DELETE: by FFmpeg, by a process that has
 * it mapped (a loaded model), or for a moment by a virus scanner or the search index, which open every new file. These
 * are the codes that libuv gives for it (ERROR_SHARING_VIOLATION, ERROR_ACCESS_DENIED, ERROR_LOCK_VIOLATION,
 * ERROR_USER_MAPPED_FILE).
 */
const WINDOWS_CODES: ReadonlySet<unknown> = new Set(['EBUSY', 'EPERM', 'EACCES', 'ENOTEMPTY']);

/** First and longest delay between two attempts, in milliseconds; doubled in between. */
const FIRST_DELAY_MS = 20;
const MAX_DELAY_MS = 1000;
/** Time after which a file counts as in use, in milliseconds: scanners take seconds for a large file. */
const MAX_WAIT_MS = 10_000;
/** The same for synchronous work, which holds up everything else. */
const MAX_SYNC_WAIT_MS = 300;

/**
 * Returns whether an error means that a file is in use. Elsewhere than on Windows, only EBUSY does (network shares):
 * EPERM and EACCES are about permissions, which waiting does not change.
 */
function isInUse(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return process.platform === 'win32' ? WINDOWS_CODES.has(code) : code === 'EBUSY';
}

/**
 * Repeats a change of a file until it is not in use any more, for up to ten seconds.
 * @throws ReelscopeError `conflict` if it remains in use; other errors of the operating system unchanged
 */
export async function whenUnused<Value>(path: string, change: () => Promise<Value>): Promise<Value> {
  for (let waitedMs = 0, delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
    try {
      return await change();
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (waitedMs >= MAX_WAIT_MS) throw inUse(path, error);
    }
    await sleep(delayMs);
    waitedMs += delayMs;
  }
}

/** Like {@link whenUnused} for up to a third of a second, without returning to the event loop. */
export function whenUnusedSync<Value>(path: string, change: () => Value): Value {
  for (let waitedMs = 0, delayMs = FIRST_DELAY_MS; ; delayMs *= 2) {
    try {
      return change();
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (waitedMs >= MAX_SYNC_WAIT_MS) throw inUse(path, error);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs);
    waitedMs += delayMs;
  }
}

function inUse(path: string, cause: unknown): ReelscopeError {
  return new ReelscopeError('conflict', sentence('storage.in-use', { name: basename(path) }), { cause });
}
