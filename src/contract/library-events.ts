import { z } from 'zod';
import { Video } from './video.ts';

/** One frame (`event: video`) of `GET /events`: which video is new, is another one now, or is gone. */
export const VideoChange = z
  .object({
    job_id: z.string(),
    change: z.enum(['added', 'changed', 'removed']),
    video: Video.nullable().meta({ description: 'The video after the change; null if removed.' }),
  })
  .meta({ id: 'VideoChange' });
export type VideoChange = z.infer<typeof VideoChange>;

/** Bodies of the events of `GET /events`, by name. */
export const LIBRARY_EVENT_BODIES = { video: VideoChange };
