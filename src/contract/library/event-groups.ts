import { z } from 'zod';
import { listQuery } from '../lists.ts';
import { LocalizedText } from '../message.ts';
import { Name } from '../text.ts';
import { BLURRED_FACES } from './blur.ts';
import { ClipResolution } from './clips.ts';
import { MAX_SYNCED_VIDEOS, SyncRequest } from './sync.ts';
import { JobId, Timestamp } from './video.ts';
import { RateText, SequenceStart } from './video-exports.ts';

/** Largest offset: a year, in seconds. */
const MAX_OFFSET = 31_536_000;
/** Largest drift of a clock by hand, in parts per million. */
const MAX_DRIFT_PPM = 1000;

/** Time of a query. */
const Seconds = z.coerce.number().min(0).max(MAX_OFFSET);

const LEFT_OUT_REASONS = ['no_sound', 'no_match', 'by_hand'] as const;
export type LeftOut = (typeof LEFT_OUT_REASONS)[number];

const EVENT_GROUP_STATES = ['syncing', 'ready', 'failed'] as const;
export type EventGroupStatus = (typeof EVENT_GROUP_STATES)[number];

/** A video on the clock of an event. */
export const EventRecording = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    name: z.string().describe('Name of the video.'),
    duration: z.number().describe('Length of the video in seconds.'),
    offset: z.number().nullable().meta({
      description:
        'Start on the clock of the event in seconds; 0 for the one that starts first. Null while unknown, and for one that is left out.',
    }),
    drift_ppm: z.number().meta({
      description:
        'Parts per million by which its clock is slow: `time` in the video is at `offset + time * (1 + drift_ppm / 1e6)`.',
    }),
    confidence: z.number().nullable().meta({
      description:
        'Strength of a match by sound, 0 to 1, which is no probability: from 0.9, it is strong; below, check it. Null for an offset set by hand. Of one that a user left out, that of `former_offset`.',
    }),
    set_by: z.enum(['sound', 'hand']).nullable().meta({ description: 'Origin of the offset; null without one.' }),
    left_out: z.enum(LEFT_OUT_REASONS).nullable().meta({
      description:
        '`no_sound`: it is silent, or its sound can’t be read; `no_match`: its sound is not that of the others; `by_hand`: a user left it out; null if it belongs, or before the comparison.',
    }),
    former_offset: z.number().nullable().meta({
      description: 'Offset at which a user left it out; otherwise null.',
    }),
    stated_offset: z.number().nullable().meta({
      description:
        'Start by its timecode or capture time on the clock of the event, in seconds. Far from `offset`, its clock was wrong. Null if it states none, or no recording that is placed does.',
    }),
  })
  .meta({ id: 'EventRecording' });
export type EventRecording = z.infer<typeof EventRecording>;

/** Recordings of one event on one clock. */
export const EventGroup = z
  .object({
    id: z.string().describe('ID of the event.'),
    title: z.string().describe('Title of the event.'),
    status: z.enum(EVENT_GROUP_STATES).describe('Whether its recordings are being compared.'),
    progress: z.number().nullable().describe('Progress in percent while syncing; otherwise null.'),
    error: LocalizedText.nullable().describe('Reason of a failure; otherwise null.'),
    duration: z.number().describe('Seconds from the start of the first recording to the end of the last.'),
    recordings: z
      .array(EventRecording)
      .describe('Earliest first, those without an offset last. Without videos in the trash.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'EventGroup' });
export type EventGroup = z.infer<typeof EventGroup>;

export const CreateEventGroupRequest = SyncRequest.extend({
  title: Name.optional().describe('Title; default: the name of the longest video, without its extension.'),
}).meta({ id: 'CreateEventGroupRequest' });
export type CreateEventGroupRequest = z.infer<typeof CreateEventGroupRequest>;

export const UpdateEventGroupRequest = z
  .object({ title: Name.describe('Title of the event.') })
  .meta({ id: 'UpdateEventGroupRequest' });

export const SyncEventQuery = z.object({
  all: z.literal('true').optional().meta({ description: 'Discards what was set by hand.' }),
});

export const AddRecordingsRequest = z
  .object({ job_ids: z.array(JobId).min(1).max(MAX_SYNCED_VIDEOS).describe('Videos to add.') })
  .meta({ id: 'AddRecordingsRequest' });

export const PlaceRecordingRequest = z
  .object({
    offset: z.number().min(-MAX_OFFSET).max(MAX_OFFSET).nullable().meta({
      description:
        'Start on the clock of the event in seconds; below 0, the clock starts earlier. Null leaves the recording out.',
    }),
    drift_ppm: z
      .number()
      .min(-MAX_DRIFT_PPM)
      .max(MAX_DRIFT_PPM)
      .optional()
      .describe('Drift of its clock; default: as it is.'),
    confidence: z.number().min(0).max(1).nullable().optional().meta({
      description: 'Confidence before a change, which undoes it; default: null, set by hand.',
    }),
    left_out: z.enum(LEFT_OUT_REASONS).nullable().optional().meta({
      description: 'Reason without an offset before a change, which undoes it; default: `by_hand`.',
    }),
  })
  .meta({ id: 'PlaceRecordingRequest' });
export type PlaceRecordingRequest = z.infer<typeof PlaceRecordingRequest>;

const EVENT_GROUP_SORTS = ['updated_at', 'created_at', 'title'] as const;
export type EventGroupSort = (typeof EVENT_GROUP_SORTS)[number];

export const EventGroupsQuery = listQuery(EVENT_GROUP_SORTS).extend({
  job_id: JobId.optional().describe('Only events with this video.'),
});
export type EventGroupsQuery = z.infer<typeof EventGroupsQuery>;

/** Maximum number of pictures beside one another. */
export const MAX_TILES = 4;

/** Files that an event can be exported as. */
export const EVENT_FORMATS = ['mp4', 'fcpxml', 'otio', 'xmeml'] as const;

export const EventExportQuery = z.object({
  format: z
    .enum(EVENT_FORMATS)
    .describe(
      '`mp4`: a clip of pictures side by side; `fcpxml`: a multicam clip; `otio`, `xmeml`: a track per recording.',
    ),
  rate: RateText.optional().meta({ description: 'Frames per second; default: that of most of the event.' }),
  sequence_start: SequenceStart.optional().meta({
    description: 'Timecode of the first frame of a sequence; default: 0.',
  }),
  start_time: Seconds.optional().meta({ description: 'Start of the clip on the clock of the event; default: 0.' }),
  end_time: Seconds.optional().meta({ description: 'End of the clip on the clock of the event; default: its end.' }),
  job_ids: z
    .string()
    .transform((text) => text.split(','))
    .pipe(
      z
        .array(JobId)
        .min(1)
        .max(MAX_TILES)
        .refine((ids) => new Set(ids).size === ids.length, 'must differ'),
    )
    .optional()
    .meta({
      pattern: `^[^,]{1,64}(?:,[^,]{1,64}){0,${MAX_TILES - 1}}$`,
      description: `Comma-separated IDs of up to ${MAX_TILES} videos to show in the clip, in order; default: the first with a picture that were running.`,
    }),
  sound: JobId.optional().meta({
    description: 'ID of the video to hear in the clip, or `none`; default: the one that was running longest.',
  }),
  resolution: ClipResolution.optional().meta({
    description: 'Largest frame of the clip: `1080p` (default), or up to 2160p with those of the `source`.',
  }),
  language: z.enum(['en', 'de']).default('en').meta({ description: 'Of the text on gaps in the clip.' }),
  blur: z.enum(BLURRED_FACES).optional().meta({ description: 'Faces to blur in the clip, as `faces` of `Blur`.' }),
  blur_people: z
    .string()
    .regex(/^\d+(?:,\d+)*$/, 'must be IDs of people')
    .optional()
    .meta({ description: 'Comma-separated IDs of people for `except` and `only`.' }),
  export_id: z.uuid().optional().meta({ description: 'Identifies the clip in `GET /clips`, which reports progress.' }),
});
export type EventExportQuery = z.infer<typeof EventExportQuery>;
