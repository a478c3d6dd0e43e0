import { z } from 'zod';

/** One frame (`event: video`) of `GET /events`: which video is new, is another one now, or is gone. */
export const VideoChange = z
  .object({
    job_id: z.string(),
    change: z.enum(['added', 'changed', 'removed']),
  })
  .meta({ id: 'VideoChange' });
export type VideoChange = z.infer<typeof VideoChange>;
