import { MODULE_NAMES } from '../../../contract/analysis/modules.ts';
import { VIDEO_FORMATS, type VideoFormat } from '../../../contract/library/video-exports.ts';
import { secondsIn } from '../../../server/client/video-times.ts';
import { peopleIds } from '../../arguments/people-options.ts';
import { requireTime, TIMES_NOTE } from '../../arguments/positions.ts';
import { args, type Command, choice, EXIT, has, list, MODULES_OPTION, text, UsageError } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';
import { OUT_OPTION, save } from '../../output/save.ts';

/** `reelscope export`: writes the findings of a video as a file for people or for other programs. */
export const exportCommand: Command = {
  usage: ['export VIDEO --format FORMAT'],
  options: {
    format: { type: 'string', value: 'FORMAT', choices: VIDEO_FORMATS, help: VIDEO_FORMATS.join(', ') },
    ...OUT_OPTION,
    ...MODULES_OPTION,
    from: { type: 'string', value: 'TIME', help: 'start of the range' },
    to: { type: 'string', value: 'TIME', help: 'end of the range' },
    'from-zero': { type: 'boolean', help: 'times count from the start of the range, as in a clip of it' },
    rate: { type: 'string', value: 'RATE', help: 'frames per second of an editing project, such as 25 or "29.97 DF"' },
    'sequence-start': {
      type: 'string',
      value: 'TIMECODE',
      help: 'timecode of the first frame of an editing project, such as 01:00:00:00',
    },
    'no-moments': { type: 'boolean', help: 'findings alone, without marked moments' },
    'no-notes': { type: 'boolean', help: 'moments without their notes' },
    language: {
      type: 'string',
      value: 'LANG',
      choices: ['en', 'de'],
      help: 'language of an HTML report, and of the types in CSV, en or de',
    },
    people: {
      type: 'string',
      value: 'WHOM',
      help: 'list when people are on screen: all, or names after commas; nobody without it',
    },
    translation: { type: 'boolean', help: 'transcript lines in English' },
    recording: { type: 'boolean', help: 'signed reports: recording time, camera, place, and original name' },
    partial: { type: 'boolean', help: 'also while the analysis runs: the findings so far' },
  },
  notes: [
    'VIDEO is an ID or a name.',
    TIMES_NOTE,
    'HTML, Markdown, and JSON are signed; reelscope verify checks them. Each export is recorded in the history of the video.',
  ],
  examples: [
    ['export interview.mp4 --format html', 'Write a signed report with images into this folder.'],
    ['export interview.mp4 --format edl --rate 25 --out markers.edl', 'Markers for DaVinci Resolve.'],
    ['export interview.mp4 --format xmeml --sequence-start 10:00:00:00', 'Markers for Premiere Pro.'],
  ],

  async run(input) {
    const [name] = args(input, 1, 1, 'export requires one video, by ID or name.') as [string];
    const format: VideoFormat | undefined = choice(input, 'format', VIDEO_FORMATS);
    if (format === undefined) throw new UsageError(`export requires --format: ${VIDEO_FORMATS.join(', ')}.`);
    const modules = list(input, 'modules', MODULE_NAMES);
    const ends = (['from', 'to'] as const).flatMap((option) => {
      const value = text(input, option);
      return value === undefined ? [] : [{ name: option === 'from' ? 'start' : 'end', time: requireTime(value) }];
    });
    const query = new URLSearchParams({
      format,
      ...(modules && { modules: modules.join(',') }),
      ...(has(input, 'from-zero') && { from_zero: 'true' }),
      ...(has(input, 'translation') && { text: 'translation' }),
      ...(has(input, 'recording') && { include_recording: 'true' }),
      ...(has(input, 'no-moments') && { moments: 'false' }),
      ...(has(input, 'no-notes') && { notes: 'false' }),
      ...(has(input, 'partial') && { partial: 'true' }),
    });
    for (const option of ['rate', 'language', 'sequence-start']) {
      const value = text(input, option);
      if (value !== undefined) query.set(option.replace('-', '_'), value);
    }
    const people = text(input, 'people');
    await withLibrary(input, async (api) => {
      const { job_id } = await findVideo(api, name);
      const seconds = await secondsIn(
        api,
        job_id,
        ends.map(({ time }) => time),
      );
      for (const [i, end] of ends.entries()) query.set(end.name, String(seconds[i]));
      if (people !== undefined) query.set('people', await peopleIds(api, job_id, people));
      await save(input, await api.download(`/videos/${job_id}/export?${query}`, input.signal));
    });
    return EXIT.done;
  },
};
