import { z } from 'zod';
import { Name } from '../text.ts';
import { Blur } from './blur.ts';
import { JobId } from './video.ts';

/** Maximum number of clips in one request. */
export const MAX_CLIPS = 200;
/** Maximum total duration of the clips in one request, in seconds: three hours. */
export const MAX_CLIPS_SECONDS = 3 * 3600;
/** Minimum duration of a clip in seconds: one frame at 100 frames per second. */
export const MIN_CLIP_SECONDS = 0.01;

/** Largest frame of a clip. */
export const ClipResolution = z.enum(['1080p', 'source']);
export type ClipResolution = z.infer<typeof ClipResolution>;

/** A time range of a video. */
export const ClipRange = z
  .object({
    job_id: JobId.describe('ID of the video, and of its job.'),
    start_time: z.number().min(0).meta({ description: 'Seconds.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive; limited to the end of the video.' }),
  })
  .refine(({ start_time, end_time }) => end_time - start_time >= MIN_CLIP_SECONDS, 'must end after it starts')
  .meta({ id: 'ClipRange' });
export type ClipRange = z.infer<typeof ClipRange>;

export const ClipsRequest = z
  .object({
    clips: z.array(ClipRange).min(1).max(MAX_CLIPS).describe('Ranges to cut, in order.'),
    join: z.boolean().optional().meta({
      description:
        'One MP4 of all clips in their order. Frames of other sizes are centered on black, missing video is black, missing audio silent.',
    }),
    resolution: ClipResolution.optional().meta({
      description: 'Largest frame: `1080p` (default), which plays everywhere, or that of the `source`.',
    }),
    blur: Blur.optional().meta({ description: 'Faces to blur; default: none (see `Blur`).' }),
    title: Name.optional().meta({ description: 'Name of the file, without extension; default: that of the videos.' }),
    export_id: z
      .uuid()
      .optional()
      .meta({ description: 'A UUID of your choice that identifies the export in progress requests.' }),
  })
  .refine(
    ({ clips }) => clips.reduce((sum, { start_time, end_time }) => sum + end_time - start_time, 0) <= MAX_CLIPS_SECONDS,
    `must have at most ${MAX_CLIPS_SECONDS} seconds together`,
  )
  .meta({ id: 'ClipsRequest' });
export type ClipsRequest = z.infer<typeof ClipsRequest>;

/** Progress of a clip export; available while its request is open. */
export const ClipsProgress = z
  .object({
    export_id: z.string().describe('ID of the export.'),
    total: z.number().int().meta({ description: 'Requested clips.' }),
    done: z.number().int().meta({ description: 'Clips that are complete or failed.' }),
    progress: z.number().meta({ description: 'Percentage of the total duration, 0 to 100.' }),
  })
  .meta({ id: 'ClipsProgress' });
export type ClipsProgress = z.infer<typeof ClipsProgress>;
