import { app, dialog } from 'electron';
import { createLogger } from '../base/logger.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { readOwnerFile } from '../server/ownership/owner-file.ts';
import { DEFAULT_PORT, type RunningServer, startServer } from '../server/start.ts';
import { createElectronHost, type ElectronHost } from './host.ts';
import type { Connection } from './library-client.ts';
import type { MainText } from './text.ts';

/** The server behind the window, and, when it is this process's own, its inside. */
export interface Backend {
  connection: Connection;
  host: ElectronHost;
  own: RunningServer | undefined;
}

/**
 * Starts the server, or connects to the one that has the library already, if the person wants that.
 * @returns undefined when they don't
 * @throws ReelscopeError when there is neither
 */
export async function startBackend(text: MainText): Promise<Backend | undefined> {
  const host = createElectronHost();
  createLogger(host.log).info('started');
  try {
    const own = await startOnPort(host);
    const token = async () => (await own.localToken()).token;
    return { host, own, connection: { url: own.url, apiUrl: own.apiUrl, token } };
  } catch (error) {
    const { data } = host.folders;
    const owner = error instanceof ReelscopeError && error.code === 'conflict' ? await readOwnerFile(data) : undefined;
    if (!owner) throw error;
    const { response } = await dialog.showMessageBox({
      ...{ type: 'question', message: text.ownedTitle, detail: `${text.ownedDetail}\n\n${data}\n${owner.url}` },
      ...{ buttons: [text.ownedUse, text.quit], defaultId: 0, cancelId: 1 },
    });
    if (response !== 0) return void app.quit();
    // Asked each time: the owner renews the token in its file.
    const token = async () => (await readOwnerFile(data))?.token ?? owner.token;
    return { host, own: undefined, connection: { url: owner.url, apiUrl: owner.api_url, token } };
  }
}

/** On the port that scripts know (REELSCOPE_PORT names another); on any free one when another program has it. */
async function startOnPort(host: ElectronHost): Promise<RunningServer> {
  const port = Number(process.env['REELSCOPE_PORT'] ?? DEFAULT_PORT);
  try {
    return await startServer(host, { port });
  } catch (error) {
    const cause = error instanceof ReelscopeError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
    if (cause?.code !== 'EADDRINUSE' && cause?.code !== 'EACCES') throw error;
    return startServer(host, { port: 0 });
  }
}
