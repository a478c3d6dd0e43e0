import { sleep } from '../../base/abort.ts';
import type { LogSink } from '../../base/logger.ts';
import { type ApiClient, createApiClient } from '../../server/client/api-client.ts';
import { isSuccess, sendRequest } from '../../server/client/send-request.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import { type LockFile, readLockFile } from '../../server/hosting/lock-file.ts';
import type { RunningServer } from '../../server/start.ts';
import { createHeadlessHost } from '../host.ts';

/** Connection to the server of a data folder. */
export interface Connection {
  api: ApiClient;
  /** Whether this process started the server for this command. */
  own: boolean;
  close(): Promise<void>;
}

/** Options of a server of this process. */
export interface ConnectOptions {
  /** Number of analyses that run at once. */
  concurrency?: number;
}

/** Time that a starting or closing server may take, in milliseconds. */
const SERVER_START_TIMEOUT_MS = 15_000;

/** Time that an interrupted command leaves to others, in milliseconds. */
const INTERRUPTED_GRACE_MS = 3000;

/** Time in milliseconds after which a command reports that it waits for others. */
const NOTICE_MS = 1000;

/**
 * Opens a data folder with a server of this process, or through the server of the process that owns the folder. A
 * server of this process closes when no other command uses it any more, or when `signal` aborts: then one of them takes
 * over.
 * @throws ReelscopeError `conflict` if the owner does not respond
 */
export async function connect(
  dataFolder: string,
  log: LogSink,
  signal?: AbortSignal,
  options: ConnectOptions = {},
): Promise<Connection> {
  const deadline = performance.now() + SERVER_START_TIMEOUT_MS;
  for (;;) {
    const connection = await attachTo(dataFolder);
    if (connection) return connection;
    try {
      // Four of five files of the code, which other commands don't need.
      const { startServer } = await import('../../server/start.ts');
      const server = await startServer(createHeadlessHost(dataFolder, log), {
        port: 0,
        isLongLived: false,
        ...options,
      });
      const token = async () => (await server.localToken()).token;
      const close = async () => {
        await waitForGuests(server, signal);
        await server.close();
      };
      return { api: createApiClient(server.apiUrl, token), own: true, close };
    } catch (error) {
      if (!isFolderInUse(error) || performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** Connects through the process that owns a data folder; undefined if none responds. */
async function attachTo(dataFolder: string): Promise<Connection | undefined> {
  const owner = await readLockFile(dataFolder);
  const leave = owner && (await attach(owner));
  if (!owner || !leave) return undefined;
  // Read on each request: the owner renews the token in its file.
  const token = async () => (await readLockFile(dataFolder))?.token ?? owner.token;
  return { api: createApiClient(owner.api_url, token), own: false, close: async () => leave() };
}

/** Returns the server that owns a data folder, if it responds. */
export async function runningServer(dataFolder: string): Promise<LockFile | undefined> {
  const owner = await readLockFile(dataFolder);
  return owner && (await answers(owner.url)) ? owner : undefined;
}

/** Relies on a server until the returned function is called, or this process ends; undefined if the server closes. */
async function attach(owner: LockFile): Promise<(() => void) | undefined> {
  const attached = new AbortController();
  const headers = { authorization: `Bearer ${owner.token}` };
  const { signal } = attached;
  const response = await sendRequest(`${owner.url}/attached`, { headers, signal }).catch(() => undefined);
  if (!response || !isSuccess(response)) return undefined;
  // The end of the connection, by either side, is no error of this command.
  response.on('error', () => {}).resume();
  return () => attached.abort();
}

async function waitForGuests(server: RunningServer, signal: AbortSignal | undefined): Promise<void> {
  const late = new AbortController();
  // Commands that are interrupted together cancel their analyses through this server.
  const abort = () => setTimeout(() => late.abort(), INTERRUPTED_GRACE_MS).unref();
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  const notice = setTimeout(() => {
    process.stderr.write('Done. Waiting for other commands that use this library.\n');
  }, NOTICE_MS);
  try {
    await server.guestsLeft(late.signal);
  } finally {
    clearTimeout(notice);
  }
}

/** Whether a request failed since the server of another command ended; connecting again finds or starts one. */
export function isServerGone(error: unknown): boolean {
  return error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message);
}

async function answers(url: string): Promise<boolean> {
  return sendRequest(`${url}/api/health`, {}).then(
    (response) => isSuccess(response.resume()),
    () => false,
  );
}
