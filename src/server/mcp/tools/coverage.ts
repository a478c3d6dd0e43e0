import { z } from 'zod';
import {
  CONDITION_STATES,
  CoverageMap,
  MISS_REASONS,
  MissExplanation,
  SENSES,
} from '../../../contract/analysis/coverage-map.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape } from './shapes.ts';

export const coverage = defineTool({
  name: 'coverage',
  title: 'Get coverage',
  description:
    'Returns what of a video each module could find: parts that were examined, and parts that were too dark, too blurred, too noisy, or not analyzed, with the recall measured under such conditions. With “start_time” and “module”, also explains why the module found nothing there. Use it before stating that something is absent.',
  isReadOnly: true,
  input: z.object({
    job_id: JobIdInput,
    module: z.enum(SENSES).optional().describe('Only this module.'),
    start_time: TimeInput.optional(),
    end_time: TimeInput.optional(),
    text: z.string().max(200).optional().describe('Label, or words, that should have been found.'),
  }),
  output: z.object({
    job_id: JobIdShape,
    is_recorded: z.boolean().describe('False: conditions are unknown; the video must be analyzed again.'),
    modules: z.array(
      z.object({
        module: z.enum(SENSES),
        status: z.string(),
        limits: z.array(z.string()),
        parts: z.array(
          z.object({
            start_time: z.number(),
            end_time: z.number(),
            state: z.enum(CONDITION_STATES),
            recall: z.number().nullable(),
          }),
        ),
      }),
    ),
    miss: z.object({ reason: z.enum(MISS_REASONS), message: z.string() }).nullable(),
  }),
  async run({ job_id, module, start_time, end_time, text }, { api, signal }) {
    const path = `/videos/${encodeURIComponent(job_id)}/coverage`;
    const map = await api.get(path, CoverageMap, signal);
    const modules = map.modules.filter((one) => module === undefined || one.module === module);
    const times = [start_time, end_time].filter((time) => time !== undefined);
    const [start, end] = await secondsIn(api, job_id, times, signal);
    const isQuestion = module !== undefined && start_time !== undefined;
    const query = new URLSearchParams({ module: module ?? '', start_time: String(start) });
    if (end !== undefined) query.set('end_time', String(end));
    if (text) query.set('text', text);
    const miss = isQuestion ? await api.get(`${path}/miss?${query}`, MissExplanation, signal) : null;
    return dataResult({
      job_id: map.job_id,
      is_recorded: map.is_recorded,
      modules: modules.map(({ module, status, limits, spans }) => ({
        module,
        status,
        limits: limits.map(({ message }) => message),
        parts: spans.map(({ start_time, end_time, state, recall }) => ({ start_time, end_time, state, recall })),
      })),
      miss: miss && { reason: miss.reason, message: miss.message },
    });
  },
});
