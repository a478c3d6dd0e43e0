import { z } from 'zod';
import { ErrorCode } from '../error-body.ts';
import { Manifest } from '../evidence/manifest.ts';
import { ReportSignature } from '../evidence/signature.ts';
import { StartTimecode } from '../library/start-timecode.ts';
import { MediaTracks, TrackUse } from '../library/tracks.ts';
import { VideoStatus } from '../library/video.ts';
import { ModuleCoverage } from './coverage.ts';
import { MODULE_NAMES, ModuleList, type ModuleName } from './modules.ts';
import { Segment } from './segment.ts';

const RESULT_FORMATS = ['json', 'srt', 'vtt', 'csv', 'md', 'txt'] as const;
export type ResultFormat = (typeof RESULT_FORMATS)[number];

const perModule = Object.fromEntries(
  MODULE_NAMES.map((name) => [name, z.array(Segment).optional().describe('Findings of this module, in time order.')]),
) as Record<ModuleName, z.ZodOptional<z.ZodArray<typeof Segment>>>;

/** A later run than that of the results. */
const LatestRun = z
  .object({
    status: VideoStatus,
    error: z.string().nullable().describe('Error as a sentence; null for none.'),
    error_code: ErrorCode.nullable().describe('Code of the error; null for none.'),
  })
  .meta({ id: 'LatestRun', description: 'A later run, which waits, works, or did not complete (extension).' });

/** A moment in an export of findings. */
const ExportedMoment = z
  .object({
    id: z.string().describe('ID of the moment.'),
    start_time: z.number().meta({ description: 'Seconds.' }),
    end_time: z.number().nullable().meta({ description: 'Seconds, exclusive; null for a single instant.' }),
    title: z.string().describe('Title of the moment.'),
    note: z.string().meta({ description: 'Markdown; empty without a note.' }),
    tags: z.array(z.string()).describe('Names of tags.'),
  })
  .meta({ id: 'ExportedMoment' });
export type ExportedMoment = z.infer<typeof ExportedMoment>;

const UsedTracks = MediaTracks.extend({
  use: TrackUse.nullable().describe('Tracks that were analyzed; null before the first analysis.'),
}).meta({ id: 'UsedTracks' });

/** All segments in time order, and again grouped by selected module. */
export const Results = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    duration: z.number().meta({ description: 'Seconds.' }),
    status: VideoStatus.meta({ description: 'Of the run that the results are of.' }),
    processing_time: z.number().meta({ description: 'Seconds that this run took.' }),
    latest_run: LatestRun.optional(),
    preview: z.boolean().optional().meta({
      description: 'True if some segments are of a first look only, marked with `data.preview` (extension).',
    }),
    start_timecode: StartTimecode.optional().meta({ description: 'Of the file, in an export (extension).' }),
    tracks: UsedTracks.optional().meta({
      description: 'Tracks of the file, and their use by the analysis (extension).',
    }),
    analysis: z.array(ModuleCoverage).optional().meta({
      description:
        'Which modules ran, and over which part: “not transcribed” is another thing than “nothing was said” (extension).',
    }),
    segments: z.array(Segment).describe('Findings, in time order.'),
    ...perModule,
    moments: z.array(ExportedMoment).optional().meta({ description: 'In time order, in an export (extension).' }),
    manifest: Manifest.optional().meta({ description: 'Of a signed export (extension).' }),
    signature: ReportSignature.optional().meta({
      description: 'Of the canonical JSON of all other members (extension).',
    }),
  })
  .meta({ id: 'Results' });
export type Results = z.infer<typeof Results>;

export const ResultsQuery = z.object({
  modules: ModuleList.optional().meta({ description: 'Comma-separated module names.' }),
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
