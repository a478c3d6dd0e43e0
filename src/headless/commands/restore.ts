import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RestoreBackupResponse } from '../../contract/backups.ts';
import { withLockedFolder } from '../../server/backups/locked-folder.ts';
import { createApiClient } from '../../server/client/api-client.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import { args, type Command, EXIT, print } from '../command.ts';
import { runningServer } from '../connect.ts';
import { libraryFolder } from '../with-library.ts';

/** `reelscope restore`: replaces the library by a backup. It needs no library that opens. */
export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Replace the library by a backup; the present one is set aside.',
  usage: ['restore BACKUP'],
  options: {},
  notes: ['BACKUP is a file or folder, or the name of a backup of the library.'],
  examples: [['restore /media/usb/reelscope', 'Restore a backup from a disk.']],

  async run(input) {
    const [given] = args(input, 1, 1, 'restore requires one backup.') as [string];
    const data = resolve(libraryFolder(input));
    const named = join(data, 'backups', given);
    const path = !existsSync(resolve(given)) && existsSync(named) ? named : resolve(given);
    const before = join(data, 'backups', await restore(data, path));
    print(input, { set_aside: before }, `Restored. The library before is ${before}\n`);
    return EXIT.done;
  },
};

/** Restores by the server that owns the library, or without one. */
async function restore(data: string, path: string): Promise<string> {
  try {
    const { restoreOffline } = await import('../../server/backups/restore-backup.ts');
    return await withLockedFolder(data, () => restoreOffline(data, path));
  } catch (error) {
    const owner = isFolderInUse(error) ? await runningServer(data) : undefined;
    if (!owner) throw error;
    const api = createApiClient(owner.api_url, async () => owner.token);
    return (await api.send('POST', '/backups/restore', { path }, RestoreBackupResponse)).set_aside;
  }
}
