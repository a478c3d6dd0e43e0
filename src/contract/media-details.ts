import { z } from 'zod';

/** Media facts of a video, for players and users. */
export const MediaDetails = z
  .object({
    container: z.string().nullable().meta({ description: 'Name of the demuxer; null before the file is probed.' }),
    video: z
      .object({
        codec: z.string(),
        width: z.number().meta({ description: 'Pixels, upright.' }),
        height: z.number(),
        frame_rate: z.number().meta({ description: 'Average frames per second; 0 if unknown.' }),
      })
      .nullable(),
    audio: z.object({ codec: z.string(), sample_rate: z.number(), channels: z.number() }).nullable(),
    source_exists: z.boolean().meta({ description: 'False if the source file is missing.' }),
  })
  .meta({ id: 'MediaFacts' });
export type MediaDetails = z.infer<typeof MediaDetails>;
