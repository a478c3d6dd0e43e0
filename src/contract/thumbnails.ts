import { z } from 'zod';
import { Timestamp } from './video.ts';

/** Signed addresses for the pictures of all of a user's videos, so that a list needs one request and not one each. */
export const ThumbnailUrls = z
  .object({
    thumbnail_url: z.string().meta({ description: 'Put a job_id in the place of {job_id}.' }),
    still_url: z
      .string()
      .meta({ description: 'Put a job_id in the place of {job_id} and whole milliseconds in that of {ms}.' }),
    expires_at: Timestamp,
  })
  .meta({ id: 'Pictures' });
export type ThumbnailUrls = z.infer<typeof ThumbnailUrls>;
