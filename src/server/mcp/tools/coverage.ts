import { z } from 'zod';
import {
  CONDITION_STATES,
  CoverageMap,
  MISS_REASONS,
  MissExplanation,
  SENSES,
} from '../../../contract/analysis/coverage-map.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import { secondsIn } from '../../client/video-times.ts';
import { dataResult, timesOf } from '../output.ts';
import { defineTool, JobIdInput, TimeInput } from '../tool.ts';
import { JobIdShape, rangeShape } from './shapes.ts';

export const coverage = defineTool({
  name: 'coverage',
  title: 'Get coverage',
  description:
    'Returns what of a video each module could find: parts that were examined, and parts that were too dark, too blurred, too noisy, or not analyzed, with the recall measured under such conditions. With “start_time” and “module”, also explains why the module found nothing there; where “can_look_closer” is true, “look_closer” may find it. Use it before stating that something is absent.',
  isReadOnly: true,
  input: z.object({
    job_id: JobIdInput,
    module: z.enum(SENSES).optional().describe('Only this module.'),
    start_time: TimeInput.optional().describe('Moment, or start of a range, to explain; needs “module”.'),
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
            recall: z
              .number()
              .nullable()
              .describe('Share (0 to 1) that is found under such conditions, by benchmarks; null if not measured.'),
            is_closer: z.boolean().describe('Whether a closer look has examined it.'),
          }),
        ),
      }),
    ),
    miss: z
      .object({
        reason: z.enum(MISS_REASONS),
        message: z.string(),
        ...rangeShape,
        can_look_closer: z.boolean().describe('Whether “look_closer” with this range may find it.'),
      })
      .nullable(),
  }),
  async run({ job_id, module, start_time, end_time, text }, { api, signal }) {
    if (start_time !== undefined && module === undefined)
      throw new ReelscopeError('invalid_request', sentence('coverage.module-needed'));
    const path = `/videos/${encodeURIComponent(job_id)}/coverage`;
    const map = await api.get(path, CoverageMap, signal);
    const modules = map.modules.filter((one) => module === undefined || one.module === module);
    const times = [start_time, end_time].filter((time) => time !== undefined);
    const [start, end] = await secondsIn(api, job_id, times, signal);
    const query = new URLSearchParams({ module: module ?? '', start_time: String(start) });
    if (end !== undefined) query.set('end_time', String(end));
    if (text) query.set('text', text);
    const miss = start !== undefined ? await api.get(`${path}/miss?${query}`, MissExplanation, signal) : null;
    return dataResult({
      job_id: map.job_id,
      is_recorded: map.is_recorded,
      modules: modules.map(({ module, status, limits, spans }) => ({
        module,
        status,
        limits: limits.map(({ message }) => message),
        parts: spans.map(({ start_time, end_time, state, recall, is_closer = false }) => ({
          start_time,
          end_time,
          state,
          recall,
          is_closer,
        })),
      })),
      miss: miss && {
        reason: miss.reason,
        message: miss.message,
        ...timesOf(miss),
        can_look_closer: miss.can_look_closer,
      },
    });
  },
});
