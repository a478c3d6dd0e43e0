import { z } from 'zod';
import { ModuleName } from '../analysis/modules.ts';
import { Segment } from '../analysis/segment.ts';
import { allOf, exactlyOne, notTrueWith } from '../conditions.ts';
import { Manifest } from '../evidence/manifest.ts';
import { ReportSignature } from '../evidence/signature.ts';
import { Blur } from '../library/blur.ts';
import { JobId, Timestamp, VideoStatus } from '../library/video.ts';
import { Flag, InstantText } from '../text.ts';
import {
  DEFAULT_SHARE_PARTS,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  SHARE_PARTS,
  SHARE_PASSWORD_HEADER,
} from './share-parts.ts';

const Part = z.enum(SHARE_PARTS).meta({ id: 'SharePart' });

export const SharedReport = z
  .object({
    id: z.string().describe('ID of the shared report.'),
    user_id: z.string().describe('ID of the user.'),
    video_id: z.string().nullable().meta({ description: 'Null for a link to a story.' }),
    story_id: z.string().nullable().meta({ description: 'Null for a link to a video.' }),
    share_hash: z.string().meta({ description: 'Unguessable part of the link: 256 random bits in hexadecimal.' }),
    expires_at: Timestamp.nullable().meta({ description: 'Null if the link never expires.' }),
    has_password: z.boolean().describe('Whether a password is required.'),
    parts: z.array(Part).nullable().meta({ description: 'What of a story is shared; null for a video.' }),
    is_active: Flag,
    includes_recording: z.boolean().meta({
      description: 'Whether visitors see original name, capture time, camera, and place, and get the original file.',
    }),
    includes_people: z.boolean().meta({ description: 'Whether visitors see who is on screen when.' }),
    includes_moments: z.boolean().meta({ description: 'Whether visitors see titles, times, and tags of moments.' }),
    allows_comments: z.boolean().meta({ description: 'Whether visitors may comment (extension).' }),
    blur: Blur.nullable().meta({ description: 'Faces that are blurred in the shared copy; null for none.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'SharedReportResponse' });
export type SharedReport = z.infer<typeof SharedReport>;

export const CreateSharedReportRequest = z
  .object({
    video_id: JobId.optional().meta({ description: 'The id or job_id of the video.' }),
    story_id: z.string().min(1).max(64).optional().meta({ description: 'Instead of a video (extension).' }),
    expires_at: InstantText.nullable().optional().describe('When the link expires; null for never.'),
    include_recording: z.boolean().default(false).meta({
      description: 'Shows original name, capture time, camera, and place, and plays the original file (extension).',
    }),
    include_people: z.boolean().default(false).meta({
      description:
        'Lists people with their times on screen, of a video, as they are when the link is opened; 409 `people_off` where People is off (extension).',
    }),
    include_moments: z.boolean().default(true).meta({
      description: 'Lists the moments of a video, as they are when the link is opened, without notes (extension).',
    }),
    allow_comments: z.boolean().default(false).meta({
      description: 'Visitors may comment on times; all visitors of the link see the comments and replies (extension).',
    }),
    blur: Blur.optional().meta({
      description:
        'Faces to blur: the link shows a copy of the video with its stills only, or clips of the story without stills (extension; see `Blur`).',
    }),
    password: z
      .string()
      .min(MIN_PASSWORD_LENGTH)
      .max(MAX_PASSWORD_LENGTH)
      .nullable()
      .optional()
      .meta({ description: `Required to open the link, in the header \`${SHARE_PASSWORD_HEADER}\` (extension).` }),
    parts: z
      .array(Part)
      .default([...DEFAULT_SHARE_PARTS])
      .meta({ description: 'Of a story; default: clips and transcript (extension).' }),
  })
  .refine(
    ({ video_id, story_id }) => (video_id === undefined) !== (story_id === undefined),
    'must have either video_id or story_id',
  )
  .refine(
    ({ story_id, include_people }) => story_id === undefined || !include_people,
    'must not include people of a story',
  )
  .meta({
    id: 'CreateSharedReportRequest',
    ...allOf(exactlyOne('video_id', 'story_id'), notTrueWith('include_people', 'story_id')),
  });
export type CreateSharedReportRequest = z.infer<typeof CreateSharedReportRequest>;

/** A moment of a video as a link to the video shows it: without its note. */
const SharedMoment = z
  .object({
    title: z.string().describe('Title of the moment.'),
    start_time: z.number().meta({ description: 'Seconds.' }),
    end_time: z.number().nullable().meta({ description: 'Seconds, exclusive; null for a single instant.' }),
    tags: z.array(z.string()).describe('Names of tags.'),
  })
  .meta({ id: 'SharedMoment' });
export type SharedMoment = z.infer<typeof SharedMoment>;

/** Public content of a shared report; contains nothing about the owner. */
export const PublicReport = z
  .object({
    share_hash: z.string().describe('Unguessable part of the link.'),
    video: z
      .object({
        id: z.string().describe('ID of the video.'),
        job_id: z.string().describe('ID of the video, and of its job.'),
        name: z.string().describe('Name of the video.'),
        status: VideoStatus,
        description: z.string().nullable().describe('Description; null for none.'),
        duration: z.number().meta({ description: 'Seconds.' }),
      })
      .describe('The video.'),
    modules: z.array(ModuleName).describe('Modules with findings.'),
    outdated_modules: z.array(ModuleName).meta({
      description:
        'Of these, modules that were made of texts that have been corrected or recognized again since (extension).',
    }),
    segments: z.array(Segment).describe('Findings, in time order.'),
    moments: z.array(SharedMoment).meta({ description: 'In time order; empty if moments are not shared (extension).' }),
    playback_url: z.string().nullable().meta({ description: 'Presigned URL; null if the source file is missing.' }),
    playback_pending: z.boolean().meta({
      description: 'A playable copy is being created; playback_url refers to it when it is ready.',
    }),
    thumbnail_url: z.string().nullable().describe('URL of the thumbnail; null for none.'),
    still_url: z.string().meta({ description: 'Replace {ms} with a time in whole milliseconds.' }),
    allows_comments: z.boolean().meta({ description: 'Whether visitors may comment (extension).' }),
    expires_at: Timestamp.nullable().describe('When the link expires; null for never.'),
    created_at: Timestamp,
    manifest: Manifest,
    signature: ReportSignature.meta({ description: 'Of the canonical JSON of all other members (extension).' }),
  })
  .meta({ id: 'PublicReport' });
export type PublicReport = z.infer<typeof PublicReport>;

/**
 * A moment of a shared story. Times are in seconds of the video; those of the transcript count from the start of the
 * clip.
 */
export const PublicMoment = z
  .object({
    title: z.string().describe('Title of the moment.'),
    note: z.string().meta({ description: 'Markdown; empty if notes are not shared.' }),
    tags: z.array(z.string()).describe('Names of tags.'),
    video_name: z.string().describe('Name of the video.'),
    start_time: z.number().describe('Seconds from the start of the video.'),
    end_time: z.number().describe('Seconds from the start of the video, exclusive.'),
    transcript: z.array(Segment).meta({ description: 'Empty if the transcript is not shared.' }),
    sha256: z.string().nullable().meta({ description: 'Of the source file; null if unknown or not shared.' }),
    has_picture: z.boolean().describe('Whether there is a picture.'),
    clip_url: z.string().nullable().meta({ description: 'Presigned URL of an MP4 of this range only.' }),
    clip_state: z.enum(['ready', 'pending', 'failed', 'not_shared']).describe('State of the clip.'),
    picture_url: z.string().nullable().describe('Presigned URL of the picture; null for none.'),
  })
  .meta({ id: 'PublicMoment' });
export type PublicMoment = z.infer<typeof PublicMoment>;

/**
 * Public content of a shared story; contains nothing about the owner, and nothing of its videos outside of its moments.
 */
export const PublicStory = z
  .object({
    share_hash: z.string().describe('Unguessable part of the link.'),
    story: z
      .object({
        title: z.string().describe('Title of the story.'),
        description: z.string().describe('Description; empty for none.'),
        duration: z.number().describe('Seconds of all its clips.'),
      })
      .describe('The story.'),
    parts: z.array(Part).describe('Parts of the story that are shared.'),
    items: z
      .array(
        z.discriminatedUnion('kind', [
          z
            .object({
              id: z.string().describe('ID of the item.'),
              kind: z.enum(['heading', 'note']).describe('Type of the item.'),
              text: z.string().describe('Text of the item.'),
            })
            .meta({ id: 'PublicText' }),
          z
            .object({
              id: z.string().describe('ID of the item.'),
              kind: z.literal('moment').describe('Always moment.'),
              moment: PublicMoment,
            })
            .meta({ id: 'PublicMomentItem' }),
        ]),
      )
      .describe('Items, in order.'),
    allows_comments: z.boolean().meta({ description: 'Whether visitors may comment (extension).' }),
    expires_at: Timestamp.nullable().describe('When the link expires; null for never.'),
    created_at: Timestamp,
  })
  .meta({ id: 'PublicStory' });
export type PublicStory = z.infer<typeof PublicStory>;
