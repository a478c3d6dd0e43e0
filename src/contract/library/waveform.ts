import { z } from 'zod';

/** Resolution of a waveform. */
export const WAVEFORM_PEAKS_PER_SECOND = 25;
/** File beside the stills of a video: one byte per peak, 255 = full scale. */
export const WAVEFORM_FILE = 'waveform.bin';

export const Waveform = z
  .object({
    peaks_per_second: z.number().describe('Number of peaks for a second.'),
    peaks: z.string().nullable().meta({
      description: 'Base64 with one byte per peak, 255 for full scale; null without audio or before an analysis.',
    }),
  })
  .meta({ id: 'Waveform' });
export type Waveform = z.infer<typeof Waveform>;
