import { z } from 'zod';

/** Devices that decode video, as FFmpeg names them. */
const DECODING_DEVICES = ['vaapi', 'cuda', 'd3d11va', 'videotoolbox'] as const;
export const DecodingDevice = z.enum(DECODING_DEVICES);
export type DecodingDevice = z.infer<typeof DecodingDevice>;

/**
 * Why a video was decoded by the processor or by a device: `chosen`: same pictures as the processor's, and faster;
 * `off`: by the settings; `no_device`: the machine has none; `codec`: no device can decode it; `different`: other
 * pictures; `slower`: not faster; `failed`: errors in the self-test; `fell_back`: the device failed midway, and the
 * processor continued; `retry`: an earlier attempt of the analysis failed.
 */
const DECODING_REASONS = [
  'chosen',
  'off',
  'no_device',
  'codec',
  'different',
  'slower',
  'failed',
  'fell_back',
  'retry',
] as const;

/** How a video was decoded. */
export const Decoding = z
  .object({
    device: DecodingDevice.nullable().meta({ description: 'Null for the processor.' }),
    reason: z.enum(DECODING_REASONS).describe('Why the decoder was chosen.'),
    codec: z.string().describe('Name of the codec.'),
    speedup: z.number().nullable().meta({
      description: 'Speed of the device relative to the processor in the self-test; null without one.',
    }),
  })
  .meta({ id: 'Decoding' });
export type Decoding = z.infer<typeof Decoding>;
