import { z } from 'zod';

export const VIDEO_STATUSES = ['uploaded', 'queued', 'processing', 'completed', 'failed'] as const;
export const VideoStatus = z.enum(VIDEO_STATUSES).meta({ id: 'VideoStatus' });
export type VideoStatus = z.infer<typeof VideoStatus>;

/** A `job_id` in a request, whatever its case. */
export const JobId = z.string().min(1).max(64).toLowerCase();

/** ISO 8601 in UTC without a zone designator; see base/time.ts. */
export const Timestamp = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/,
    'must be a time in UTC such as 2026-01-31T08:30:00.000, without a zone',
  )
  .meta({
    id: 'Timestamp',
    // Of the OpenAPI Format Registry; `date-time` would require a zone designator.
    format: 'date-time-local',
    description:
      'UTC, ISO 8601 without a zone designator. Append `Z` to read it: `new Date(text + "Z")` in JavaScript, ' +
      '`datetime.fromisoformat(text + "+00:00")` in Python.',
    examples: ['2026-03-01T12:00:00.000'],
  });

export const Video = z
  .object({
    id: z.string().describe('ID of the video.'),
    user_id: z.string().describe('ID of the user.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    project_id: z.string().nullable().describe('ID of the project; null for none.'),
    name: z.string().describe('Name of the video.'),
    description: z.string().nullable().describe('Description; null for none.'),
    status: VideoStatus,
    selected_insights: z.string().meta({ description: 'JSON text of an array of module names.' }),
    duration: z.number().meta({ description: 'Seconds.' }),
    file_size: z.number().int().meta({ description: 'Bytes.' }),
    processing_time: z.number().meta({ description: 'Seconds; 0 until a run has completed.' }),
    storage_path: z.string().meta({ description: 'users/<user_id>/<file_name>' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    analyzed_at: Timestamp.nullable().meta({
      description: 'End of the last analysis, whether it completed, failed, or was stopped; null for none (extension).',
    }),
  })
  .meta({ id: 'VideoResponse' });
export type Video = z.infer<typeof Video>;

/** Whether the file of a video has sound only, by its extension. */
export function isAudioFile({ storage_path }: Pick<Video, 'storage_path'>): boolean {
  return /\.(aac|ac3|aif[cf]?|amr|ape|caf|eac3|flac|m4[abr]|mka|mp[23]|og[ag]|opus|w64|wav|wma|wv)$/i.test(
    storage_path,
  );
}

/** A video in a list of names. */
export const NamedVideo = z.object({
  job_id: z.string().describe('ID of the video, and of its job.'),
  name: z.string().describe('Name of the video.'),
});
export type NamedVideo = z.infer<typeof NamedVideo>;
