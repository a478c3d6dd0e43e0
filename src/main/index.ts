import { app } from 'electron';
import { startServer } from '../server/start.ts';
import { createElectronHost } from './host.ts';
import { guardContents } from './security.ts';
import { openWindow, showWindow } from './window.ts';

/** Entry of the desktop application: one instance, one server, one window. */
async function main(): Promise<void> {
  if (!app.requestSingleInstanceLock()) return app.quit();
  app.on('second-instance', showWindow);
  app.on('web-contents-created', (_, contents) => guardContents(contents));
  await app.whenReady();

  const server = await startServer(createElectronHost(), { port: 0 });
  const { token } = await server.localToken();
  openWindow(`${server.url}/#token=${token}`);

  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let closed = false;
  app.on('before-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    server.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  app.exit(1);
});
