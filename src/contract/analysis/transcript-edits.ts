import { z } from 'zod';
import { notBlank } from '../text.ts';
import { MAX_SEGMENT_CONTENT, Segment } from './segment.ts';
import { SpeakerLabel } from './speakers.ts';

const id = z.string();

/** Maximum number of edits in one request, for replacing in all lines of a long transcript. */
const MAX_TRANSCRIPT_EDITS = 5000;

/** A change of a transcript. Lines are segments of the module `transcription`. */
const TranscriptEdit = z
  .discriminatedUnion('type', [
    z
      .object({
        type: z.literal('text').describe('Always text.'),
        segment_id: id.describe('ID of the finding.'),
        content: notBlank(MAX_SEGMENT_CONTENT).trim().describe('Text of the finding.'),
      })
      .meta({ id: 'TextEdit' }),
    z
      .object({
        type: z.literal('split').describe('Always split.'),
        segment_id: id.describe('ID of the finding.'),
        at: z.int().min(1).meta({ description: 'UTF-16 offset in the content; both parts need a word.' }),
      })
      .meta({ id: 'SplitEdit' }),
    z
      .object({
        type: z.literal('merge').describe('Always merge.'),
        segment_id: id.describe('ID of the finding.'),
        next_id: id.meta({ description: 'The line after it, which is deleted.' }),
      })
      .meta({ id: 'MergeEdit' }),
    z
      .object({
        type: z.literal('speaker').describe('Always speaker.'),
        segment_id: id.describe('ID of the finding.'),
        speaker_id: SpeakerLabel.nullable().meta({ description: 'Null for the speaker that was found.' }),
      })
      .meta({ id: 'SpeakerEdit' }),
    z
      .object({ type: z.literal('remove').describe('Always remove.'), segment_id: id.describe('ID of the finding.') })
      .meta({ id: 'RemoveEdit' }),
    z
      .object({
        type: z.literal('restore').describe('Always restore.'),
        restore_id: id.meta({ description: 'From the response to the removal of a line, or of any finding.' }),
      })
      .meta({ id: 'RestoreEdit' }),
  ])
  .meta({ id: 'TranscriptEdit' });
export type TranscriptEdit = z.infer<typeof TranscriptEdit>;

export const EditTranscriptRequest = z
  .object({ edits: z.array(TranscriptEdit).min(1).max(MAX_TRANSCRIPT_EDITS).describe('Edits, in order.') })
  .meta({ id: 'EditTranscriptRequest' });
export type EditTranscriptRequest = z.infer<typeof EditTranscriptRequest>;

/** Result of one edit: the lines that it changed or created, and those that are gone. */
const TranscriptEditResult = z
  .object({
    segments: z.array(Segment).meta({ description: 'After the edit, in time order.' }),
    removed: z.array(z.string()).meta({ description: 'Ids of deleted lines.' }),
    restore_id: z.string().optional().meta({ description: 'Restores a removed line.' }),
  })
  .meta({ id: 'TranscriptEditResult' });
export type TranscriptEditResult = z.infer<typeof TranscriptEditResult>;

export const EditTranscriptResponse = z
  .object({ results: z.array(TranscriptEditResult).meta({ description: 'One per edit, in order.' }) })
  .meta({ id: 'EditTranscriptResponse' });
export type EditTranscriptResponse = z.infer<typeof EditTranscriptResponse>;
