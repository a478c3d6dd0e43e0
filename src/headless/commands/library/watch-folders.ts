import { resolve } from 'node:path';
import { MODULE_NAMES } from '../../../contract/analysis/modules.ts';
import { WatchFolder } from '../../../contract/library/watch-folders.ts';
import { Ok } from '../../../contract/text.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { importModeOf } from '../../analyze/analyze-file.ts';
import { actionOf } from '../../arguments/actions.ts';
import { ANALYSIS_OPTIONS, depthOf } from '../../arguments/analysis-options.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  has,
  integer,
  list,
  MODULES_OPTION,
  note,
  print,
  printList,
  refuseMore,
  row,
  text,
  UsageError,
} from '../../command.ts';
import { findProject, withLibrary } from '../../connection/with-library.ts';

const MAX_BYTES = 1e15;
const MAX_DAYS = 36_500;
const MAX_SECONDS = 86_400;

/** Actions of `reelscope watch-folders` on the remaining arguments. */
const ACTIONS = {
  async list(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('watch-folders list', args);
    const folders = await api.get('/watch-folders', WatchFolder.array());
    printList(input, folders, folders.map(line).join(''), 'No watch folders.');
  },

  async add(api: ApiClient, input: CommandInput, [folder, ...more]: string[]) {
    refuseMore('watch-folders add', more);
    if (folder === undefined) throw new UsageError('watch-folders add requires a folder.');
    const project = text(input, 'project');
    const [pattern, modules] = [text(input, 'name'), list(input, 'modules', MODULE_NAMES)];
    const [least, most] = [integer(input, 'min-bytes', 0, MAX_BYTES), integer(input, 'max-bytes', 0, MAX_BYTES)];
    const [days, stable] = [integer(input, 'max-age', 0, MAX_DAYS), integer(input, 'stable', 0, MAX_SECONDS)];
    const [mode, depth] = [importModeOf(input), depthOf(input)];
    const body = {
      path: resolve(folder),
      recursive: !has(input, 'flat'),
      polling: has(input, 'polling'),
      existing: !has(input, 'new-only'),
      ...(pattern !== undefined && { name_pattern: pattern }),
      ...(least !== undefined && { min_bytes: least }),
      ...(most !== undefined && { max_bytes: most }),
      ...(days !== undefined && { max_age_days: days }),
      ...(stable !== undefined && { stable_seconds: stable }),
      ...(modules && { modules }),
      ...(mode && { mode }),
      ...(depth && { depth }),
      ...(project !== undefined && { project_id: (await findProject(api, project)).id }),
    };
    const created = await api.send('POST', '/watch-folders', body, WatchFolder);
    print(input, created, row(created.id, created.path));
    if (created.state === 'off') note(input, 'It is watched while the application or reelscope serve runs.');
  },

  async delete(api: ApiClient, input: CommandInput, [wanted, ...more]: string[]) {
    refuseMore('watch-folders delete', more);
    const found = await findFolder(api, 'delete', wanted);
    const done = await api.send('DELETE', `/watch-folders/${found.id}`, undefined, Ok);
    print(input, done, row(found.path));
  },

  async retry(api: ApiClient, input: CommandInput, [wanted, file, ...more]: string[]) {
    refuseMore('watch-folders retry', more);
    const { id } = await findFolder(api, 'retry', wanted);
    const body = file === undefined ? {} : { path: resolve(file) };
    const folder = await api.send('POST', `/watch-folders/${id}/retry`, body, WatchFolder);
    print(input, folder, line(folder));
    if (folder.state !== 'watching') note(input, 'The files are retried once the folder is watched.');
  },
};

/** @throws UsageError without a folder, and for one that is not watched */
async function findFolder(api: ApiClient, action: string, wanted: string | undefined): Promise<WatchFolder> {
  if (wanted === undefined) throw new UsageError(`watch-folders ${action} requires a folder, by ID or path.`);
  const folders = await api.get('/watch-folders', WatchFolder.array());
  const found = folders.find(({ id, path }) => id === wanted || path === resolve(wanted));
  if (!found) throw new UsageError(`The folder “${wanted}” is not watched.`);
  return found;
}

function line({ id, enabled, state, analyzed, waiting, failed, path, error }: WatchFolder): string {
  return row(
    id,
    enabled ? (state === 'off' ? 'on' : state) : 'off',
    `${analyzed} analyzed`,
    `${waiting} waiting`,
    `${failed} failed`,
    path,
    error,
  );
}

/** `reelscope watch-folders`: folders whose new files are analyzed. */
export const watchFoldersCommand: Command = {
  usage: [
    'watch-folders [list]',
    'watch-folders add FOLDER',
    'watch-folders delete FOLDER',
    'watch-folders retry FOLDER [FILE]',
  ],
  actions: Object.keys(ACTIONS),
  creates: ['add'],
  options: {
    modules: { ...MODULES_OPTION.modules, help: `add: ${MODULES_OPTION.modules.help} (default: all available)` },
    depth: { ...ANALYSIS_OPTIONS.depth, help: `add: ${ANALYSIS_OPTIONS.depth.help}` },
    project: { type: 'string', value: 'PROJECT', help: 'add: project of the videos, by ID or name' },
    name: { type: 'string', value: 'PATTERN', help: 'add: only files of these names, such as "*.{mp4,mov}"' },
    'min-bytes': { type: 'string', value: 'N', help: 'add: only files of at least this size' },
    'max-bytes': { type: 'string', value: 'N', help: 'add: only files of at most this size' },
    'max-age': { type: 'string', value: 'DAYS', help: 'add: only files changed in the last DAYS days' },
    stable: {
      type: 'string',
      value: 'SECONDS',
      help: 'add: how long a file must be unchanged before it is added (default: 10)',
    },
    flat: { type: 'boolean', help: 'add: without subfolders' },
    'new-only': { type: 'boolean', help: 'add: skip existing files' },
    polling: { type: 'boolean', help: 'add: for network shares, which don’t report changes' },
    reference: { type: 'boolean', help: 'add: leave files in place (default: the storage setting)' },
    copy: { type: 'boolean', help: 'add: copy files into the library' },
  },
  notes: ['A file is analyzed once, even if it is renamed. Watching resumes when a removed drive is connected again.'],
  examples: [
    ['watch-folders add ~/Footage --name "*.mp4" --project Harbor', 'Analyze new files.'],
    ['watch-folders add /mnt/nas/cam --polling --reference', 'A network share, without copies.'],
    ['watch-folders retry ~/Footage', 'Retry failed files.'],
  ],

  async run(input) {
    const { action, args } = actionOf('watch-folders', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};
