import { z } from 'zod';
import { CLOSER_MODULES, CloserRegion, MAX_CLOSER_SECONDS } from '../../../contract/analysis/closer-look.ts';
import { lookCloser } from '../../client/look-closer.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult, timesOf } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape, rangeShape } from './shapes.ts';

export const lookCloserTool = defineTool({
  name: 'look_closer',
  title: 'Look closer',
  description: `Examines a range of a video of at most ${MAX_CLOSER_SECONDS} seconds again: every frame, enlarged and brightened, quiet sound amplified, and audio tracks that the analysis skipped. Adds findings that the video lacks, and returns them. Use it when “coverage” states why something may have been missed. Takes seconds to minutes; a short range and a region are faster.`,
  isReadOnly: false,
  input: z.object({
    job_id: JobIdInput,
    start_time: TimeInput,
    end_time: TimeInput,
    region: CloserRegion.optional().describe('Part of the frame to enlarge, in fractions of its sides.'),
    modules: z
      .array(z.enum(CLOSER_MODULES))
      .min(1)
      .optional()
      .describe('What to look for; text, objects, and sound without it.'),
  }),
  output: z.object({
    job_id: JobIdShape,
    ...rangeShape,
    findings: z.array(z.object({ id: z.string(), module: z.enum(CLOSER_MODULES), text: z.string(), ...rangeShape })),
    not_run: z.array(z.object({ module: z.string(), reason: z.string() })),
  }),
  async run({ job_id, start_time: from, end_time: to, region, modules }, { api, signal }) {
    const [start_time = 0, end_time = 0] = await secondsIn(api, job_id, [from, to], signal);
    const request = { start_time, end_time, ...(region && { region }), ...(modules && { modules }) };
    const { look, segments } = await lookCloser(api, job_id, request, { signal });
    return dataResult({
      job_id,
      ...timesOf(look),
      findings: segments.map((segment) => ({
        id: segment.id,
        module: segment.module,
        text: segment.content,
        ...timesOf(segment),
      })),
      not_run: look.modules.flatMap(({ module, error }) => (error ? [{ module, reason: error.message }] : [])),
    });
  },
});
