import { open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { sleep, throwIfAborted } from '../../base/abort.ts';
import { CanceledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFile } from '../../files/remove.ts';
import type { Fetch } from '../outgoing.ts';
import { makeParent } from './files.ts';

export interface DownloadOptions {
  fetch: Fetch;
  signal: AbortSignal;
  /** Published size; null if unpublished. A server that sends more is refused. */
  bytes: number | null;
  /** Called with the bytes received so far, and the total size if the server reports it. */
  onProgress(received: number, total: number | null): void;
  /** Called before data is received. @throws ReelscopeError `storage_full` */
  beforeBytes(missing: number): Promise<void>;
  /** Milliseconds before the first retry; doubled each time. */
  retryMs?: number;
}

/** Consecutive failures without new data after which the download fails. */
const MAX_FAILURES = 5;
/** A connection without data for this long is aborted (milliseconds). */
const STALL_TIMEOUT_MS = 30_000;
/** Limit of a file whose size neither the catalog nor the server states. */
const MAX_UNKNOWN_BYTES = 2 * 1024 ** 3;

/**
 * Downloads to `path`, resuming an earlier download. The validator of the partial file is stored beside it
 * (`path.from`), so that a file that changed on the server is downloaded from the start (RFC 9110, If-Range); the
 * caller deletes the validator when the file is complete.
 * @throws ReelscopeError `model_unavailable` (the server refuses or is unreachable), `storage_full`; CanceledError
 */
export async function download(url: string, path: string, options: DownloadOptions): Promise<void> {
  await makeParent(path);
  const atFirst = await sizeOf(path);
  let failures = 0;
  for (;;) {
    const before = await sizeOf(path);
    try {
      if (await attempt(url, path, options)) return;
    } catch (error) {
      throwIfAborted(options.signal);
      if (error instanceof ReelscopeError || error instanceof CanceledError) throw error;
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
        throw new ReelscopeError('storage_full', sentence('storage.disk-full'), { cause: error });
      }
      failures = (await sizeOf(path)) > before ? 1 : failures + 1;
      if (failures >= MAX_FAILURES) {
        const message =
          (await sizeOf(path)) > atFirst
            ? sentence('install.interrupted')
            : sentence('install.unreachable', { host: new URL(url).host });
        throw new ReelscopeError('model_unavailable', message, { cause: error });
      }
    }
    await sleep((options.retryMs ?? 1000) * 2 ** Math.max(0, failures - 1), options.signal);
  }
}

/** Sends one request. Returns whether the file is complete; the caller retries on false or an error. */
async function attempt(url: string, path: string, options: DownloadOptions): Promise<boolean> {
  const marker = `${path}.from`;
  const have = await sizeOf(path);
  const version = have > 0 ? await readFile(marker, 'utf8').catch(() => '') : '';
  const resuming = have > 0 && version !== '';
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), STALL_TIMEOUT_MS);
  };
  try {
    const response = await options.fetch(url, {
      // Byte ranges would refer to the compressed representation otherwise.
      headers: { 'accept-encoding': 'identity', ...(resuming && { range: `bytes=${have}-`, 'if-range': version }) },
      signal: AbortSignal.any([options.signal, stall.signal]),
    });
    const start = await startOf(response, have, resuming, path);
    if (start === 'complete') return true;
    if (start === 'again') return false;
    await refuseWebPage(response);
    const total = totalOf(response, start);
    const limit = options.bytes ?? total ?? MAX_UNKNOWN_BYTES;
    if (total !== null && total > limit) {
      await response.body?.cancel();
      throw await tooLarge(path);
    }
    if (total !== null) await options.beforeBytes(total - start);
    if (start === 0) {
      await writeFile(path, '');
      await writeFile(marker, validatorOf(response));
    }
    await receive(response, path, start, (received) => {
      alive();
      options.onProgress(Math.min(received, limit), total);
      return received <= limit;
    });
    const size = await sizeOf(path);
    if (size > limit) throw await tooLarge(path);
    if (size < Math.max(1, total ?? 1)) throw new Error('The connection ended early.');
    return true;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the offset at which the response body starts. */
async function startOf(
  response: Response,
  have: number,
  resuming: boolean,
  path: string,
): Promise<number | 'complete' | 'again'> {
  const { status } = response;
  if (status === 206 && resuming) {
    const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '');
    if (Number(range?.[1]) === have) return have;
    await response.body?.cancel();
    await truncate(path, 0);
    return 'again';
  }
  if (status === 200) return 0;
  const total = /^bytes \*\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  await response.body?.cancel();
  if (status === 416 && resuming) {
    if (Number(total) === have) return 'complete';
    await truncate(path, 0);
    return 'again';
  }
  if (status >= 500 || status === 429) throw new Error(`The server returned status ${status}.`);
  throw new ReelscopeError('model_unavailable', sentence('install.status', { status: String(status) }), {
    details: { status },
  });
}

/** Returns the total file size if the server reports it; the response may be partial. */
function totalOf({ status, headers }: Response, start: number): number | null {
  if (status === 206) {
    const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
    if (whole !== undefined) return Number(whole);
  }
  const length = headers.get('content-length');
  return length === null ? null : start + Number(length);
}

/** Rejects sign-in pages of networks and mirrors, which are served with status 200. */
async function refuseWebPage(response: Response): Promise<void> {
  if (!/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) return;
  await response.body?.cancel();
  throw new ReelscopeError('model_unavailable', sentence('install.web-page'));
}

/** Removes a file that is not the published one, so that it is not resumed. */
async function tooLarge(path: string): Promise<ReelscopeError> {
  await removeFile(path);
  return new ReelscopeError('model_unavailable', sentence('install.too-large'));
}

/** Returns a validator for this version of the file; empty if there is none, in which case it can't be resumed. */
function validatorOf(response: Response): string {
  const etag = response.headers.get('etag');
  if (etag && !etag.startsWith('W/')) return etag;
  return response.headers.get('last-modified') ?? '';
}

/** Writes the body to the file. @param onBytes returns whether to continue */
async function receive(response: Response, path: string, start: number, onBytes: (received: number) => boolean) {
  const file = await open(path, 'r+');
  let at = start;
  try {
    for await (const chunk of response.body ?? []) {
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      if (!onBytes(at)) break;
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0;
}
