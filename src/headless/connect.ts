import { sleep } from '../base/abort.ts';
import type { LogSink } from '../base/logger.ts';
import { type ApiClient, createApiClient } from '../server/client/api-client.ts';
import { isFolderInUse } from '../server/hosting/folder-in-use.ts';
import { type LockFile, readLockFile } from '../server/hosting/lock-file.ts';
import { startServer } from '../server/start.ts';
import { createHeadlessHost } from './host.ts';

/** Connection to the server of a data folder. */
export interface Connection {
  api: ApiClient;
  /** Whether this process started the server for this command. */
  own: boolean;
  close(): Promise<void>;
}

/** Time that a starting server may take to respond, in milliseconds. */
const SERVER_START_TIMEOUT_MS = 5000;

/**
 * Opens a data folder with a server of this process, or through the server of the process that owns the folder.
 * @throws ReelscopeError `conflict` if the owner does not respond
 */
export async function connect(dataFolder: string, log: LogSink): Promise<Connection> {
  const deadline = performance.now() + SERVER_START_TIMEOUT_MS;
  for (;;) {
    try {
      const server = await startServer(createHeadlessHost(dataFolder, log), { port: 0 });
      const token = async () => (await server.localToken()).token;
      return { api: createApiClient(server.apiUrl, token), own: true, close: () => server.close() };
    } catch (error) {
      if (!isFolderInUse(error)) throw error;
      const owner = await runningServer(dataFolder);
      if (owner) {
        // Read on each request: the owner renews the token in its file.
        const token = async () => (await readLockFile(dataFolder))?.token ?? owner.token;
        return { api: createApiClient(owner.api_url, token), own: false, close: async () => {} };
      }
      if (performance.now() > deadline) throw error;
      await sleep(200);
    }
  }
}

/** Returns the server that owns a data folder, if it responds. */
export async function runningServer(dataFolder: string): Promise<LockFile | undefined> {
  const owner = await readLockFile(dataFolder);
  return owner && (await answers(owner.url)) ? owner : undefined;
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}
