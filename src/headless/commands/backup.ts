import { resolve } from 'node:path';
import { Backup } from '../../contract/backups.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';

/** `reelscope backup`: copies the library, also while a server uses it. */
export const backupCommand: Command = {
  name: 'backup',
  summary: 'Back up the library, also while it is in use.',
  usage: 'backup [FILE] [--media] [--data-dir DIR]',
  help: [
    '--media          copy source files as well; FILE is then a folder, which later backups add to',
    ...DATA_HELP,
    'Without FILE, the backup goes to the folder “backups” of the library.',
  ],
  options: { ...DATA_OPTIONS, media: { type: 'boolean' } },

  async run(input) {
    const [file, ...rest] = input.positionals;
    if (rest.length > 0) throw new UsageError('backup takes one file.');
    const media = input.values['media'] === true;
    if (media && file === undefined) throw new UsageError('backup --media requires a folder.');
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      const body = { ...(file !== undefined && { path: resolve(file) }), media };
      const backup = await connection.api.send('POST', '/backups', body, Backup);
      process.stdout.write(`${file === undefined ? backup.name : resolve(file)}\n`);
      return EXIT.done;
    } finally {
      await connection.close();
    }
  },
};
