import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, safeStorage } from 'electron';
import type { LogSink } from '../base/logger.ts';
import { defaultDataFolder } from '../server/data-folder.ts';
import { createFileSecrets } from '../server/file-secrets.ts';
import type { Host } from '../server/host.ts';
import { logFile, logLine } from '../server/log-file.ts';
import { createSealedSecrets, keepsSecrets } from './sealed-secrets.ts';
import { spawnWorker } from './spawn-worker.ts';

export interface ElectronHost extends Host {
  readonly logFile: string;
  /** False: the system keeps no secrets, so they are in a file, and the person is told. */
  readonly hasKeyring: boolean;
}

/** The server's host in the desktop application. Call it when the app is ready: the keyring can't be asked before. */
export function createElectronHost(): ElectronHost {
  const data = defaultDataFolder();
  const keyring = keepsSecrets(safeStorage);
  const file = join(app.getPath('logs'), 'reelscope.log');
  const stderr: LogSink = (record) => void process.stderr.write(logLine(record));
  return {
    name: 'electron',
    version: app.getVersion(),
    folders: { data, window: fileURLToPath(new URL('../renderer', import.meta.url)) },
    secrets: keyring
      ? createSealedSecrets(join(data, 'secrets.bin'), safeStorage)
      : createFileSecrets(join(data, 'secrets.json')),
    log: logFile(file, stderr),
    spawnWorker,
    logFile: file,
    hasKeyring: keyring,
  };
}
