import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { formatTimestamp } from '../../base/time.ts';
import { SHARE_PARTS } from '../../contract/share-parts.ts';
import { SharedReport } from '../../contract/shared-reports.ts';
import { Story } from '../../contract/stories.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, type CommandInput, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';
import { storyOutline, storyTable } from '../story-text.ts';

const DAY_MS = 86_400_000;

/** Actions of `reelscope stories` on the remaining arguments; each returns its output. */
const ACTIONS: Record<string, (api: ApiClient, input: CommandInput, args: string[]) => Promise<string>> = {
  async list(api, input) {
    const stories = await api.get('/stories', Story.array(), input.signal);
    return input.values['json'] ? json(stories) : storyTable(stories);
  },

  async show(api, input, [wanted]) {
    const story = await findStory(api, wanted);
    return input.values['json'] ? json(story) : storyOutline(story);
  },

  async export(api, input, [wanted]) {
    const format = text(input, 'format');
    if (format === undefined) throw new UsageError('stories export requires --format.');
    const { id } = await findStory(api, wanted);
    const query = new URLSearchParams({ format });
    for (const name of ['rate', 'language']) {
      const value = text(input, name);
      if (value !== undefined) query.set(name, value);
    }
    const { name, body } = await api.download(`/stories/${id}/export?${query}`, input.signal);
    const out = text(input, 'out') ?? name;
    if (out === '-') {
      await pipeline(Readable.fromWeb(body), process.stdout, { end: false });
      return '';
    }
    // An existing file is kept.
    await pipeline(Readable.fromWeb(body), createWriteStream(out, { flags: 'wx' }));
    return `${out}\n`;
  },

  async share(api, input, [wanted]) {
    const { id } = await findStory(api, wanted);
    const parts = text(input, 'parts')
      ?.split(',')
      .map((part) => part.trim());
    const unknown = parts?.find((part) => !SHARE_PARTS.some((known) => known === part));
    if (unknown !== undefined) throw new UsageError(`“${unknown}” is not one of ${SHARE_PARTS.join(', ')}.`);
    const days = Number(text(input, 'days') ?? Number.NaN);
    if (text(input, 'days') !== undefined && !(days > 0)) throw new UsageError('--days must be a positive number.');
    const file = text(input, 'password-file');
    const password = file === undefined ? undefined : (await readSecret(file)).trim();
    const body = {
      story_id: id,
      ...(parts && { parts }),
      ...(days > 0 && { expires_at: `${formatTimestamp(Date.now() + days * DAY_MS)}Z` }),
      ...(password !== undefined && { password }),
    };
    const link = await api.send('POST', '/shared-reports', body, SharedReport);
    return input.values['json'] ? json(link) : `${api.apiUrl.replace(/\/api$/, '')}/s/${link.share_hash}\n`;
  },
};

/** `reelscope stories`: lists, shows, exports, and shares stories. */
export const storiesCommand: Command = {
  name: 'stories',
  summary: 'List, show, export, and share stories.',
  usage: 'stories [list] | stories show|export|share STORY   [options] [--data-dir DIR]',
  help: [
    '--json             list, show, share: print as JSON',
    '--format FORMAT    export: mp4, zip, srt, vtt, edl, fcpxml, otio, html, docx, or contact_sheet',
    '--out FILE         export: file to create; - for standard output (default: named after the story)',
    '--rate RATE        export: frames per second of a sequence, such as 25 or "29.97 DF"',
    '--language LANG    export: language of a report, en or de',
    '--parts LIST       share: clips,transcript,notes,hashes (default: all)',
    '--days N           share: days until the link expires (default: never)',
    '--password-file F  share: file with the password of the link; - for standard input',
    ...DATA_HELP,
  ],
  options: {
    ...DATA_OPTIONS,
    ...{ json: { type: 'boolean' }, format: { type: 'string' }, out: { type: 'string' }, rate: { type: 'string' } },
    ...{ language: { type: 'string' }, parts: { type: 'string' }, days: { type: 'string' } },
    'password-file': { type: 'string' },
  },

  async run(input) {
    const [name = 'list', ...args] = input.positionals;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new UsageError('stories requires an action: list, show, export, or share.');
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      process.stdout.write(await action(connection.api, input, args));
      return EXIT.done;
    } finally {
      await connection.close();
    }
  },
};

/** Finds a story by id or title. @throws UsageError without exactly one */
async function findStory(api: ApiClient, wanted: string | undefined): Promise<Story> {
  if (wanted === undefined) throw new UsageError('A story is required, by ID or title.');
  const stories = await api.get('/stories', Story.array());
  const titled = stories.filter(({ title }) => title === wanted);
  const found = stories.find(({ id }) => id === wanted) ?? (titled.length === 1 ? titled[0] : undefined);
  if (found) return found;
  const count = titled.length;
  throw new UsageError(
    count > 1 ? `${count} stories are titled “${wanted}”. Use an ID.` : `There is no story “${wanted}”.`,
  );
}

/** A password in a file or on standard input: on the command line, other users of the machine could see it. */
function readSecret(file: string): Promise<string> {
  return file === '-' ? textOf(process.stdin) : readFile(file, 'utf8');
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
