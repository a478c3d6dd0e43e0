import { formatClock } from '../../../base/time.ts';
import { VIDEO_STATUSES, Video } from '../../../contract/library/video.ts';
import { args, type Command, choice, EXIT, printList, row, text } from '../../command.ts';
import { findProject, withLibrary } from '../../connection/with-library.ts';

/** `reelscope list`: lists videos. */
export const listCommand: Command = {
  usage: ['list'],
  options: {
    status: {
      type: 'string',
      value: 'STATUS',
      choices: VIDEO_STATUSES,
      help: `any of ${VIDEO_STATUSES.join(', ')}`,
    },
    project: { type: 'string', value: 'PROJECT', help: 'only videos of a project, by ID or name' },
    find: { type: 'string', value: 'WORDS', help: 'only videos with these words in their name' },
  },
  notes: ['Columns: ID, status, length, date, and name, separated by tabs; newest first.'],
  examples: [
    ['list --status failed', 'Videos to look after.'],
    ['list --json | jq -r ".[].job_id"', 'IDs for a script.'],
  ],

  async run(input) {
    args(input, 0, 0, 'list accepts options only.');
    const status = choice(input, 'status', VIDEO_STATUSES);
    const [project, find] = [text(input, 'project'), text(input, 'find')];
    const words = (find ?? '').toLowerCase().split(/\s+/);
    await withLibrary(input, async (api) => {
      const wanted = project === undefined ? undefined : (await findProject(api, project)).id;
      const videos = (await api.get('/videos', Video.array(), input.signal)).filter(
        (video) =>
          (status === undefined || video.status === status) &&
          (wanted === undefined || video.project_id === wanted) &&
          words.every((word) => video.name.toLowerCase().includes(word)),
      );
      printList(input, videos, videos.map(line).join(''), 'No videos.');
    });
    return EXIT.done;
  },
};

function line({ job_id, status, duration, created_at, name }: Video): string {
  return row(job_id, status, formatClock(duration), created_at.slice(0, 10), name);
}
