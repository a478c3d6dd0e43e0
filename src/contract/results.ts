import { z } from 'zod';
import { Manifest } from './evidence/manifest.ts';
import { ReportSignature } from './evidence/signature.ts';
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
    manifest: Manifest.optional().meta({ description: 'Of a signed export (extension).' }),
    signature: ReportSignature.optional().meta({
      description: 'Of the canonical JSON of all other members (extension).',
    }),
  })
  .meta({ id: 'Results' });
export type Results = z.infer<typeof Results>;

export const ResultsQuery = z.object({
  modules: z.string().max(1000).optional().meta({ description: 'Comma-separated module names.' }),
  format: z.enum(RESULT_FORMATS).default('json'),
  signed: z.enum(['true', 'false']).default('false').meta({
    description: 'True for a report with manifest and signature, in json and md; the export is recorded (extension).',
  }),
  recording: z.enum(['true', 'false']).default('false').meta({
    description: 'With signed: includes original name, capture time, camera, and place (extension).',
  }),
  text: z
    .enum(['original', 'translation'])
    .default('original')
    .meta({ description: 'translation: transcript lines in English instead of the original language (extension).' }),
  partial: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'True to return the findings so far before the analysis completes (extension).' }),
});
