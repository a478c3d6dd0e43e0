import { z } from 'zod';
import { ModuleName } from '../analysis/modules.ts';
import { allOf, exactlyOne, needs, oneOrAll } from '../conditions.ts';
import { SourceState } from '../library/media-details.ts';
import { MessageRef } from '../message.ts';
import { multilineText } from '../text.ts';
import { MAX_CITATION_LENGTH } from './citation-id.ts';

/** Maximum length of a quote in UTF-16 units. */
const MAX_QUOTE_LENGTH = 1000;
/** Maximum number of claims in one request. */
const MAX_CLAIMS = 20;
/** Maximum number of findings that one request cites. */
export const MAX_CITED = 100;

const JobId = z.string().min(1).max(64);
const Seconds = z.number().min(0).max(1e9);
const Quote = multilineText(MAX_QUOTE_LENGTH).refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a word');

/** A finding with its citation. */
export const CitedFinding = z
  .object({
    citation: z.string().nullable().meta({
      description:
        'Citation ID; null if the hash of the file is not known yet, or for a finding that is no longer present.',
    }),
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    segment_id: z.string().nullable().meta({ description: 'Null for a finding that is no longer present.' }),
    module: ModuleName,
    content: z.string().describe('Text of the finding.'),
    speaker: z.string().nullable().meta({ description: 'Present name of the speaker; not part of the citation.' }),
    start_time: z.number().meta({ description: 'Seconds.' }),
    end_time: z.number().meta({ description: 'Seconds, exclusive.' }),
    corrected: z.boolean().meta({ description: 'Whether a user edited or added it.' }),
    imported_from: z.string().optional().meta({
      description:
        'First digits of the fingerprint of the installation whose bundle the finding is from, `unsigned`, or `backup` for a backup of another installation; absent if it is of this one.',
    }),
    still_time: z.number().nullable().meta({ description: 'Seconds; time of the still that the citation covers.' }),
  })
  .meta({ id: 'CitedFinding' });
export type CitedFinding = z.infer<typeof CitedFinding>;

/** Citation IDs of the findings of a video. */
export const VideoCitations = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    source_sha256: z
      .string()
      .nullable()
      .meta({ description: 'Null while it is being computed; then no finding has a citation.' }),
    citations: z
      .array(
        z.object({
          segment_id: z.string().describe('ID of the finding.'),
          citation: z.string().describe('Citation ID of the finding.'),
        }),
      )
      .meta({ description: 'In time order.' }),
  })
  .meta({ id: 'VideoCitations' });
export type VideoCitations = z.infer<typeof VideoCitations>;

export const CiteRequest = z
  .object({
    job_id: JobId.describe('ID of the video, and of its job.'),
    segment_ids: z.array(z.string().min(1).max(20)).min(1).max(MAX_CITED).optional().describe('IDs of findings.'),
    start_time: Seconds.optional().meta({
      description: 'Seconds: findings at this time, or in the range to `end_time`.',
    }),
    end_time: Seconds.optional().describe('Seconds from the start of the video, exclusive.'),
    modules: z.array(ModuleName).optional().describe('Only findings of these modules.'),
  })
  .refine(({ segment_ids, start_time }) => (segment_ids === undefined) !== (start_time === undefined), {
    message: 'requires segment_ids or start_time',
  })
  .refine(
    ({ start_time, end_time }) => end_time === undefined || (start_time !== undefined && end_time >= start_time),
    {
      message: 'must end after it starts',
    },
  )
  .meta({
    id: 'CiteRequest',
    ...allOf(exactlyOne('segment_ids', 'start_time'), needs('end_time', 'start_time')),
  });
export type CiteRequest = z.infer<typeof CiteRequest>;

/** A statement about a video to check. */
export const Claim = z
  .object({
    citation: z.string().min(1).max(MAX_CITATION_LENGTH).optional().meta({ description: 'Citation ID.' }),
    job_id: JobId.optional().meta({ description: 'Video, for a claim without a citation.' }),
    quote: Quote.optional().meta({ description: 'Text that was said or shown; required without a citation.' }),
    start_time: Seconds.optional().meta({ description: 'Seconds; when it was said or shown.' }),
    end_time: Seconds.optional().describe('Seconds from the start of the video, exclusive.'),
  })
  .refine(({ citation, job_id, quote }) => citation !== undefined || (job_id !== undefined && quote !== undefined), {
    message: 'requires citation, or job_id and quote',
  })
  .refine(
    ({ start_time, end_time }) => end_time === undefined || (start_time !== undefined && end_time >= start_time),
    {
      message: 'must end after it starts',
    },
  )
  .meta({
    id: 'Claim',
    examples: [{ job_id: '018f3c5e-7a40-7cc1-9a52-4f1d3f0c2b7a', quote: 'We agreed on the budget.', start_time: 12 }],
    ...allOf(oneOrAll('citation', ['job_id', 'quote']), needs('end_time', 'start_time')),
  });
export type Claim = z.infer<typeof Claim>;

export const VerifyCitationsRequest = z
  .object({ claims: z.array(Claim).min(1).max(MAX_CLAIMS).describe('Citations or quotes to check.') })
  .meta({ id: 'VerifyCitationsRequest' });

const CITATION_STATUSES = ['true', 'changed', 'untrue', 'unverifiable'] as const;
export type CitationStatus = (typeof CITATION_STATUSES)[number];

/** Why a claim has its status. */
const CITATION_REASONS = [
  'as_cited',
  'as_quoted',
  'corrected',
  'removed',
  'reanalyzed',
  'still_changed',
  'other_words',
  'other_time',
  'no_finding',
  'malformed',
  'not_transcribed',
  'unknown_source',
  'analysis_gone',
  'newer_version',
] as const;
export type CitationReason = (typeof CITATION_REASONS)[number];

/** Comparison of a quote with the text of a finding. */
export const QuoteMatch = z
  .object({
    match: z.enum(['exact', 'close', 'none']).meta({
      description:
        'exact: the same words, whatever their case and punctuation; close: a word error rate of at most 0.2, only from other spellings and words that are left out, and no difference in a number or a negation.',
    }),
    similarity: z.number().min(0).max(1).meta({ description: '1 minus the word error rate.' }),
    text: z.string().meta({ description: 'The passage that fits the quote best.' }),
    is_translation: z.boolean().meta({ description: 'Whether the passage is from the English translation.' }),
    differences: z
      .array(
        z.object({
          quote: z.string().describe('Words of the quote; empty if it lacks those of the finding.'),
          finding: z.string().describe('Words of the finding; empty if it lacks those of the quote.'),
        }),
      )
      .meta({ description: 'Words that differ; empty text for a missing word.' }),
  })
  .meta({ id: 'QuoteMatch' });
export type QuoteMatch = z.infer<typeof QuoteMatch>;

/** Result of checking a claim. */
export const CheckedClaim = z
  .object({
    status: z.enum(CITATION_STATUSES).meta({
      description:
        'true: the library has it as claimed; changed: it had, and it was corrected, removed, or analyzed again since; untrue: it has something else; unverifiable: it cannot be checked here.',
    }),
    reason: z.enum(CITATION_REASONS).describe('Why the claim is confirmed or not.'),
    message: z.string().describe('The reason as a sentence.'),
    text: MessageRef.optional().meta({ description: '`message` by key.' }),
    quote: QuoteMatch.nullable().meta({
      description: 'Null without a quote, or without a finding to compare it with.',
    }),
    cited: CitedFinding.nullable().meta({ description: 'Finding as it was cited; null if it is unknown.' }),
    present: CitedFinding.nullable().meta({
      description: 'Finding as it is now, or the nearest one; null if there is no such finding.',
    }),
    still: z.enum(['same', 'changed', 'missing', 'none']).nullable().meta({
      description: 'Still of the citation; none: it covers no still. Null without a citation that was found.',
    }),
    source_state: SourceState.nullable().meta({
      description: 'State of the source file now. The claim is checked against the findings, not against the file.',
    }),
  })
  .meta({ id: 'CheckedClaim' });
export type CheckedClaim = z.infer<typeof CheckedClaim>;

export const VerifyCitationsResponse = z
  .object({ results: z.array(CheckedClaim).meta({ description: 'In the order of the claims.' }) })
  .meta({ id: 'VerifyCitationsResponse' });
