import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { defaultDataFolder } from '../server/data-folder.ts';
import type { Host } from '../server/host.ts';
import { createSafeSecrets } from './secrets.ts';
import { spawnWorker } from './spawn-worker.ts';

/** The server's host in the desktop application. */
export function createElectronHost(): Host {
  const data = defaultDataFolder();
  return {
    name: 'electron',
    version: app.getVersion(),
    folders: { data, window: fileURLToPath(new URL('../renderer', import.meta.url)) },
    secrets: createSafeSecrets(join(data, 'secrets.bin')),
    log: ({ time, level, message, fields }) => {
      const line = JSON.stringify({ time: new Date(time).toISOString(), level, message, ...fields });
      process.stderr.write(`${line}\n`);
    },
    spawnWorker,
  };
}
