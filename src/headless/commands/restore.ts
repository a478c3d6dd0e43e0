import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RestoreBackupResponse } from '../../contract/backups.ts';
import { restoreOffline } from '../../server/backups/backups.ts';
import { withLockedFolder } from '../../server/backups/locked-folder.ts';
import { createApiClient } from '../../server/client/api-client.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { runningServer } from '../connect.ts';

/** `reelscope restore`: replaces the library by a backup. It needs no library that opens. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Replace the library by a backup; the present one is set aside.',
  usage: 'restore BACKUP [--data-dir DIR]',
  help: ['BACKUP           a file or folder, or the name of a backup of the library', ...DATA_HELP],
  options: DATA_OPTIONS,

  async run(input) {
    const [given, ...rest] = input.positionals;
    if (given === undefined || rest.length > 0) throw new UsageError('restore takes one backup.');
    const data = resolve(text(input, 'data-dir') ?? defaultDataFolder());
    const named = join(data, 'backups', given);
    const path = !existsSync(resolve(given)) && existsSync(named) ? named : resolve(given);
    const setAside = await restore(data, path);
    process.stdout.write(`Restored. The library before is ${join(data, 'backups', setAside)}\n`);
    return EXIT.done;
  },
};

/** Restores by the server that owns the library, or without one. */
async function restore(data: string, path: string): Promise<string> {
  try {
    return await withLockedFolder(data, () => restoreOffline(data, path));
  } catch (error) {
    const owner = isFolderInUse(error) ? await runningServer(data) : undefined;
    if (!owner) throw error;
    const api = createApiClient(owner.api_url, async () => owner.token);
    return (await api.send('POST', '/backups/restore', { path }, RestoreBackupResponse)).set_aside;
  }
}
