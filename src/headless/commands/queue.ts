import { formatClock } from '../../base/time.ts';
import { PRIORITIES, Queue } from '../../contract/analysis/queue.ts';
import type { ApiClient } from '../../server/client/api-client.ts';
import { actionOf } from '../arguments/actions.ts';
import {
  type Command,
  type CommandInput,
  choice,
  EXIT,
  integer,
  note,
  printList,
  refuseMore,
  row,
  text,
  UsageError,
} from '../command.ts';
import { findVideo, withLibrary } from '../connection/with-library.ts';

const MAX_POSITION = 1_000_000;
const MAX_JOBS = 16;
const SWITCH = ['on', 'off'] as const;

/** Actions of `reelscope queue` on the remaining arguments. */
const ACTIONS = {
  async list(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('queue list', args);
    show(input, await api.get('/queue', Queue));
  },

  async pause(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('queue pause', args);
    show(input, await api.send('PATCH', '/settings/queue', { paused: true }, Queue));
  },

  async resume(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('queue resume', args);
    show(input, await api.send('PATCH', '/settings/queue', { paused: false }, Queue));
  },

  async set(api: ApiClient, input: CommandInput, args: string[]) {
    refuseMore('queue set', args);
    const [mains, away] = [choice(input, 'only-on-mains', SWITCH), choice(input, 'only-when-away', SWITCH)];
    const [hours, concurrency] = [text(input, 'hours'), integer(input, 'jobs', 1, MAX_JOBS)];
    const body = {
      ...(hours !== undefined && { hours: hoursOf(hours) }),
      ...(mains && { only_on_mains: mains === 'on' }),
      ...(away && { only_when_away: away === 'on' }),
      ...(concurrency && { concurrency }),
    };
    if (Object.keys(body).length === 0)
      throw new UsageError('queue set requires an option. See reelscope queue --help.');
    show(input, await api.send('PATCH', '/settings/queue', body, Queue));
  },

  async move(api: ApiClient, input: CommandInput, [video, place, ...more]: string[]) {
    refuseMore('queue move', more);
    const position = Number(place);
    if (video === undefined || !Number.isInteger(position) || position < 1 || position > MAX_POSITION)
      throw new UsageError('queue move requires a video and its new position, from 1.');
    const { job_id } = await findVideo(api, video);
    show(input, await api.send('PATCH', `/queue/${job_id}`, { position }, Queue));
  },

  async priority(api: ApiClient, input: CommandInput, [video, level, ...more]: string[]) {
    refuseMore('queue priority', more);
    const priority = PRIORITIES.find((one) => one === level);
    if (video === undefined || !priority)
      throw new UsageError(`queue priority requires a video and one of ${PRIORITIES.join(', ')}.`);
    const { job_id } = await findVideo(api, video);
    show(input, await api.send('PATCH', `/queue/${job_id}`, { priority }, Queue));
  },
};

/** `reelscope queue`: the queue of analyses. */
export const queueCommand: Command = {
  usage: [
    'queue [list]',
    'queue pause',
    'queue resume',
    'queue set',
    'queue move VIDEO POSITION',
    `queue priority VIDEO ${PRIORITIES.join('|')}`,
  ],
  actions: Object.keys(ACTIONS),
  creates: ['set', 'pause', 'resume'],
  options: {
    hours: { type: 'string', value: 'HOURS', help: 'set: only in these hours, such as 22:00-06:00, or always' },
    'only-on-mains': { type: 'string', value: 'on|off', choices: SWITCH, help: 'set: only while plugged in' },
    'only-when-away': {
      type: 'string',
      value: 'on|off',
      choices: SWITCH,
      help: 'set: only while the computer is idle',
    },
    jobs: { type: 'string', value: 'N', help: 'set: analyses that run at once' },
  },
  notes: [
    'Pausing stops running analyses; they resume later and keep their findings.',
    'Only the desktop application detects the power supply and absence.',
  ],
  examples: [
    ['queue set --hours 22:00-06:00', 'Analyze at night only.'],
    ['queue move interview.mp4 1', 'Next.'],
  ],

  async run(input) {
    const { action, args } = actionOf('queue', ACTIONS, input);
    await withLibrary(input, (api) => action(api, input, args));
    return EXIT.done;
  },
};

/** @throws UsageError unless it is like 22:00-06:00, or always */
function hoursOf(hours: string): { from: string; to: string } | null {
  if (hours === 'always') return null;
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(hours) ?? [];
  if (from === undefined || to === undefined) throw new UsageError('--hours must be like 22:00-06:00, or always.');
  return { from, to };
}

function show(input: CommandInput, queue: Queue): void {
  const lines = queue.jobs.map(({ job_id, status, priority, estimated_seconds, name }) =>
    row(job_id, status, priority, estimated_seconds === null ? '' : formatClock(estimated_seconds), name),
  );
  printList(input, queue, lines.join(''), 'The queue is empty.');
  if (queue.waits_for !== null) note(input, `The queue waits: ${queue.waits_for}.`);
  if (queue.eta_seconds !== null) note(input, `About ${formatClock(queue.eta_seconds)} left.`);
}
