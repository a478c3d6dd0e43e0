import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, powerMonitor, safeStorage } from 'electron';
import type { LogSink } from '../base/logger.ts';
import { defaultDataFolder } from '../server/hosting/data-folder.ts';
import { createFileSecrets } from '../server/hosting/file-secrets.ts';
import type { Host } from '../server/hosting/host.ts';
import { readLicenses } from '../server/hosting/licenses.ts';
import { logFile, logFiles, logLine } from '../server/hosting/log-file.ts';
import { createSealedSecrets, hasSecureKeyring } from './sealed-secrets.ts';
import { spawnWorker } from './spawn-worker.ts';

/** Time without input after which the user is away. */
const AWAY_SECONDS = 300;

export interface ElectronHost extends Host {
  readonly logFile: string;
}

/** The server's host in the desktop application. Call it after the app is ready: the keyring is unavailable before. */
export function createElectronHost(): ElectronHost {
  const data = defaultDataFolder();
  const hasKeyring = hasSecureKeyring(safeStorage);
  const file = join(app.getPath('logs'), 'reelscope.log');
  const stderr: LogSink = (record) => void process.stderr.write(logLine(record));
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>;
  const packed = app.isPackaged ? join(process.resourcesPath, 'third-party-licences.txt') : undefined;
  return {
    name: 'electron',
    version: app.getVersion(),
    folders: { data, window: fileURLToPath(new URL('../renderer', import.meta.url)) },
    secrets: hasKeyring
      ? createSealedSecrets(join(data, 'secrets.bin'), safeStorage)
      : createFileSecrets(join(data, 'secrets.json')),
    log: logFile(file, stderr),
    support: {
      ...{ versions: { electron, chrome, node }, hasKeyring },
      logs: () => Promise.all(logFiles(file).map((name) => readFile(name, 'utf8'))),
      licenses: () => readLicenses(packed, import.meta.dirname),
    },
    power: {
      isOnMains: () => !powerMonitor.isOnBatteryPower(),
      isAway: () => powerMonitor.getSystemIdleState(AWAY_SECONDS) !== 'active',
    },
    spawnWorker,
    logFile: file,
  };
}
