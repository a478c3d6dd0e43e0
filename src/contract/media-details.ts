import { z } from 'zod';

/** Contents of a video's file, for players and display. */
export const MediaDetails = z
  .object({
    container: z.string().nullable().meta({ description: 'Demuxer that read it; null before the file was examined.' }),
    video: z
      .object({
        codec: z.string(),
        width: z.number().meta({ description: 'Pixels, upright.' }),
        height: z.number(),
        frame_rate: z.number().meta({ description: 'Average frames per second; 0 when unknown.' }),
      })
      .nullable(),
    audio: z.object({ codec: z.string(), sample_rate: z.number(), channels: z.number() }).nullable(),
    source_exists: z.boolean().meta({ description: 'false: the source file is not in the storage (any more).' }),
  })
  .meta({ id: 'MediaFacts' });
export type MediaDetails = z.infer<typeof MediaDetails>;
