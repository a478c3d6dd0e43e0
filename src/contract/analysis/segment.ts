import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { MessageRef } from '../message.ts';
import { notBlank, singleLine } from '../text.ts';
import { CameraMovement } from './camera.ts';
import { ModuleName } from './modules.ts';

/** A rectangle in fractions (0..1) of the upright frame; `time` in seconds if it belongs to a single frame. */
export const Box = z
  .object({
    x: z.number().describe('Left edge, as a fraction of the frame.'),
    y: z.number().describe('Upper edge, as a fraction of the frame.'),
    width: z.number().describe('Fraction of the frame.'),
    height: z.number().describe('Fraction of the frame.'),
    time: z.number().optional().describe('Seconds from the start of the video.'),
    label: z.string().optional().describe('Label of what was found.'),
    confidence: z.number().optional().describe('Confidence, 0 to 1.'),
  })
  .meta({ id: 'Box' });
export type Box = z.infer<typeof Box>;

const Word = z
  .object({
    text: z.string().describe('The word.'),
    start_time: z.number().describe('Seconds from the start of the video.'),
    end_time: z.number().describe('Seconds from the start of the video, exclusive.'),
    confidence: z.number().optional().describe('Confidence, 0 to 1.'),
  })
  .meta({ id: 'Word' });

/** Kinds of names among keywords. */
export const NAME_KINDS = ['person', 'place', 'organization'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

const CloserPlace = Box.pick({ x: true, y: true, width: true, height: true });

/** Details of a finding beyond its text. Modules may add keys of their own. */
export const SegmentData = z
  .looseObject({
    label: z.string().optional().describe('Label of what was found.'),
    confidence: z.number().min(0).max(1).optional().describe('Confidence, 0 to 1.'),
    group: z.string().optional().meta({
      description: 'Group of a named sound, such as `vehicles` for a siren (extension).',
    }),
    boxes: z.array(Box).optional().describe('Places in the frame.'),
    words: z.array(Word).optional().describe('Words, with their times.'),
    speaker: z
      .string()
      .optional()
      .meta({ description: 'Name of the speaker of a transcript line, or else its label.' }),
    speaker_id: z.string().optional().meta({ description: 'Label of the speaker: S1, S2, …' }),
    original_speaker: z
      .string()
      .optional()
      .meta({ description: 'Label as found, if the line was assigned to another speaker or its speaker was merged.' }),
    assigned_speaker: z.string().optional().meta({ description: 'Label of the speaker that a user assigned.' }),
    name_kind: z.enum(NAME_KINDS).optional().meta({
      description: 'Kind of a keyword that is a name; absent for topics (extension).',
    }),
    translation: z.string().optional().meta({ description: 'English translation of a transcript line.' }),
    still_time: z.number().optional().meta({ description: 'Seconds; time of the still saved as evidence.' }),
    camera: z.array(CameraMovement).optional().meta({
      description: 'Movements of the camera in a shot, in time order, where certain (extension).',
    }),
    repetitions: z
      .array(
        z.object({
          start_time: z.number().describe('Seconds from the start of the video.'),
          end_time: z.number().describe('Seconds from the start of the video, exclusive.'),
        }),
      )
      .optional()
      .meta({ description: 'Further times in seconds at which a ticker showed the same text, in time order.' }),
    corrected: z.boolean().optional().meta({ description: 'True if a user edited the finding.' }),
    split: z.boolean().optional().meta({
      description: 'True if a user split a transcript line before this one; a paragraph begins with it (extension).',
    }),
    text: MessageRef.optional().meta({ description: '`content` as a key and parameters, if the server wrote it.' }),
    original: z.string().optional().meta({ description: 'Original content of an edited finding.' }),
    original_start_time: z.number().optional().meta({ description: 'Seconds, if a user edited the times.' }),
    original_end_time: z.number().optional().meta({ description: 'Seconds, if a user edited the times.' }),
    preview: z.boolean().optional().meta({
      description: 'True for a finding of a first look, which the full analysis replaces (extension).',
    }),
    audio_track: z.number().optional().meta({
      description: 'Number of an audio track that the analysis had skipped, if it was heard there (extension).',
    }),
    closer_look: z
      .object({
        id: z.string().describe('ID of the closer look.'),
        engine: z.string().describe('Engine id, as name@version.'),
        region: CloserPlace.optional().describe('Part of the frame that was enlarged.'),
      })
      .optional()
      .meta({ description: 'Closer look that found it; absent for findings of analyses (extension).' }),
    added: z.boolean().optional().meta({ description: 'True if a user added the finding.' }),
    added_by: z.string().optional().meta({ description: 'Name of that user; not in shared reports.' }),
    added_at: Timestamp.optional(),
  })
  .meta({ id: 'SegmentData' });
export type SegmentData = z.infer<typeof SegmentData>;

export const Segment = z
  .object({
    id: z.string().describe('ID of the finding.'),
    module: ModuleName,
    content: z.string().describe('Text of the finding.'),
    start_time: z.number().meta({ description: 'Seconds from the start of the video.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
    data: SegmentData.nullable().describe('Details of the finding; null for none.'),
    engine: z.string().nullable().meta({ description: 'Engine id, as name@version.' }),
    citation: z.string().optional().meta({
      description: 'Citation ID, in signed reports; absent while the hash of the file is computed (extension).',
    }),
  })
  .meta({ id: 'Segment' });
export type Segment = z.infer<typeof Segment>;

/** A segment as modules create it, before it is assigned an id. */
export const SegmentDraft = Segment.omit({ id: true, module: true, engine: true, citation: true }).meta({
  id: 'SegmentDraft',
});
export type SegmentDraft = z.infer<typeof SegmentDraft>;

/** Maximum length of corrected content, in UTF-16 units. */
export const MAX_SEGMENT_CONTENT = 10_000;

const Content = notBlank(MAX_SEGMENT_CONTENT).trim();
const label = singleLine(200).optional();
const time = z.number().min(0).max(1e9);

/** Corrected content or times of a segment; the original ones revert the correction. */
export const UpdateSegmentRequest = z
  .object({
    content: Content.optional().describe('Text of the finding.'),
    label: label.describe('Label of what was found.'),
    start_time: time.optional().meta({ description: 'Seconds; not for lines of a transcript.' }),
    end_time: time.optional().meta({ description: 'Seconds, exclusive; not for lines of a transcript.' }),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something')
  .meta({ id: 'UpdateSegmentRequest' });
export type UpdateSegmentRequest = z.infer<typeof UpdateSegmentRequest>;

export const RemovedSegment = z
  .object({
    ok: z.literal(true).describe('Always true.'),
    restore_id: z.string().meta({ description: 'Restores the finding, by an edit of the transcript.' }),
  })
  .meta({ id: 'RemovedSegment' });
export type RemovedSegment = z.infer<typeof RemovedSegment>;

/** A finding that a user adds. */
export const CreateSegmentRequest = z
  .object({
    module: ModuleName,
    content: Content.describe('Text of the finding.'),
    label: label.describe('Label of what was found.'),
    start_time: time.meta({ description: 'Seconds; clamped to the length of the video.' }),
    end_time: time.meta({ description: 'Seconds, exclusive.' }),
  })
  .meta({ id: 'CreateSegmentRequest' });
export type CreateSegmentRequest = z.infer<typeof CreateSegmentRequest>;
