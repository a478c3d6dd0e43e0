import { z } from 'zod';

/** Facts about a video that lists show beside it. */
export const VideoFacts = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    capture_time: z.string().nullable().meta({
      description:
        'Recording time as the file states it, YYYY-MM-DDTHH:MM:SS in its own time zone; null if it states none.',
    }),
    speakers: z.array(z.string()).meta({ description: 'Names of named speakers.' }),
  })
  .meta({ id: 'VideoFacts' });
export type VideoFacts = z.infer<typeof VideoFacts>;
