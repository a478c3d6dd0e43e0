import { z } from 'zod';
import { JobStatus } from '../analysis/job.ts';
import { EXPORT_FORMATS } from '../evidence/manifest.ts';
import { Timestamp } from '../library/video.ts';
import { TEST_EVENT_TYPE, type WebhookEventType } from './webhooks.ts';

/** Warnings and modules' errors in one event; the rest is found at `GET /processing/{job_id}/status`. */
const MAX_WARNINGS = 20;
const MAX_WARNING_LENGTH = 500;

const { job_id, status, error, error_code, processing_time, has_results, warnings } = JobStatus.shape;

const JobEventData = z
  .object({
    job_id: job_id.describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    project_id: z.string().nullable().describe('ID of the project; null for none.'),
    duration: z.number().meta({ description: 'Length of the video in seconds.' }),
    status,
    error: error.describe('Error as a sentence; null for none.'),
    error_code: error_code.describe('Code of the error; null for none.'),
    processing_time,
    has_results,
    warnings: warnings.meta({ description: `At most ${MAX_WARNINGS}.` }),
    modules: z
      .array(
        z.object({
          module: z.string().describe('Name of the analysis module.'),
          status: z.string().describe('State of the module.'),
          engine: z.string().nullable().describe('Engine that produced it, as name@version; null for none.'),
          error: z.string().nullable().describe('Error as a sentence; null for none.'),
        }),
      )
      .describe('Modules of the run, with their states.'),
  })
  .meta({ id: 'JobEventData' });
export type JobEventData = z.infer<typeof JobEventData>;

const ExportEventData = z
  .object({
    job_ids: z.array(z.string()).meta({ description: 'Videos whose findings or clips were exported.' }),
    format: z.enum(EXPORT_FORMATS).describe('Format of the export.'),
    sha256: z.string().meta({ description: 'Of the exported file; of its signed form for a signed report.' }),
  })
  .meta({ id: 'ExportEventData' });

const ShareEventData = z
  .object({
    share_id: z.string().meta({ description: 'Id of the link; its address is a secret, and is not sent.' }),
    job_id: z.string().nullable().meta({ description: 'The video; null for a story.' }),
    story_id: z.string().nullable().describe('ID of the story; null for none.'),
    name: z.string().meta({ description: 'Name of the video or title of the story.' }),
    has_password: z.boolean().describe('Whether a password is required.'),
    expires_at: Timestamp.nullable().describe('When the link expires; null for never.'),
  })
  .meta({ id: 'ShareEventData' });
export type ShareEventData = z.infer<typeof ShareEventData>;

const VideoDeletedData = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    permanent: z.boolean().meta({ description: 'False: it is in the trash.' }),
  })
  .meta({ id: 'VideoDeletedData' });

const SearchMatchedData = z
  .object({
    saved_search_id: z.string().describe('ID of the saved search.'),
    saved_search_name: z.string().describe('Name of the saved search.'),
    query: z.string().describe('Text of the search, in the query language.'),
    job_id: job_id.describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    new_hits: z.int().min(1).meta({ description: 'Hits that this analysis of the video added.' }),
  })
  .meta({ id: 'SearchMatchedData' });

const TestEventData = z
  .object({
    webhook_id: z.string().describe('ID of the webhook.'),
    webhook_name: z.string().nullable().describe('Name of the webhook; null for none.'),
  })
  .meta({ id: 'TestEventData' });

/** `data` of each event. */
export const WEBHOOK_EVENT_DATA = {
  'job.started': JobEventData,
  'job.completed': JobEventData,
  'job.failed': JobEventData,
  'job.cancelled': JobEventData,
  'export.created': ExportEventData,
  'share.created': ShareEventData,
  'share.revoked': ShareEventData,
  'video.deleted': VideoDeletedData,
  'search.matched': SearchMatchedData,
  [TEST_EVENT_TYPE]: TestEventData,
} as const satisfies Record<WebhookEventType | typeof TEST_EVENT_TYPE, z.ZodType>;

export type WebhookEventData = {
  [Type in keyof typeof WEBHOOK_EVENT_DATA]: z.infer<(typeof WEBHOOK_EVENT_DATA)[Type]>;
};

/** Data of a job's event. Pure. */
export function jobEventData(
  job: JobStatus,
  video: { name: string; project_id: string | null; duration: number },
): JobEventData {
  const shorten = (text: string) =>
    text.length > MAX_WARNING_LENGTH ? `${text.slice(0, MAX_WARNING_LENGTH - 1)}…` : text;
  return {
    job_id: job.job_id,
    video_name: video.name,
    project_id: video.project_id,
    duration: video.duration,
    status: job.status,
    error: job.error && shorten(job.error),
    error_code: job.error_code,
    processing_time: job.processing_time,
    has_results: job.has_results,
    warnings: job.warnings.slice(0, MAX_WARNINGS).map(shorten),
    modules: job.modules.map(({ module, status, engine, error }) => ({
      module,
      status,
      engine,
      error: error && shorten(error),
    })),
  };
}
