import { z } from 'zod';

/** How far the comparison of a video with others has come. */
const APPEARANCE_STATES = ['compared', 'waiting', 'not_described'] as const;

const Appearance = z
  .object({
    start_time: z.number().meta({ description: 'Start of the passage in this video, in seconds.' }),
    end_time: z.number().meta({ description: 'End of the passage in this video, exclusive.' }),
    job_id: z.string().meta({ description: 'The other video.' }),
    name: z.string().meta({ description: 'Name of the other video.' }),
    other_start_time: z.number().meta({ description: 'Start of the passage in the other video.' }),
    other_end_time: z.number().meta({ description: 'End of the passage in the other video, exclusive.' }),
    offset: z.number().meta({ description: 'Time in the other video minus time in this one, in seconds.' }),
    similarity: z.number().min(0).max(1).meta({ description: 'Mean cosine similarity of frames at the same instant.' }),
    still_url: z
      .string()
      .nullable()
      .meta({ description: 'Presigned URL of a saved frame of the passage in the other video; null without one.' }),
  })
  .meta({ id: 'Appearance' });
export type Appearance = z.infer<typeof Appearance>;

export const AppearanceResults = z
  .object({
    appearances: z.array(Appearance).meta({ description: 'By start time, best match first.' }),
    state: z.enum(APPEARANCE_STATES).meta({
      description:
        'compared: with all videos that were compared before; waiting: it will be in the background; not_described: it has no frames to compare.',
    }),
  })
  .meta({ id: 'AppearanceResults' });
export type AppearanceResults = z.infer<typeof AppearanceResults>;
