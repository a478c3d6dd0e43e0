import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app, net, powerMonitor, safeStorage } from 'electron';
import { createLogger, type LogSink } from '../base/logger.ts';
import { defaultDataFolder, libraryPlaces } from '../server/hosting/data-folder.ts';
import { createFileSecrets } from '../server/hosting/file-secrets.ts';
import type { Host } from '../server/hosting/host.ts';
import { readLicenses } from '../server/hosting/licenses.ts';
import { logFile, logFiles, logLine } from '../server/hosting/log-file.ts';
import { moveLibrary } from '../server/move-library.ts';
import { createSealedSecrets, hasSecureKeyring } from './sealed-secrets.ts';
import { spawnWorker } from './spawn-worker.ts';
import { versionSource } from './version-source.ts';

/** Time without input after which the user is away. */
const AWAY_SECONDS = 300;

export interface ElectronHost extends Host {
  readonly logFile: string;
}

/** The server's host in the desktop application. Call it after the app is ready: the keyring is unavailable before. */
export function createElectronHost(): ElectronHost {
  const { folder, former } = libraryPlaces();
  const moved = former === undefined ? 'nothing' : moveLibrary(former, folder);
  const data = defaultDataFolder();
  const hasKeyring = hasSecureKeyring(safeStorage);
  const file = join(app.getPath('logs'), 'reelscope.log');
  const stderr: LogSink = (record) => void process.stderr.write(logLine(record));
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>;
  const packed = app.isPackaged ? join(process.resourcesPath, 'third-party-licences.txt') : undefined;
  const log = logFile(file, stderr);
  if (moved !== 'nothing') createLogger(log).info('library of an earlier version', { data, moved });
  return {
    name: 'electron',
    version: app.getVersion(),
    folders: { data, window: fileURLToPath(new URL('../renderer', import.meta.url)) },
    secrets: hasKeyring
      ? createSealedSecrets(join(data, 'secrets.bin'), safeStorage)
      : createFileSecrets(join(data, 'secrets.json')),
    log,
    support: {
      versions: { electron, chrome, node },
      hasKeyring,
      logs: () => Promise.all(logFiles(file).map((name) => readFile(name, 'utf8'))),
      licenses: () => readLicenses(packed, import.meta.dirname),
    },
    power: {
      isOnMains: () => !powerMonitor.isOnBatteryPower(),
      isAway: () => powerMonitor.getSystemIdleState(AWAY_SECONDS) !== 'active',
    },
    // Without the cache of Chromium, which would keep a copy of each model.
    fetch: (input, init) => net.fetch(input as string | Request, { ...init, cache: 'no-store' }),
    versionFile: versionSource(app.getAppPath()),
    spawnWorker,
    logFile: file,
  };
}
