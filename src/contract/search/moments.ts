import { z } from 'zod';
import { Tag, TagName } from '../library/tags.ts';
import { JobId, Timestamp } from '../library/video.ts';
import { listQuery } from '../lists.ts';
import { MAX_COMMENT_NAME } from '../sharing/comments.ts';
import { multilineText, Name, singleLine } from '../text.ts';

/** Maximum length of a note, in UTF-16 units. */
const MAX_MOMENT_NOTE = 20_000;
/** Maximum number of tags of a moment. */
const MAX_MOMENT_TAGS = 20;

export const MAX_MOMENTS_LIMIT = 1000;
export const MOMENTS_LIMITS = { byDefault: 200, max: MAX_MOMENTS_LIMIT };

/** Sources of moments. */
const MOMENT_ORIGINS = ['finding', 'word', 'search', 'answer', 'range', 'comment'] as const;

export const MomentOrigin = z
  .object({
    kind: z.enum(MOMENT_ORIGINS).describe('Where the moment was saved.'),
    segment_id: z.string().max(64).optional().meta({ description: 'Id of the finding at that time.' }),
    name: singleLine(MAX_COMMENT_NAME)
      .optional()
      .meta({ description: 'Author of the comment that it was, as stated.' }),
  })
  .meta({ id: 'MomentOrigin' });
export type MomentOrigin = z.infer<typeof MomentOrigin>;

/** A time of a video that a user marked: an instant or a range. */
export const Moment = z
  .object({
    id: z.string().describe('ID of the moment.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_title: z.string().describe('Name of the video.'),
    start_time: z.number().meta({ description: 'Seconds from the start of the video.' }),
    end_time: z.number().nullable().meta({ description: 'Seconds, exclusive; null for a single instant.' }),
    title: z.string().describe('Title of the moment.'),
    note: z.string().meta({ description: 'Markdown; empty without a note.' }),
    tags: z.array(Tag).meta({ description: 'By name.' }),
    origin: MomentOrigin.nullable().describe('Where the moment was saved; null if unknown.'),
    created_by: z.string().meta({ description: 'Full name of the user.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().meta({
      description: 'In the trash since then, alone or with its video; null if it is not.',
    }),
  })
  .meta({ id: 'Moment' });
export type Moment = z.infer<typeof Moment>;

const time = z.number().min(0).max(1e9);
const startTime = time.meta({ description: 'Seconds; clamped to the length of the video.' });
const endTime = time.nullable().meta({ description: 'Seconds, exclusive; null for a single instant.' });
const tagNames = z
  .array(TagName)
  .max(MAX_MOMENT_TAGS)
  .meta({ description: 'Names of tags, whatever their case; new ones are created.' });

export const CreateMomentRequest = z
  .object({
    job_id: JobId.describe('ID of the video, and of its job.'),
    start_time: startTime,
    end_time: endTime.optional(),
    title: Name.optional().meta({ description: 'Default: what is said, shown, or seen at that time.' }),
    note: multilineText(MAX_MOMENT_NOTE).optional().describe('Note of a user, as Markdown.'),
    tags: tagNames.optional(),
    origin: MomentOrigin.nullable().optional().describe('Where the moment was saved; null if unknown.'),
  })
  .meta({ id: 'CreateMomentRequest' });
export type CreateMomentRequest = z.infer<typeof CreateMomentRequest>;

export const UpdateMomentRequest = z
  .object({
    start_time: startTime.optional(),
    end_time: endTime.optional(),
    title: Name.optional().describe('Title of the moment.'),
    note: multilineText(MAX_MOMENT_NOTE).optional().describe('Note of a user, as Markdown.'),
    tags: tagNames.optional(),
  })
  .meta({ id: 'UpdateMomentRequest' });
export type UpdateMomentRequest = z.infer<typeof UpdateMomentRequest>;

const MOMENT_SORTS = ['created_at', 'updated_at', 'deleted_at', 'start_time', 'title'] as const;
export type MomentSort = (typeof MOMENT_SORTS)[number];

export const MomentsQuery = listQuery(MOMENT_SORTS, MOMENTS_LIMITS).extend({
  job_id: JobId.optional().describe('Only moments of this video.'),
  project_id: z.string().max(64).optional().describe('Only moments of videos of this project.'),
  tag: z.string().max(200).optional().meta({ description: 'Id or name of a tag.' }),
  q: z.string().max(2000).optional().meta({ description: 'Words of title, note, and tags; quoted phrases are exact.' }),
  deleted: z.literal('true').optional().meta({ description: 'Only those in the trash.' }),
  offset: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number from 0 on')
    .optional()
    .meta({ description: 'Number of moments to skip, in place of a cursor.', type: 'integer' }),
});
export type MomentsQuery = z.infer<typeof MomentsQuery>;

export const PermanentQuery = z.object({
  permanent: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: 'True to delete immediately instead of moving to the trash.' }),
});
