import { app } from 'electron';
import { createLogger } from '../base/logger.ts';
import { isFolderInUse } from '../server/hosting/folder-in-use.ts';
import { readLockFile } from '../server/hosting/lock-file.ts';
import type { RunningServer } from '../server/start.ts';
import type { Connection } from './connection.ts';
import { showMessage } from './dialogs.ts';
import { createElectronHost, type ElectronHost } from './host.ts';
import { alreadyRunningQuestion } from './policies/message-boxes.ts';
import { startOnAnyPort } from './start-on-any-port.ts';
import type { MainText } from './text.ts';

/** The server behind the window, with its internals if this process runs it. */
export interface Backend {
  connection: Connection;
  host: ElectronHost;
  own: RunningServer | undefined;
}

/**
 * Starts the server, or connects to the one that owns the library, if the user agrees.
 * @returns undefined if the user declines
 * @throws ReelscopeError if the server can't start or be reached
 */
export async function startBackend(text: MainText): Promise<Backend | undefined> {
  const host = createElectronHost();
  createLogger(host.log).info('started');
  try {
    const own = await startOnAnyPort(host);
    const token = async () => (await own.localToken()).token;
    return { host, own, connection: { url: own.url, apiUrl: own.apiUrl, token } };
  } catch (error) {
    const { data } = host.folders;
    const owner = isFolderInUse(error) ? await readLockFile(data) : undefined;
    if (!owner) throw error;
    const answer = await showMessage(alreadyRunningQuestion(text, data, owner.url));
    if (answer !== 0) return void app.quit();
    // Read on each request: the owner renews the token in its file.
    const token = async () => (await readLockFile(data))?.token ?? owner.token;
    return { host, own: undefined, connection: { url: owner.url, apiUrl: owner.api_url, token } };
  }
}
