import { z } from 'zod';
import { ModuleName } from '../analysis/modules.ts';
import { ErrorCode } from '../error-body.ts';
import { JobId, NamedVideo } from '../library/video.ts';
import { LocalizedText, MessageRef } from '../message.ts';
import { notBlank, singleLine } from '../text.ts';

/** Maximum length of a text to check, in UTF-16 units. */
export const MAX_CHECKED_TEXT = 300_000;
/** Maximum number of passages of one text that are checked. */
export const MAX_CHECKED_PASSAGES = 2000;
const MAX_VIDEOS = 500;

/** Verdicts on a passage of a text. */
export const CHECK_VERDICTS = [
  'said_so',
  'said_otherwise',
  'sources_disagree',
  'other_speaker',
  'out_of_context',
  'shown_on_screen',
  'not_in_library',
  'not_transcribed',
] as const;
export const CheckVerdict = z.enum(CHECK_VERDICTS).meta({
  id: 'CheckVerdict',
  description:
    'said_so: said as the text has it; said_otherwise: with other words, numbers, or names; sources_disagree: one source has the amount, the date, or the negation of a statement, and another a different one; other_speaker: not by the person whom the text names; out_of_context: what stands around it, or what an ellipsis omits, negates or limits it; shown_on_screen: not said, but read on screen; not_in_library: neither; not_transcribed: neither, and some videos have no transcript.',
});
export type CheckVerdict = z.infer<typeof CheckVerdict>;

export const CHECK_KINDS = ['quotation', 'reported', 'statement'] as const;

export const CheckTextRequest = z
  .object({
    text: notBlank(MAX_CHECKED_TEXT).describe('The text, plain or Markdown.'),
    job_ids: z.array(JobId).min(1).max(MAX_VIDEOS).optional().describe('Only these videos.'),
    project_id: z.string().min(1).max(40).optional().describe('Only the videos of this project.'),
  })
  .meta({ id: 'CheckTextRequest' });
export type CheckTextRequest = z.infer<typeof CheckTextRequest>;

/** Where a passage of a text is in the library, or what comes next to it. */
export const CheckEvidence = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    module: ModuleName,
    segment_ids: z.array(z.string()).describe('Findings with the words.'),
    citations: z
      .array(z.string())
      .describe('Citation IDs of the findings; empty while the hash of the file is computed.'),
    start_time: z.number().describe('Seconds; when the words begin.'),
    end_time: z.number().describe('Seconds, exclusive.'),
    quote: z.string().describe('The words as they were said or shown.'),
    context: z.string().describe('The words with those around them.'),
    speaker: z.string().nullable().describe('Name of the speaker, or its label; null if unknown.'),
    differences: z
      .array(
        z.object({
          quote: z.string().describe('Words of the text; empty if it lacks those of the finding.'),
          finding: z.string().describe('Words of the finding; empty if it lacks those of the text.'),
        }),
      )
      .describe('Words that differ.'),
    missing: z.string().nullable().describe('Words around it, or omitted in it, that change the statement.'),
    is_translation: z.boolean().describe('Whether the words are of the English translation.'),
  })
  .meta({ id: 'CheckEvidence' });
export type CheckEvidence = z.infer<typeof CheckEvidence>;

/** A passage of a text with its verdict. */
export const CheckedPassage = z
  .object({
    kind: z
      .enum(CHECK_KINDS)
      .describe('quotation; reported: reported speech; statement: a sentence with numbers, dates, or names.'),
    start: z.int().describe('Offset in the text, in UTF-16 units.'),
    end: z.int().describe('Offset of its end, exclusive.'),
    text: z.string().describe('The passage.'),
    attributed_to: z.string().nullable().describe('Person whom the text names as its speaker; null for none.'),
    verdict: CheckVerdict,
    message: z.string().describe('The verdict as a sentence.'),
    message_text: MessageRef.optional().meta({ description: '`message` by key.' }),
    evidence: CheckEvidence.nullable().describe('Null for a passage that is not in the library.'),
    counter_evidence: CheckEvidence.nullable().describe(
      'Of sources_disagree, the source that differs; `evidence` is the one that supports the text. Otherwise null.',
    ),
    suggestion: z
      .object({
        start: z.int().describe('Offset of the words to replace, in UTF-16 units.'),
        end: z.int().describe('Offset of their end, exclusive.'),
        text: z.string().describe('Words to put in their place.'),
      })
      .nullable()
      .describe('Correction of the text; null if there is none.'),
  })
  .meta({ id: 'CheckedPassage' });
export type CheckedPassage = z.infer<typeof CheckedPassage>;

export const CheckedText = z
  .object({
    passages: z.array(CheckedPassage).describe('In the order of the text.'),
    videos: z.int().describe('Number of videos in which was searched.'),
    not_transcribed: z
      .array(NamedVideo)
      .describe('If a passage was not found, the videos in scope without a complete transcript, up to 100.'),
    limits: z
      .array(
        LocalizedText.extend({
          job_id: z.string().describe('ID of the video.'),
          name: z.string().describe('Name of the video.'),
        }),
      )
      .describe('If a passage was not found in at most 20 videos, what of their speech and text could not be found.'),
    engine: z
      .string()
      .nullable()
      .describe('Language model that divided sentences into claims; null if rules did. It decides no verdict.'),
    fallback: LocalizedText.nullable().describe('Why no language model divided the text although one is connected.'),
  })
  .meta({ id: 'CheckedText' });
export type CheckedText = z.infer<typeof CheckedText>;

/** How far a check is. */
export const CheckProgress = z
  .object({
    stage: z
      .enum(['dividing', 'comparing'])
      .describe('dividing: a language model divides sentences into claims; comparing: passages are looked up.'),
    done: z.int().describe('Requests to the model, or passages, that are done.'),
    total: z.int().describe('All of these.'),
  })
  .meta({ id: 'CheckProgressEvent' });
export type CheckProgress = z.infer<typeof CheckProgress>;

/** Bodies of the events of `POST /checks/stream`, by name. `checked` or `error` comes last, exactly once. */
export const CheckEvents = {
  progress: CheckProgress,
  checked: CheckedText,
  error: LocalizedText.extend({ code: ErrorCode }).meta({ id: 'CheckErrorEvent' }),
};

export const FACT_SHEET_FORMATS = ['html', 'docx', 'json'] as const;
export type FactSheetFormat = (typeof FACT_SHEET_FORMATS)[number];

export const FactSheetRequest = CheckTextRequest.extend({
  format: z.enum(FACT_SHEET_FORMATS).describe('Format of the file.'),
  title: singleLine(200).default('').describe('Title of the text.'),
  language: z.enum(['en', 'de']).default('en').describe('Language of the fact sheet.'),
}).meta({ id: 'FactSheetRequest' });
export type FactSheetRequest = z.infer<typeof FactSheetRequest>;
