import { z } from 'zod';
import { secondsIn } from '../../client/video-times.ts';
import { clipResult, clipShape, requireLength } from '../clip-result.ts';
import { timesOf } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape, rangeShape } from './shapes.ts';

export const makeClip = defineTool({
  name: 'make_clip',
  title: 'Make a clip',
  description:
    'Cuts a range of a video as an MP4 of at most 10 minutes. It is saved to the folder that the user allowed for clips, or returned if there is none and it is small. The export becomes part of the history of the video.',
  isReadOnly: false,
  input: z.object({ job_id: JobIdInput, start_time: TimeInput, end_time: TimeInput }),
  output: z.object({
    job_id: JobIdShape,
    ...rangeShape,
    ...clipShape,
  }),
  async run({ job_id, start_time: from, end_time: to }, { api, permissions, signal }) {
    const [start_time = 0, end_time = 0] = await secondsIn(api, job_id, [from, to], signal);
    const range = { start_time, end_time };
    requireLength(range);
    const clip = await api.download('/clips', signal, { clips: [{ job_id, ...range }] });
    const uri = `reelscope://clips/${job_id}/${start_time}-${end_time}.mp4`;
    return clipResult({ job_id, ...timesOf(range) }, { ...clip, uri }, permissions.clipFolder);
  },
});
