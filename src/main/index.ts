import { basename } from 'node:path';
import { app, dialog, session } from 'electron';
import { createLogger } from '../base/logger.ts';
import { Updates } from '../contract/system/updates.ts';
import { createApiClient } from '../server/client/api-client.ts';
import { importAndAnalyze } from '../server/client/import-file.ts';
import { showActivity, showNotifications } from './activity.ts';
import { startBackend } from './backend.ts';
import { showMessage } from './dialogs.ts';
import { handlePageCalls } from './ipc.ts';
import { collectLaunchRequests } from './launch-requests.ts';
import { installMenu } from './menu.ts';
import { watchDownload } from './policies/failed-download.ts';
import { videoPage } from './policies/launch.ts';
import { downloadNotice, keyringNotice } from './policies/message-boxes.ts';
import { guardQuit } from './quit.ts';
import { restrictPages } from './security.ts';
import { mainText, reasonText } from './text.ts';
import { MainWindow } from './window.ts';

/** Entry of the desktop application: one instance, one server, one window. */
async function main(): Promise<void> {
  if (!app.requestSingleInstanceLock()) return app.quit();
  let window: MainWindow | undefined;
  const receiveLaunches = collectLaunchRequests(() => void window?.show());
  app.enableSandbox();
  // As the installer's shortcut (appId of electron-builder.yml), or Windows shows neither notifications nor one taskbar
  // button.
  app.setAppUserModelId('io.reelscope.app');
  await app.whenReady();

  const text = mainText(app.getLocale());
  const backend = await startBackend(text);
  if (!backend) return;
  const { host, own, connection } = backend;
  const log = createLogger(host.log);
  const api = createApiClient(connection.apiUrl, connection.token);
  restrictPages(connection.url, () =>
    api.get('/updates', Updates).then(
      ({ available }) => available?.page ?? null,
      (error: Error) => {
        log.warn('the page of a new version is unknown', { reason: error.message });
        return null;
      },
    ),
  );
  session.defaultSession.on('will-download', (_, item) =>
    watchDownload(item, (path) => void showMessage(downloadNotice(text, path))),
  );
  window = new MainWindow(connection, log, text);
  const shown = window;

  guardQuit(backend, text);
  app.on('activate', () => void shown.show());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const wantsNotifications = handlePageCalls(backend, text);
  const remember = installMenu({
    text,
    host,
    importFile,
    showPage: (page) => void shown.show(page),
    diagnostics: () => own?.services.about.diagnostics(),
  });
  if (own) {
    showActivity(own.activity, shown, log, text);
    showNotifications(own.activity, shown, wantsNotifications);
  }
  await shown.show();
  receiveLaunches((request) => {
    if (request.kind === 'video') void shown.show(videoPage(request.jobId, request.time));
    else importFile(request.path);
  });
  if (!host.support.hasKeyring) {
    log.warn('no system keyring; secrets are stored in a file');
    await showMessage(keyringNotice(text));
  }

  function importFile(path: string): void {
    importAndAnalyze(api, path).then(
      (jobId) => {
        remember(path);
        return shown.show(videoPage(jobId));
      },
      (error: Error) =>
        dialog.showErrorBox(`${basename(path)} ${text('importFailed')}`, reasonText(error, app.getLocale())),
    );
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  dialog.showErrorBox(mainText(app.getLocale())('startFailed'), reasonText(error, app.getLocale()));
  app.exit(1);
});
