import { createHeadlessHost } from '../../../src/headless/host.ts';
import { buildWindow, WINDOW_FOLDER } from '../../../src/headless/window-files.ts';
import { startServer } from '../../../src/server/start.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';
import { createTempFolder } from '../../fixtures/temp.ts';

export interface RunningApp {
  url: string;
  token: string;
  /** The address of a screen with the sign-in behind it. */
  at(path: string): string;
  close(): Promise<void>;
}

function build(): void {
  const problem = buildWindow({ stale: true });
  if (problem) throw new Error(problem);
}

/** The product as it is: server, workers, models and the built window, over an empty data folder. */
export async function startApp(): Promise<RunningApp> {
  build();
  const folder = await createTempFolder();
  const server = await startServer(
    createHeadlessHost(folder.path, () => {}),
    { port: 0 },
  );
  const { token } = await server.localToken();
  return {
    url: server.url,
    token,
    at: (path) => `${server.url}${path}#token=${token}`,
    async close() {
      await server.close();
      await folder.remove();
    },
  };
}

/** The real server and the built window; the analysis is scripted, so that its states can be held still. */
export async function startScriptedApp(): Promise<RunningApp & { server: TestServer }> {
  build();
  const server = await startTestServer({ window: WINDOW_FOLDER });
  const { url, token } = server;
  return { server, url, token, at: (path) => `${url}${path}#token=${token}`, close: () => server.close() };
}
