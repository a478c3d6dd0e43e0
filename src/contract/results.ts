import { z } from 'zod';
import { MODULE_NAMES, type ModuleName } from './modules.ts';
import { Segment } from './segment.ts';
import { VideoStatus } from './video.ts';

const RESULT_FORMATS = ['json', 'srt', 'vtt', 'csv', 'md'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

const perModule = Object.fromEntries(MODULE_NAMES.map((name) => [name, z.array(Segment).optional()])) as Record<
  ModuleName,
  z.ZodOptional<z.ZodArray<typeof Segment>>
>;

/** All segments in time order, and again grouped by selected module. */
export const Results = z
  .object({
    job_id: z.string(),
    video_name: z.string(),
    duration: z.number().meta({ description: 'Seconds.' }),
    status: VideoStatus,
    processing_time: z.number().meta({ description: 'Seconds.' }),
    segments: z.array(Segment),
    ...perModule,
  })
  .meta({ id: 'Results' });
export type Results = z.infer<typeof Results>;

export const ResultsQuery = z.object({
  modules: z.string().max(1000).optional().meta({ description: 'Comma-separated module names.' }),
  format: z.enum(RESULT_FORMATS).default('json'),
  partial: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'True to return the findings so far before the analysis completes (extension).' }),
});
