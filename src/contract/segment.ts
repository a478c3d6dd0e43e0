import { z } from 'zod';
import { Message } from './message.ts';
import { ModuleName } from './modules.ts';
import { multilineText, singleLine } from './text.ts';

/** A rectangle in fractions (0..1) of the upright frame; `time` in seconds if it belongs to a single frame. */
export const Box = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  time: z.number().optional(),
  label: z.string().optional(),
  confidence: z.number().optional(),
});
export type Box = z.infer<typeof Box>;

const Word = z.object({
  text: z.string(),
  start_time: z.number(),
  end_time: z.number(),
  confidence: z.number().optional(),
});

/** Details of a finding beyond its text. Modules may add keys of their own. */
export const SegmentData = z
  .looseObject({
    label: z.string().optional(),
    confidence: z.number().min(0).max(1).optional(),
    boxes: z.array(Box).optional(),
    words: z.array(Word).optional(),
    speaker: z.string().optional().meta({ description: 'Speaker of a transcript line.' }),
    still_time: z.number().optional().meta({ description: 'Seconds; time of the still saved as evidence.' }),
    corrected: z.boolean().optional().meta({ description: 'True if a user edited the finding.' }),
    text: Message.optional().meta({ description: '`content` as a key and parameters, if the server wrote it.' }),
    original: z.string().optional().meta({ description: 'Original content of an edited finding.' }),
  })
  .meta({ id: 'SegmentData' });
export type SegmentData = z.infer<typeof SegmentData>;

export const Segment = z
  .object({
    id: z.string(),
    module: ModuleName,
    content: z.string(),
    start_time: z.number().meta({ description: 'Seconds from the start of the video.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
    data: SegmentData.nullable(),
    engine: z.string().nullable().meta({ description: 'Engine id, as name@version.' }),
  })
  .meta({ id: 'Segment' });
export type Segment = z.infer<typeof Segment>;

/** A segment as modules create it, before it is assigned an id. */
export const SegmentDraft = Segment.omit({ id: true, module: true, engine: true }).meta({ id: 'SegmentDraft' });
export type SegmentDraft = z.infer<typeof SegmentDraft>;

/** Maximum length of corrected content, in UTF-16 units. */
export const MAX_SEGMENT_CONTENT = 10_000;

/** Corrected content of a segment; its original text reverts the correction. */
export const UpdateSegmentRequest = z
  .object({
    content: multilineText(MAX_SEGMENT_CONTENT)
      .trim()
      .refine((text) => text !== '', 'must not be empty')
      .optional(),
    label: singleLine(200).optional(),
  })
  .refine(({ content, label }) => content !== undefined || label !== undefined, 'must change content or label')
  .meta({ id: 'UpdateSegmentRequest' });
export type UpdateSegmentRequest = z.infer<typeof UpdateSegmentRequest>;
