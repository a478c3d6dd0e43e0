import { formatClock } from '../../../base/time.ts';
import { CLOSER_MODULES, CloserRegion, MAX_CLOSER_SECONDS } from '../../../contract/analysis/closer-look.ts';
import { lookCloser } from '../../../server/client/look-closer.ts';
import { secondsIn } from '../../../server/client/video-times.ts';
import { requireTime, TIMES_NOTE } from '../../arguments/positions.ts';
import { args, type Command, EXIT, list, note, print, row, text, UsageError } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';

/** `reelscope look-closer`: examines a part of a video again, in every frame and enlarged. */
export const lookCloserCommand: Command = {
  usage: ['look-closer VIDEO --from TIME --to TIME'],
  options: {
    from: { type: 'string', value: 'TIME', help: 'start of the part' },
    to: { type: 'string', value: 'TIME', help: `end of the part, at most ${MAX_CLOSER_SECONDS} seconds later` },
    region: {
      type: 'string',
      value: 'X,Y,WIDTH,HEIGHT',
      help: 'part of the frame to enlarge, in fractions of its sides, such as 0.5,0.5,0.5,0.5',
    },
    modules: { type: 'string', value: 'LIST', help: `what to look for: ${CLOSER_MODULES.join(', ')}` },
  },
  notes: [
    'VIDEO is an ID or a name.',
    TIMES_NOTE,
    'Every frame is examined, enlarged and brightened; quiet sound is amplified, and audio tracks that the analysis skipped are heard. Findings that the video lacks are added; none is replaced.',
    'Columns: start, end, type, and text of each new finding, separated by tabs.',
  ],
  examples: [
    ['look-closer street.mp4 --from 0:12 --to 0:14', 'What was missed there?'],
    ['look-closer street.mp4 --from 0:12 --to 0:14 --region 0.6,0.1,0.3,0.3', 'What is written on that sign?'],
  ],

  async run(input) {
    const [name] = args(input, 1, 1, 'look-closer requires one video, by ID or name.') as [string];
    const [from, to] = [text(input, 'from'), text(input, 'to')];
    if (from === undefined || to === undefined) throw new UsageError('look-closer requires --from and --to.');
    const times = [requireTime(from), requireTime(to)];
    const modules = list(input, 'modules', CLOSER_MODULES);
    const region = regionOf(text(input, 'region'));
    await withLibrary(input, async (api) => {
      const { job_id } = await findVideo(api, name);
      const [start_time = 0, end_time = 0] = await secondsIn(api, job_id, times);
      const request = { start_time, end_time, ...(region && { region }), ...(modules && { modules }) };
      const { look, segments } = await lookCloser(api, job_id, request, {
        signal: input.signal,
        onStart: ({ estimated_seconds }) => note(input, `This takes about ${formatClock(estimated_seconds)}.`),
      });
      for (const { module, error } of look.modules) if (error) note(input, `${module}: ${error.message}`);
      const rows = segments.map((segment) =>
        row(formatClock(segment.start_time), formatClock(segment.end_time), segment.module, segment.content),
      );
      print(input, { ...look, segments }, rows.join(''));
      if (segments.length === 0) note(input, 'Nothing new was found.');
    });
    return EXIT.done;
  },
};

/** @throws UsageError */
function regionOf(value: string | undefined) {
  if (value === undefined) return undefined;
  const [x, y, width, height, ...more] = value
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const region = CloserRegion.safeParse({ x, y, width, height });
  if (!region.success || more.length > 0)
    throw new UsageError('--region requires four fractions of the frame, such as 0.5,0.5,0.5,0.5.');
  return region.data;
}
