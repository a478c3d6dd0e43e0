import { z } from 'zod';

/** Facts about the making of a recording, as its file states them. None of them is verified. */
export const Recording = z
  .object({
    captured: z
      .object({
        time: z.string().meta({ description: 'YYYY-MM-DDTHH:MM:SS, in the stated time zone.' }),
        zone: z.string().nullable().meta({ description: '“Z”, or an offset such as “+02:00”; null if not stated.' }),
        tag: z.string().meta({ description: 'Name of the tag.' }),
      })
      .nullable()
      .describe('Capture time, as the file states it; null if it does not.'),
    camera: z
      .object({
        make: z.string().nullable().describe('Manufacturer; null if unknown.'),
        model: z.string().nullable().describe('Model; null if unknown.'),
      })
      .nullable()
      .describe('Camera; null if unknown.'),
    place: z
      .object({
        latitude: z.number().meta({ description: 'Degrees, north positive.' }),
        longitude: z.number().meta({ description: 'Degrees, east positive.' }),
        altitude: z.number().nullable().meta({ description: 'Meters.' }),
        text: z.string().meta({ description: 'As stated (ISO 6709).' }),
      })
      .nullable()
      .describe('Place of the capture; null if unknown.'),
    tags: z
      .record(z.string(), z.string())
      .meta({ description: 'Tags of the container, except those that state the place.' }),
    has_timed_metadata: z.boolean().meta({ description: 'Whether a track of the file may contain positions.' }),
  })
  .meta({ id: 'Recording' });
export type Recording = z.infer<typeof Recording>;

/** Whether a file may reveal where it was recorded; also if nothing is known about it. */
export function mayRevealPlace(recording: Recording | undefined): boolean {
  return recording === undefined || recording.place !== null || recording.has_timed_metadata;
}
