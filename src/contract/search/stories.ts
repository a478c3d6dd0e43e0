import { z } from 'zod';
import { BLURRED_FACES } from '../library/blur.ts';
import { Timestamp } from '../library/video.ts';
import { RateText, SequenceStart } from '../library/video-exports.ts';
import { listQuery } from '../lists.ts';
import { MAX_NAME_LENGTH, multilineText, Name, notBlank, singleLine } from '../text.ts';
import { type CreateMomentRequest, Moment } from './moments.ts';

/** Maximum number of items of a story. */
export const MAX_STORY_ITEMS = 500;
/** Maximum lengths of texts, in UTF-16 units. */
const MAX_STORY_DESCRIPTION = 10_000;
const MAX_STORY_NOTE = 20_000;
/** Seconds for which a moment without a range is played. */
const INSTANT_SECONDS = 5;
/** Least seconds of an instant near the end of its video. */
const MIN_INSTANT_SECONDS = 1;

const STORY_ITEM_KINDS = ['moment', 'heading', 'note'] as const;

export const StoryItem = z
  .object({
    id: z.string().describe('ID of the item.'),
    kind: z.enum(STORY_ITEM_KINDS).describe('Type of the item.'),
    moment: Moment.nullable().meta({
      description:
        'Of an item of the kind `moment`. In the trash if `deleted_at` is set: it is not played or exported.',
    }),
    text: z.string().meta({ description: 'Of a heading, or of a note in Markdown; empty for a moment.' }),
  })
  .meta({ id: 'StoryItem' });
export type StoryItem = z.infer<typeof StoryItem>;

/** An ordered board of moments from any videos. */
export const Story = z
  .object({
    id: z.string().describe('ID of the story.'),
    title: z.string().describe('Title of the story.'),
    description: z.string().meta({ description: 'Markdown; empty without a description.' }),
    project_id: z.string().nullable().describe('ID of the project; null for none.'),
    items: z.array(StoryItem).describe('Items, in order.'),
    duration: z.number().meta({ description: 'Seconds of its moments together, without those in the trash.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().meta({ description: 'In the trash since then; null if it is not.' }),
  })
  .meta({ id: 'Story' });
export type Story = z.infer<typeof Story>;

const description = multilineText(MAX_STORY_DESCRIPTION);
const projectId = z.string().max(64).nullable();
const Heading = singleLine(MAX_NAME_LENGTH);
const Note = notBlank(MAX_STORY_NOTE);

const NewStoryItem = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('moment').describe('Always moment.'),
        moment_id: z.string().max(64).describe('ID of the moment.'),
      })
      .meta({ id: 'NewMomentItem' }),
    z
      .object({
        kind: z.literal('heading').describe('Always heading.'),
        text: Heading.describe('Text of the heading.'),
      })
      .meta({ id: 'NewHeadingItem' }),
    z
      .object({
        kind: z.literal('note').describe('Always note.'),
        text: Note.describe('Text of the note, as Markdown.'),
      })
      .meta({ id: 'NewNoteItem' }),
  ])
  .meta({ id: 'NewStoryItem' });
export type NewStoryItem = z.infer<typeof NewStoryItem>;

const newItems = z.array(NewStoryItem).max(MAX_STORY_ITEMS);

export const CreateStoryRequest = z
  .object({
    title: Name.describe('Title of the story.'),
    description: description.optional().describe('Description; empty for none.'),
    project_id: projectId.optional().describe('ID of the project; null for none.'),
    items: newItems.optional().describe('First items, in order.'),
  })
  .meta({ id: 'CreateStoryRequest' });
export type CreateStoryRequest = z.infer<typeof CreateStoryRequest>;

export const UpdateStoryRequest = z
  .object({
    title: Name.optional().describe('Title of the story.'),
    description: description.optional().describe('Description; empty for none.'),
    project_id: projectId.optional().describe('ID of the project; null for none.'),
  })
  .meta({ id: 'UpdateStoryRequest' });
export type UpdateStoryRequest = z.infer<typeof UpdateStoryRequest>;

export const AddStoryItemsRequest = z
  .object({
    items: newItems.min(1).describe('Items to add, in order.'),
    position: z.int().min(0).optional().meta({ description: 'Index of the first new item; default: at the end.' }),
  })
  .meta({ id: 'AddStoryItemsRequest' });
export type AddStoryItemsRequest = z.infer<typeof AddStoryItemsRequest>;

export const UpdateStoryItemRequest = z
  .object({ text: Note.describe('Text of the heading or note.') })
  .meta({ id: 'UpdateStoryItemRequest', description: 'New text of a heading or note.' });

export const OrderStoryRequest = z
  .object({
    item_ids: z.array(z.string().max(64)).max(MAX_STORY_ITEMS).describe('IDs of all items, in their new order.'),
  })
  .meta({ id: 'OrderStoryRequest', description: 'Ids of all items in their new order.' });

const STORY_SORTS = ['updated_at', 'created_at', 'title'] as const;
export type StorySort = (typeof STORY_SORTS)[number];

export const StoriesQuery = listQuery(STORY_SORTS).extend({
  project_id: z.string().max(64).optional().describe('Only stories of this project.'),
  moment_id: z.string().max(64).optional().meta({ description: 'Only stories that contain this moment.' }),
  deleted: z.literal('true').optional().meta({ description: 'Only those in the trash.' }),
});
export type StoriesQuery = z.infer<typeof StoriesQuery>;

/** Files that a story can be exported as. */
export const STORY_FORMATS = [
  'mp4',
  'zip',
  'srt',
  'vtt',
  'edl',
  'fcpxml',
  'xmeml',
  'otio',
  'avid',
  'csv',
  'json',
  'md',
  'html',
  'docx',
  'contact_sheet',
] as const;
export type StoryFormat = (typeof STORY_FORMATS)[number];

export const StoryExportQuery = z.object({
  format: z.enum(STORY_FORMATS).meta({
    description:
      '`mp4`: one clip; `zip`: a clip per moment; `srt`, `vtt`: subtitles of the clip; `edl`, `fcpxml`, `xmeml` (Premiere Pro), `otio`: a sequence for editing programs; `avid`: its markers; `csv`, `json`, `md`: a shot list; `html`, `docx`: a report; `contact_sheet`: frames with times (HTML, to print).',
  }),
  rate: RateText.optional().meta({
    description: 'Frames per second of a sequence; default: that of most of the story.',
  }),
  sequence_start: SequenceStart.optional().meta({
    description:
      'Timecode of the first frame of a sequence; default: 01:00:00:00 in `edl`, `avid`, and shot lists, 0 in the others.',
  }),
  notes: z
    .enum(['true', 'false'])
    .default('true')
    .meta({ description: 'Whether reports and shot lists have the description and the notes of the story.' }),
  language: z.enum(['en', 'de']).default('en').meta({ description: 'Of a report.' }),
  include_recording: z.literal('true').optional().meta({
    description: 'Includes original names, capture times, cameras, and places in the manifest of an HTML report.',
  }),
  blur: z
    .enum(BLURRED_FACES)
    .optional()
    .meta({ description: 'Faces to blur in `mp4` and `zip`, as `faces` of `Blur`.' }),
  blur_people: z
    .string()
    .regex(/^\d+(?:,\d+)*$/, 'must be IDs of people')
    .optional()
    .meta({ description: 'Comma-separated IDs of people for `except` and `only`.' }),
  export_id: z
    .uuid()
    .optional()
    .meta({ description: 'Identifies `mp4` and `zip` in `GET /clips`, which reports progress.' }),
});
export type StoryExportQuery = z.infer<typeof StoryExportQuery>;

/** Returns the part of a video that a moment plays: its range, or a few seconds from an instant on. Seconds. Pure. */
export function playedRange(
  { start_time, end_time }: Pick<Moment, 'start_time' | 'end_time'>,
  videoDuration = Number.POSITIVE_INFINITY,
): { start: number; end: number } {
  const length = videoDuration > 0 ? videoDuration : Number.POSITIVE_INFINITY;
  if (end_time !== null) return { start: start_time, end: Math.min(end_time, Math.max(length, start_time)) };
  const end = Math.min(start_time + INSTANT_SECONDS, length);
  return { start: Math.max(0, Math.min(start_time, end - MIN_INSTANT_SECONDS)), end };
}

/** The moments of a story that are played and exported, in order. */
export function playedMoments(items: readonly StoryItem[]): Moment[] {
  return items.flatMap(({ moment }) => (moment && moment.deleted_at === null ? [moment] : []));
}

/** Ranges of videos in seconds that the moments of a story show. Pure. @param videos with their lengths in seconds */
export function shownRanges(
  moments: readonly Moment[],
  videos: readonly { job_id: string; duration: number }[],
): { job_id: string; start_time: number; end_time: number }[] {
  const lengths = new Map(videos.map(({ job_id, duration }) => [job_id, duration]));
  return moments.map((moment) => {
    const { start, end } = playedRange(moment, lengths.get(moment.job_id));
    return { job_id: moment.job_id, start_time: start, end_time: end };
  });
}

/** A moment for a story: an existing one, or a time that is marked first. */
export type MomentSource = { moment_id: string } | CreateMomentRequest;
