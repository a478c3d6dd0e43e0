import { z } from 'zod';

/** Timecode at the start of a source file, as the file states it. It wraps at 24 hours. */
export const StartTimecode = z
  .object({
    timecode: z.string().meta({
      description:
        '`HH:MM:SS:FF`, with `;` before the frames in drop-frame counting; `HH:MM:SS.mmm` from the time reference of a sound file.',
    }),
    frame_rate: z.number().nullable().meta({
      description:
        'Frames per second that the timecode counts, such as 29.97; may be half of the video’s. Null for a time reference, which counts samples.',
    }),
    drop_frame: z.boolean().describe('Whether frame numbers are dropped.'),
    seconds: z.number().meta({ description: 'Seconds from 00:00:00:00, in which the frames play.' }),
  })
  .meta({ id: 'StartTimecode' });
export type StartTimecode = z.infer<typeof StartTimecode>;
