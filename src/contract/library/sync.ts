import { z } from 'zod';
import { JobId } from './video.ts';

/** Maximum number of videos in one request: 190 pairs. */
export const MAX_SYNCED_VIDEOS = 20;

export const SyncRequest = z
  .object({
    job_ids: z.array(JobId).min(2).max(MAX_SYNCED_VIDEOS).describe('Videos that may be of one event, each one once.'),
  })
  .meta({ id: 'SyncRequest' });

const SyncedVideo = z
  .object({
    job_id: z.string().describe('ID of the video.'),
    name: z.string().describe('Name of the video.'),
    state: z.enum(['placed', 'no_match', 'no_sound']).meta({
      description:
        'placed: on the common clock; no_match: its sound is not that of the others; no_sound: it is silent, or its sound can’t be read.',
    }),
    offset: z.number().nullable().meta({
      description:
        'Start of the video on the common clock, in seconds; 0 for the one that starts first. Null unless placed.',
    }),
    drift_ppm: z.number().nullable().meta({
      description:
        'Parts per million by which the clock of the video is slow, against the longest video that is placed: `time` in the video is at `offset + time * (1 + drift_ppm / 1e6)`. 0 where the overlap is too short to measure it; null unless placed.',
    }),
    confidence: z.number().min(0).max(1).nullable().meta({
      description: '0.5 where unrelated sound could come close, less where other videos contradict it.',
    }),
  })
  .meta({ id: 'SyncedVideo' });
export type SyncedVideo = z.infer<typeof SyncedVideo>;

export const SyncResult = z
  .object({ videos: z.array(SyncedVideo).meta({ description: 'In the order of the request.' }) })
  .meta({ id: 'SyncResult' });
export type SyncResult = z.infer<typeof SyncResult>;
