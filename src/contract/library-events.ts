import { z } from 'zod';
import { Video } from './video.ts';

/** Frame (`event: video`) of `GET /events`: a video was added, changed, or removed. */
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
