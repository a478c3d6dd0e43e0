import { join, resolve } from 'node:path';
import { RepairResponse } from '../../contract/backups.ts';
import { withLockedFolder } from '../../server/backups/locked-folder.ts';
import { repairOffline } from '../../server/backups/repair.ts';
import { createApiClient } from '../../server/client/api-client.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { isFolderInUse } from '../../server/hosting/folder-in-use.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { runningServer } from '../connect.ts';

/** `reelscope repair`: saves what is readable of a damaged library. It needs no library that opens. */
export const repairCommand: Command = {
  name: 'repair',
  summary: 'Repair a damaged library; the damaged one is set aside.',
  usage: 'repair [--data-dir DIR]',
  help: DATA_HELP,
  options: DATA_OPTIONS,

  async run(input) {
    if (input.positionals.length > 0) throw new UsageError('repair accepts no arguments.');
    const data = resolve(text(input, 'data-dir') ?? defaultDataFolder());
    const { rows, incomplete, set_aside } = await repair(data);
    for (const [table, count] of Object.entries(rows))
      process.stdout.write(`${table.padEnd(18)} ${count}${incomplete.includes(table) ? ' (incomplete)' : ''}\n`);
    process.stdout.write(`Repaired. The library before is ${join(data, 'backups', set_aside)}\n`);
    return EXIT.done;
  },
};

async function repair(data: string): Promise<RepairResponse> {
  try {
    const { setAside, ...result } = await withLockedFolder(data, () => repairOffline(data));
    return { ...result, set_aside: setAside };
  } catch (error) {
    const owner = isFolderInUse(error) ? await runningServer(data) : undefined;
    if (!owner) throw error;
    const api = createApiClient(owner.api_url, async () => owner.token);
    return api.send('POST', '/library/repair', {}, RepairResponse);
  }
}
