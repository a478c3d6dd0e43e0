import { join, resolve } from 'node:path';
import type { LogSink } from '../base/logger.ts';
import { createFileSecrets } from '../server/hosting/file-secrets.ts';
import type { Host } from '../server/hosting/host.ts';
import { readLicenses } from '../server/hosting/licenses.ts';
import { WINDOW_FOLDER } from './project-builds.ts';
import { spawnWorker } from './spawn-worker.ts';
import { VERSION } from './version.ts';

/** The server's host in plain Node: for scripts, tests, and machines without the Electron runtime. */
export function createHeadlessHost(dataFolder: string, log: LogSink): Host {
  const data = resolve(dataFolder);
  return {
    name: 'headless',
    version: VERSION,
    folders: { data, window: WINDOW_FOLDER },
    secrets: createFileSecrets(join(data, 'secrets.json')),
    log,
    support: {
      versions: { node: process.versions.node },
      hasKeyring: false,
      logs: async () => [],
      licenses: () => readLicenses(undefined, import.meta.dirname),
    },
    versionFile: process.env['REELSCOPE_VERSION_URL'],
    spawnWorker,
  };
}
