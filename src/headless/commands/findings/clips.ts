import { secondsIn } from '../../../server/client/video-times.ts';
import { BLUR_OPTION, blurOf, blurredFaces, noteBlur } from '../../arguments/people-options.ts';
import { requireTime, TIMES_NOTE } from '../../arguments/positions.ts';
import { args, type Command, EXIT, has, text, UsageError } from '../../command.ts';
import { findVideo, withLibrary } from '../../connection/with-library.ts';
import { OUT_OPTION, save } from '../../output/save.ts';

/** `reelscope clips`: cuts clips of a video. */
export const clipsCommand: Command = {
  usage: ['clips VIDEO FROM-TO…'],
  options: {
    ...OUT_OPTION,
    join: { type: 'boolean', help: 'one MP4 of all ranges in their order' },
    'full-size': { type: 'boolean', help: 'frames of the source instead of at most 1080p' },
    ...BLUR_OPTION,
    title: { type: 'string', value: 'TEXT', help: 'name of the file, without extension' },
  },
  notes: ['VIDEO is an ID or a name.', TIMES_NOTE],
  examples: [
    ['clips interview.mp4 1:02-1:15', 'One clip of 13 seconds.'],
    ['clips interview.mp4 10-12 1:02-1:15 --join --out best.mp4', 'Two ranges in one file.'],
    ['clips interview.mp4 1:02-1:15 --blur "except Anna"', 'Everyone but Anna is blurred.'],
  ],

  async run(input) {
    const [name, ...ranges] = args(input, 2, 201, 'clips requires a video and at least one range such as 1:02-1:15.');
    const written = ranges.map(rangeOf);
    const title = text(input, 'title');
    const faces = blurredFaces(input);
    await withLibrary(input, async (api) => {
      const { job_id } = await findVideo(api, name!);
      const times = await secondsIn(api, job_id, written.flat());
      const clips = written.map((_, i) => ({ start_time: times[2 * i]!, end_time: times[2 * i + 1]! }));
      const blur = faces && (await blurOf(api, [job_id], faces));
      if (blur) await noteBlur(input, api, job_id, blur, spanOf(clips));
      const body = {
        clips: clips.map((clip) => ({ job_id, ...clip })),
        ...(has(input, 'join') && { join: true }),
        ...(has(input, 'full-size') && { resolution: 'source' }),
        ...(title !== undefined && { title }),
        ...(blur && { blur }),
      };
      await save(input, await api.download('/clips', input.signal, body));
    });
    return EXIT.done;
  },
};

/** Start and end of a range as they are written. @throws UsageError */
function rangeOf(range: string): [string, string] {
  const [from, to, ...more] = range.split(/[-–]/);
  if (!from || !to || more.length > 0) throw new UsageError(`“${range}” is not a range such as 1:02-1:15.`);
  return [requireTime(from), requireTime(to)];
}

/** From the start of the first range to the end of the last one. */
function spanOf(ranges: readonly { start_time: number; end_time: number }[]): { start_time: number; end_time: number } {
  return {
    start_time: Math.min(...ranges.map(({ start_time }) => start_time)),
    end_time: Math.max(...ranges.map(({ end_time }) => end_time)),
  };
}
