import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { RelinkFolderResult } from '../../contract/sources.ts';
import { Ok } from '../../contract/text.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';

/** `reelscope relink`: connects videos with source files that were moved. */
export const relinkCommand: Command = {
  name: 'relink',
  summary: 'Find moved source files by their content.',
  usage: 'relink PATH [--video JOB_ID [--replace]] [--data-dir DIR]',
  help: [
    'PATH             a file, or a folder to search with its subfolders',
    '--video JOB_ID   relink this video with the file PATH; by default, all missing files are searched for',
    '--replace        accept another content: findings, edits, and links of the former file are removed',
    ...DATA_HELP,
  ],
  options: { ...DATA_OPTIONS, video: { type: 'string' }, replace: { type: 'boolean' } },

  async run(input) {
    const [given, ...more] = input.positionals;
    if (given === undefined || more.length > 0) throw new UsageError('relink takes one file or folder.');
    const video = text(input, 'video');
    const replace = input.values['replace'] === true;
    if (replace && video === undefined) throw new UsageError('--replace requires --video.');
    const path = resolve(given);
    await stat(path).catch((cause: unknown) => {
      throw new ReelscopeError('not_found', `${given} can't be read: ${toError(cause).message}`, { cause });
    });
    const { api, close } = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      if (video !== undefined) {
        await api.send(
          'POST',
          `/videos/${encodeURIComponent(video)}/relink`,
          { path, ...(replace && { replace }) },
          Ok,
        );
        process.stdout.write(`${path}\n`);
        return EXIT.done;
      }
      const { relinked, unresolved } = await api.send('POST', '/storage/relink', { path }, RelinkFolderResult);
      for (const { name, path: found } of relinked) process.stdout.write(`${name}  ${found}\n`);
      for (const { name, state } of unresolved) process.stderr.write(`${name}  still ${state}\n`);
      return unresolved.length === 0 ? EXIT.done : EXIT.failed;
    } finally {
      await close();
    }
  },
};
