import { dictionary } from '../../../base/dictionary.ts';
import { MAX_MOMENTS_LIMIT, Moment } from '../../../contract/search/moments.ts';
import { Ok } from '../../../contract/text.ts';
import { csvOf } from '../../../core/formats/csv.ts';
import type { ApiClient } from '../../../server/client/api-client.ts';
import { secondsIn } from '../../../server/client/video-times.ts';
import { actionOf } from '../../arguments/actions.ts';
import { requireTime, TIMES_NOTE } from '../../arguments/positions.ts';
import {
  type Command,
  type CommandInput,
  EXIT,
  has,
  print,
  printList,
  refuseMore,
  text,
  UsageError,
} from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';
import { rangeOf } from '../../output/story-text.ts';

/** Actions of `reelscope moments` on the remaining arguments. */
const ACTIONS: Record<string, (api: ApiClient, input: CommandInput, args: string[]) => Promise<void>> = dictionary({
  async list(api, input, args) {
    refuseMore('moments list', args);
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
    printList(input, moments, has(input, 'csv') ? csv(moments) : table(moments), 'No moments.');
  },

  async add(api, input, [name, time, ...more]) {
    refuseMore('moments add', more);
    if (name === undefined || time === undefined) throw new UsageError('moments add requires a video and a time.');
    const end = text(input, 'end');
    const [title, note, tag] = [text(input, 'title'), text(input, 'note'), text(input, 'tag')];
    const times = [time, ...(end === undefined ? [] : [end])].map(requireTime);
    const { job_id } = await findVideo(api, name);
    const [start_time, end_time] = await secondsIn(api, job_id, times);
    const body = {
      job_id,
      start_time,
      ...(end_time !== undefined && { end_time }),
      ...(title !== undefined && { title }),
      ...(note !== undefined && { note }),
      ...(tag !== undefined && { tags: tag.split(',').map((each) => each.trim()) }),
    };
    const moment = await api.send('POST', '/moments', body, Moment);
    print(input, moment, table([moment]));
  },

  async delete(api, input, ids) {
    if (ids.length === 0) throw new UsageError('moments delete requires an ID. Run moments list to find it.');
    const isPermanent = has(input, 'permanent');
    const done = [];
    for (const id of ids)
      done.push(await api.send('DELETE', `/moments/${encodeURIComponent(id)}?permanent=${isPermanent}`, undefined, Ok));
    print(input, done, isPermanent ? 'Deleted.\n' : 'Moved to Trash.\n');
  },
});

/** `reelscope moments`: lists, adds, and deletes marked moments. */
export const momentsCommand: Command = {
  usage: ['moments [list]', 'moments add VIDEO TIME', 'moments delete ID…'],
  actions: Object.keys(ACTIONS),
  options: {
    video: { type: 'string', value: 'VIDEO', help: 'list: only of one video, by ID or name' },
    tag: { type: 'string', value: 'TAG', help: 'list: only with this tag; add: tags, separated by commas' },
    find: { type: 'string', value: 'WORDS', help: 'list: only with these words in title, note, or tags' },
    csv: { type: 'boolean', help: 'list: print as CSV' },
    end: { type: 'string', value: 'TIME', help: 'add: end of a range' },
    title: { type: 'string', value: 'TEXT', help: 'add: title (default: what is said or shown at that time)' },
    note: { type: 'string', value: 'TEXT', help: 'add: note in Markdown' },
    permanent: { type: 'boolean', help: 'delete: delete immediately instead of moving to the trash' },
  },
  notes: [TIMES_NOTE],
  examples: [
    ['moments add interview.mp4 1:02 --end 1:15 --tag proof', 'Mark 13 seconds.'],
    ['moments --tag proof --csv > proof.csv', 'Export all moments with a tag.'],
  ],

  async run(input) {
    const { action, args } = actionOf('moments', ACTIONS, input);
    if (has(input, 'csv') && has(input, 'json')) throw new UsageError('Choose one of --csv and --json.');
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

function table(moments: readonly Moment[]): string {
  return moments
    .map((moment) => {
      const tags = moment.tags.map(({ name }) => ` #${name}`).join('');
      return `${moment.id}\t${moment.video_title}\t${rangeOf(moment)}\t${moment.title}${tags}\n`;
    })
    .join('');
}

function csv(moments: readonly Moment[]): string {
  return csvOf([
    ['id', 'video', 'job_id', 'start_time', 'end_time', 'title', 'note', 'tags', 'created_by', 'created_at', 'from'],
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
      moment.origin?.name ?? '',
    ]),
  ]);
}
