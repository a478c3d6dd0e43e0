import { z } from 'zod';
import { Timestamp } from './video.ts';

/** Presigned URL templates for the thumbnails of all of a user's videos, so that a list needs a single request. */
export const ThumbnailUrls = z
  .object({
    thumbnail_url: z.string().meta({ description: 'Replace {job_id} with a job_id.' }),
    still_url: z.string().meta({ description: 'Replace {job_id} with a job_id and {ms} with whole milliseconds.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'Pictures' });
export type ThumbnailUrls = z.infer<typeof ThumbnailUrls>;
