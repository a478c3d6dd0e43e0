import { join, resolve } from 'node:path';
import { RepairResponse } from '../../../contract/system/backups.ts';
import { withLockedFolder } from '../../../server/backups/locked-folder.ts';
import { createApiClient } from '../../../server/client/api-client.ts';
import { isFolderInUse } from '../../../server/hosting/folder-in-use.ts';
import { args, type Command, EXIT, print } from '../../command.ts';
import { runningServer } from '../../connection/connect.ts';
import { libraryFolder, requireLibrary } from '../../connection/with-library.ts';

/** `reelscope repair`: saves what is readable of a damaged library. It needs no library that opens. */
export const repairCommand: Command = {
  usage: ['repair'],
  options: {},
  examples: [['repair', 'Save what is readable of a damaged library.']],

  async run(input) {
    args(input, 0, 0, 'repair accepts no arguments.');
    requireLibrary(input);
    const data = resolve(libraryFolder(input));
    const { set_aside, ...result } = await repair(data);
    const before = join(data, 'backups', set_aside);
    const lines = Object.entries(result.rows).map(
      ([table, count]) => `${table.padEnd(18)} ${count}${result.incomplete.includes(table) ? ' (incomplete)' : ''}\n`,
    );
    print(input, { ...result, set_aside: before }, `${lines.join('')}Repaired. The library before is ${before}\n`);
    return EXIT.done;
  },
};

async function repair(data: string): Promise<RepairResponse> {
  try {
    const { repairOffline } = await import('../../../server/backups/repair.ts');
    const { setAside, ...result } = await withLockedFolder(data, () => repairOffline(data));
    return { ...result, set_aside: setAside };
  } catch (error) {
    const owner = isFolderInUse(error) ? await runningServer(data) : undefined;
    if (!owner) throw error;
    const api = createApiClient(owner.api_url, async () => owner.token);
    return api.send('POST', '/library/repair', {}, RepairResponse);
  }
}
