import { readPosition } from '../../base/position.ts';
import { csvOf } from '../../contract/formats/csv.ts';
import { MAX_MOMENTS_LIMIT, Moment } from '../../contract/moments.ts';
import { Ok } from '../../contract/text.ts';
import { Video } from '../../contract/video.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import { type Command, type CommandInput, DATA_HELP, DATA_OPTIONS, EXIT, text, UsageError } from '../command.ts';
import { connect } from '../connect.ts';
import { stderrLog } from '../log-sink.ts';
import { rangeOf } from '../story-text.ts';

/** Actions of `reelscope moments` on the remaining arguments; each returns its output. */
const ACTIONS: Record<string, (api: ApiClient, input: CommandInput, args: string[]) => Promise<string>> = {
  async list(api, input) {
    const query = new URLSearchParams({ limit: String(MAX_MOMENTS_LIMIT) });
    const video = text(input, 'video');
    if (video !== undefined) query.set('job_id', (await findVideo(api, video)).job_id);
    for (const [option, name] of [
      ['tag', 'tag'],
      ['find', 'q'],
    ] as const) {
      const value = text(input, option);
      if (value !== undefined) query.set(name, value);
    }
    const moments: Moment[] = [];
    for (;;) {
      const page = await api.get(`/moments?${query}&offset=${moments.length}`, Moment.array(), input.signal);
      moments.push(...page);
      if (page.length < MAX_MOMENTS_LIMIT) break;
    }
    if (input.values['json']) return `${JSON.stringify(moments, null, 2)}\n`;
    return input.values['csv'] ? csv(moments) : table(moments);
  },

  async add(api, input, [name, time]) {
    if (name === undefined || time === undefined) throw new UsageError('moments add requires a video and a time.');
    const end = text(input, 'end');
    const [title, note, tag] = [text(input, 'title'), text(input, 'note'), text(input, 'tag')];
    const { job_id } = await findVideo(api, name);
    const body = {
      job_id,
      start_time: timeOf(time),
      ...(end !== undefined && { end_time: timeOf(end) }),
      ...(title !== undefined && { title }),
      ...(note !== undefined && { note }),
      ...(tag !== undefined && { tags: tag.split(',').map((each) => each.trim()) }),
    };
    const moment = await api.send('POST', '/moments', body, Moment);
    return input.values['json'] ? `${JSON.stringify(moment, null, 2)}\n` : table([moment]);
  },

  async rm(api, input, ids) {
    if (ids.length === 0) throw new UsageError('moments rm requires an ID. Run moments list to find it.');
    const isPermanent = input.values['permanent'] === true;
    for (const id of ids)
      await api.send('DELETE', `/moments/${encodeURIComponent(id)}?permanent=${isPermanent}`, undefined, Ok);
    return isPermanent ? 'Deleted.\n' : 'Moved to Trash.\n';
  },
};

/** `reelscope moments`: lists, adds, and removes marked moments. */
export const momentsCommand: Command = {
  name: 'moments',
  summary: 'List, add, and remove marked moments.',
  usage: 'moments [list] | moments add VIDEO TIME | moments rm ID…   [options] [--data-dir DIR]',
  help: [
    '--video VIDEO    list: only of one video, by ID or name',
    '--tag TAG        list: only with this tag; add: tags, separated by commas',
    '--find WORDS     list: only with these words in title, note, or tags',
    '--csv, --json    list: print as CSV or JSON',
    '--end TIME       add: end of a range; times as 1:02:03.5 or in seconds',
    '--title TEXT     add: title (default: what is said or shown at that time)',
    '--note TEXT      add: note in Markdown',
    '--permanent      rm: delete immediately instead of moving to Trash',
    ...DATA_HELP,
  ],
  options: {
    ...DATA_OPTIONS,
    ...{ video: { type: 'string' }, tag: { type: 'string' }, find: { type: 'string' } },
    ...{ end: { type: 'string' }, title: { type: 'string' }, note: { type: 'string' } },
    ...{ csv: { type: 'boolean' }, json: { type: 'boolean' }, permanent: { type: 'boolean' } },
  },

  async run(input) {
    const [name = 'list', ...args] = input.positionals;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action) throw new UsageError('moments requires an action: list, add, or rm.');
    if (input.values['csv'] && input.values['json']) throw new UsageError('Choose one of --csv and --json.');
    const connection = await connect(text(input, 'data-dir') ?? defaultDataFolder(), stderrLog('error'));
    try {
      process.stdout.write(await action(connection.api, input, args));
      return EXIT.done;
    } finally {
      await connection.close();
    }
  },
};

/** Finds a video by job id, row number, or name. @throws UsageError without exactly one */
async function findVideo(api: ApiClient, wanted: string): Promise<Video> {
  const videos = await api.get('/videos', Video.array());
  const byId = videos.find(({ job_id, id }) => job_id === wanted || id === wanted);
  const named = videos.filter(({ name }) => name === wanted);
  const found = byId ?? (named.length === 1 ? named[0] : undefined);
  if (found) return found;
  throw new UsageError(
    named.length > 1 ? `${named.length} videos are named “${wanted}”. Use an ID.` : `There is no video “${wanted}”.`,
  );
}

/** @throws UsageError for other text */
function timeOf(position: string): number {
  const seconds = readPosition(position);
  if (seconds === undefined) throw new UsageError(`“${position}” is not a time. Use 1:02:03.5 or seconds.`);
  return seconds;
}

function table(moments: readonly Moment[]): string {
  if (moments.length === 0) return 'No moments.\n';
  return moments
    .map((moment) => {
      const tags = moment.tags.map(({ name }) => ` #${name}`).join('');
      return `${moment.id}\t${moment.video_title}\t${rangeOf(moment)}\t${moment.title}${tags}\n`;
    })
    .join('');
}

function csv(moments: readonly Moment[]): string {
  return csvOf([
    ['id', 'video', 'job_id', 'start_time', 'end_time', 'title', 'note', 'tags', 'created_by', 'created_at'],
    ...moments.map((moment) => [
      moment.id,
      moment.video_title,
      moment.job_id,
      String(moment.start_time),
      moment.end_time === null ? '' : String(moment.end_time),
      moment.title,
      moment.note,
      moment.tags.map(({ name }) => name).join('; '),
      moment.created_by,
      moment.created_at,
    ]),
  ]);
}
