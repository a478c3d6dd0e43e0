import { z } from 'zod';
import { JobId } from '../library/video.ts';
import { DEFAULT_SEARCH_LIMIT } from './search.ts';

/** Engine of descriptors; those of others are never compared with its own. */
export const VISUAL_ENGINE = 'centernet-descriptor@1';

/** Bytes of a descriptor of this engine. */
export const DESCRIPTOR_SIZE = 1280;

/** Bytes of each part of it: the whole picture first, then four overlapping quarters. */
export const DESCRIPTOR_PART_SIZE = 256;

/** Maximum size of a picture to search with, in bytes. */
export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;

/** Media types of pictures to search with. */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/tiff',
  'image/avif',
] as const;

/** Part of a picture, in fractions (0..1) of its sides. */
export const Region = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Region = z.infer<typeof Region>;

const fraction = z.coerce.number().min(0).max(1).optional();

/**
 * Picture to search with, and scope. Without `segment_id` and `from_job_id`, the picture is the body of the request.
 */
export const VisualQuery = z.object({
  segment_id: z.string().optional().meta({ description: 'A finding, whose saved frame is searched with.' }),
  from_job_id: JobId.optional().meta({ description: 'A video, whose frame at `time` is searched with.' }),
  time: z.coerce.number().min(0).optional().meta({ description: 'Seconds; with `from_job_id`.' }),
  x: fraction.meta({ description: 'Left edge of a region of the picture, in fractions of its width.' }),
  y: fraction.meta({ description: 'Top edge, in fractions of its height.' }),
  width: fraction.describe('Width of the region, in fractions of that of the picture.'),
  height: fraction.describe('Height of the region, in fractions of that of the picture.'),
  words: z
    .string()
    .max(2000)
    .trim()
    .optional()
    .meta({ description: 'Only shots with findings that match these words.' }),
  job_id: JobId.optional().meta({ description: 'Only this video.' }),
  project_id: z.string().optional().meta({ description: 'Only videos of this project.' }),
  limit: z.coerce.number().int().min(1).default(DEFAULT_SEARCH_LIMIT).meta({ description: 'Clamped to 100.' }),
});
export type VisualQuery = z.infer<typeof VisualQuery>;

/** How sure it is that two pictures show the same. */
const VISUAL_MATCHES = ['same', 'similar', 'weak'] as const;
export type VisualMatch = (typeof VISUAL_MATCHES)[number];

export const VisualHit = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    time: z.number().meta({ description: 'Seconds; of the picture that is most alike.' }),
    start_time: z.number().meta({ description: 'Start of its shot.' }),
    end_time: z.number().meta({ description: 'End of its shot, exclusive.' }),
    segment_id: z.string().nullable().meta({ description: 'Finding of the shot; null without shot detection.' }),
    content: z.string().meta({ description: 'Description of the shot; may be empty.' }),
    rank: z.int().min(1).describe('Place among the hits, from 1.'),
    similarity: z.number().min(0).max(1).meta({
      description:
        'Cosine similarity of the most similar parts, comparable between views; hits are not strictly in its order.',
    }),
    match: z.enum(VISUAL_MATCHES).meta({
      description: 'same: the same picture or footage, perhaps edited; similar: probably related; weak: uncertain.',
    }),
    still_url: z
      .string()
      .nullable()
      .meta({ description: 'Presigned URL of the nearest saved frame; null without one.' }),
  })
  .meta({ id: 'VisualHit' });
export type VisualHit = z.infer<typeof VisualHit>;

export const VisualResults = z
  .object({
    hits: z.array(VisualHit).meta({ description: 'One per shot, best match first.' }),
    indexed_videos: z.int().meta({ description: 'Videos in scope whose pictures can be found by now.' }),
    videos: z.int().meta({ description: 'Videos in scope with saved frames; the rest is indexed in the background.' }),
  })
  .meta({ id: 'VisualResults' });
export type VisualResults = z.infer<typeof VisualResults>;
