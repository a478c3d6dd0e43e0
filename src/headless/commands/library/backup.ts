import { resolve } from 'node:path';
import { Backup } from '../../../contract/system/backups.ts';
import { args, type Command, EXIT, has, print, UsageError } from '../../command.ts';
import { withLibrary } from '../../connection/with-library.ts';

/** `reelscope backup`: copies the library, also while a server uses it. */
export const backupCommand: Command = {
  usage: ['backup [FILE]'],
  options: {
    media: { type: 'boolean', help: 'copy source files as well; FILE is then a folder, which later backups add to' },
  },
  notes: ['Without FILE, the backup goes to the folder “backups” of the library.'],
  examples: [['backup --media /media/usb/reelscope', 'Back up everything to a disk.']],

  async run(input) {
    const [file] = args(input, 0, 1, 'backup accepts one file.');
    const media = has(input, 'media');
    if (media && file === undefined) throw new UsageError('backup --media requires a folder.');
    const body = { ...(file !== undefined && { path: resolve(file) }), media };
    const backup = await withLibrary(input, (api) => api.send('POST', '/backups', body, Backup));
    print(input, backup, `${file === undefined ? backup.name : resolve(file)}\n`);
    return EXIT.done;
  },
};
