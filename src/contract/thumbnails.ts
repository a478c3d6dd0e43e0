import { z } from 'zod';
import { Timestamp } from './video.ts';

/** Signed addresses for the pictures of all of a user's videos, so that a list needs one request and not one each. */
export const ThumbnailUrls = z
  .object({
    thumbnail_url: z.string().meta({ description: 'Replace {job_id} with a job_id.' }),
    still_url: z.string().meta({ description: 'Replace {job_id} with a job_id and {ms} with whole milliseconds.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'Pictures' });
export type ThumbnailUrls = z.infer<typeof ThumbnailUrls>;
