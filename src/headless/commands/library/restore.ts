import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ReelscopeError } from '../../../contract/errors.ts';
import { RestoreBackupResponse } from '../../../contract/system/backups.ts';
import { withLockedFolder } from '../../../server/backups/locked-folder.ts';
import { createApiClient } from '../../../server/client/api-client.ts';
import { isFolderInUse } from '../../../server/hosting/folder-in-use.ts';
import { args, type Command, EXIT, print } from '../../command.ts';
import { runningServer } from '../../connection/connect.ts';
import { libraryFolder } from '../../connection/with-library.ts';
import { createHeadlessHost } from '../../host.ts';

const FOREIGN =
  'This backup is from another installation: its findings are marked as imported, and API keys, links and their comments, webhooks, watch folders, settings, earlier analyses, and file locations were not restored.';

/** `reelscope restore`: replaces the library by a backup. It needs no library that opens. */
export const restoreCommand: Command = {
  usage: ['restore BACKUP'],
  options: {},
  notes: ['BACKUP is a file or folder, or the name of a backup of the library.'],
  examples: [['restore /media/usb/reelscope', 'Restore a backup from a disk.']],

  async run(input) {
    const [given] = args(input, 1, 1, 'restore requires one backup.') as [string];
    const data = resolve(libraryFolder(input));
    const named = join(data, 'backups', given);
    const path = [resolve(given), named].find((one) => existsSync(one));
    // Before the folder of the library is created.
    if (path === undefined) throw new ReelscopeError('not_found', `There is no backup “${given}”.`);
    const { removed, ...result } = await restore(data, path);
    const before = join(data, 'backups', result.set_aside);
    const lost = removed ? `${FOREIGN}\n` : '';
    print(input, { set_aside: before, removed }, `Restored. The library before is ${before}\n${lost}`);
    return EXIT.done;
  },
};

/** Restores by the server that owns the library, or without one. */
async function restore(data: string, path: string): Promise<Pick<RestoreBackupResponse, 'set_aside' | 'removed'>> {
  try {
    const { restoreOffline } = await import('../../../server/backups/restore-backup.ts');
    const { secrets } = createHeadlessHost(data, () => {});
    const { setAside, removed } = await withLockedFolder(data, () => restoreOffline(data, path, secrets));
    return { set_aside: setAside, removed };
  } catch (error) {
    const owner = isFolderInUse(error) ? await runningServer(data) : undefined;
    if (!owner) throw error;
    const api = createApiClient(owner.api_url, async () => owner.token);
    return api.send('POST', '/backups/restore', { path }, RestoreBackupResponse);
  }
}
