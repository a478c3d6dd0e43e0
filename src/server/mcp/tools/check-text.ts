import { z } from 'zod';
import { CHECK_KINDS, CheckVerdict, MAX_CHECKED_TEXT } from '../../../contract/evidence/checks.ts';
import { checkText } from '../../client/check-text.ts';
import { dataResult, pageOf, timesOf } from '../output.ts';
import { defineTool, JobIdInput, OffsetInput } from '../tool.ts';
import { JobIdShape, pageShape, rangeShape, TextShape, VideoShape } from './shapes.ts';

export const checkTextTool = defineTool({
  name: 'check_text',
  title: 'Check a text',
  description:
    'Holds the quotations, reported speech, and sentences with numbers, dates, or names of a text against what was said and shown in the analyzed videos. Returns a verdict for each passage with its source, the words that differ, and a correction. Use it before you deliver a text about the videos.',
  isReadOnly: true,
  input: z.object({
    text: z.string().min(1).max(MAX_CHECKED_TEXT).describe('The text, plain or Markdown.'),
    job_ids: z.array(JobIdInput).min(1).max(100).optional().describe('Only these videos.'),
    offset: OffsetInput,
  }),
  output: z.object({
    ...pageShape,
    passages: z.array(
      z.object({
        type: z.enum(CHECK_KINDS).describe('quotation, reported speech, or a statement.'),
        start: z.int(),
        end: z.int(),
        passage: z.string(),
        attributed_to: z.string().nullable(),
        verdict: CheckVerdict,
        suggestion: z.object({ start: z.int(), end: z.int(), text: z.string() }).nullable(),
        source: z
          .object({
            ...rangeShape,
            job_id: JobIdShape,
            video: VideoShape,
            text: TextShape,
            context: TextShape,
            speaker: z.string().nullable(),
            differences: z.array(z.object({ quote: z.string(), finding: z.string() })),
            missing: z.string().nullable(),
            citations: z.array(z.string()),
          })
          .nullable(),
      }),
    ),
    videos_searched: z.int(),
    videos_without_transcript: z.array(z.string()),
    limits: z.array(z.object({ video: VideoShape, text: z.string() })).describe('What could not be found in videos.'),
  }),
  async run({ offset, ...request }, { api, signal }) {
    const { passages, videos, not_transcribed, limits } = await checkText(api, request, { signal });
    const described = passages.map(({ kind, text, message: _, message_text: __, evidence, ...rest }) => {
      const passage = { ...rest, type: kind, passage: text };
      if (!evidence) return { ...passage, source: null };
      const { job_id, video_name, quote, context, speaker, differences, missing, citations } = evidence;
      return {
        ...passage,
        source: {
          ...timesOf(evidence),
          job_id,
          video: video_name,
          text: quote,
          context,
          speaker,
          differences,
          missing,
          citations,
        },
      };
    });
    const { items, ...page } = pageOf(described, offset, described.length);
    return dataResult({
      passages: items,
      ...page,
      videos_searched: videos,
      videos_without_transcript: not_transcribed.map(({ name }) => name),
      limits: limits.map(({ name, message }) => ({ video: name, text: message })),
    });
  },
});
