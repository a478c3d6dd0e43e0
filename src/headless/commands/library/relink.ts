import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RelinkFolderResult } from '../../../contract/library/sources.ts';
import { Ok } from '../../../contract/text.ts';
import { args, type Command, EXIT, has, print, row, text, UsageError } from '../../command.ts';
import { withLibrary } from '../../connection/with-library.ts';
import { fileError } from '../../output/file-errors.ts';

/** `reelscope relink`: connects videos with source files that were moved. */
export const relinkCommand: Command = {
  usage: ['relink PATH', 'relink FILE --video JOB_ID'],
  options: {
    video: {
      type: 'string',
      value: 'JOB_ID',
      help: 'relink this video with the file; by default, all missing files',
    },
    replace: {
      type: 'boolean',
      help: 'accept a different file: findings, edits, and links of the original are removed',
    },
  },
  notes: ['PATH is a file, or a folder to search with its subfolders.'],
  examples: [['relink /media/archive', 'Find all missing files in a folder that was moved.']],

  async run(input) {
    const [given] = args(input, 1, 1, 'relink requires one file or folder.') as [string];
    const video = text(input, 'video');
    const replace = has(input, 'replace');
    if (replace && video === undefined) throw new UsageError('--replace requires --video.');
    const path = resolve(given);
    await stat(path).catch((cause: unknown) => {
      throw fileError(cause, 'read', given);
    });
    return withLibrary(input, async (api) => {
      if (video !== undefined) {
        const route = `/videos/${encodeURIComponent(video)}/relink`;
        print(input, await api.send('POST', route, { path, ...(replace && { replace }) }, Ok), `${path}\n`);
        return EXIT.done;
      }
      const result = await api.send('POST', '/storage/relink', { path }, RelinkFolderResult);
      print(input, result, result.relinked.map(({ name, path: found }) => row(name, found)).join(''));
      for (const { name, state } of result.unresolved) process.stderr.write(`${name} is still ${state}.\n`);
      return result.unresolved.length === 0 ? EXIT.done : EXIT.failed;
    });
  },
};
