import { formatClock } from '../../../base/time.ts';
import { CoverageMap, MissExplanation, SENSES } from '../../../contract/analysis/coverage-map.ts';
import { secondsIn } from '../../../server/client/video-times.ts';
import { requireTime, TIMES_NOTE } from '../../arguments/positions.ts';
import { args, type Command, EXIT, print, row, text, UsageError } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';

/** `reelscope coverage`: what of a video was looked at and listened to, and why something was missed. */
export const coverageCommand: Command = {
  usage: ['coverage VIDEO', 'coverage VIDEO --at TIME --type TYPE'],
  options: {
    at: { type: 'string', value: 'TIME', help: 'explain why something was missed at a time or in a range FROM-TO' },
    type: { type: 'string', value: 'TYPE', help: 'module that should have found it, such as ocr or transcription' },
    text: { type: 'string', value: 'TEXT', help: 'label, or words, that should have been found' },
  },
  notes: [
    'VIDEO is an ID or a name.',
    TIMES_NOTE,
    'Columns: type, start, end, state, and recall by the product’s own benchmarks, separated by tabs. Limits follow.',
  ],
  examples: [
    ['coverage interview.mp4', 'What was examined, and what could not be found where.'],
    ['coverage street.mp4 --at 0:12-0:14 --type visualelements --text truck', 'Why no truck was found there.'],
  ],

  async run(input) {
    const [name] = args(input, 1, 1, 'coverage requires one video, by ID or name.') as [string];
    const at = text(input, 'at');
    const module = text(input, 'type');
    if ((at === undefined) !== (module === undefined)) throw new UsageError('--at and --type belong together.');
    if (module !== undefined && !SENSES.some((sense) => sense === module))
      throw new UsageError(`“${module}” is not one of ${SENSES.join(', ')}.`);
    const times = at?.split(/[-–]/).map(requireTime);
    if (times && times.length > 2) throw new UsageError(`“${at}” is not a time or a range such as 1:02-1:15.`);
    await withLibrary(input, async (api) => {
      const { job_id } = await findVideo(api, name);
      if (times && module) {
        const [start_time, end_time] = await secondsIn(api, job_id, times);
        const wanted = text(input, 'text');
        const query = new URLSearchParams({ module, start_time: String(start_time) });
        if (end_time !== undefined) query.set('end_time', String(end_time));
        if (wanted !== undefined) query.set('text', wanted);
        const miss = await api.get(`/videos/${job_id}/coverage/miss?${query}`, MissExplanation);
        print(input, miss, `${miss.reason}\t${miss.message}\n`);
        return;
      }
      const map = await api.get(`/videos/${job_id}/coverage`, CoverageMap);
      print(input, map, describe(map));
    });
    return EXIT.done;
  },
};

function describe({ modules }: CoverageMap): string {
  const spans = modules.flatMap(({ module, spans }) =>
    spans.map(({ start_time, end_time, state, recall }) =>
      row(module, formatClock(start_time), formatClock(end_time), state, recall?.toFixed(2)),
    ),
  );
  return [...spans, ...modules.flatMap(({ limits }) => limits.map(({ message }) => `${message}\n`))].join('');
}
