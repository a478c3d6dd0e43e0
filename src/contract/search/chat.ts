import { z } from 'zod';
import { ModuleCoverage } from '../analysis/coverage.ts';
import { ModuleSelection } from '../analysis/processing.ts';
import { exactlyOne } from '../conditions.ts';
import { ErrorCode } from '../error-body.ts';
import { JobId, Timestamp } from '../library/video.ts';
import { listQuery } from '../lists.ts';
import { LocalizedText, MessageRef } from '../message.ts';
import { Name, notBlank } from '../text.ts';

export const CHAT_MODES = ['vector', 'brute_force'] as const;
const ChatMode = z.enum(CHAT_MODES).meta({ id: 'ChatMode' });
export type ChatMode = z.infer<typeof ChatMode>;

/** Number of messages of the session that are passed to the model with a question. */
export const CHAT_HISTORY_MESSAGES = 10;

/** Videos that a question is about, instead of a single one. */
export const AskScope = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('library').describe('Always library.') }).meta({ id: 'LibraryScope' }),
    z
      .object({
        type: z.literal('project').describe('Always project.'),
        project_id: z.string().min(1).max(20).describe('ID of the project.'),
      })
      .meta({ id: 'ProjectScope' }),
    z
      .object({
        type: z.literal('story').describe('Always story.'),
        story_id: z.string().min(1).max(20).describe('ID of the story.'),
      })
      .meta({ id: 'StoryScope', description: 'Findings at the times of the story’s moments.' }),
    z
      .object({
        type: z.literal('videos').describe('Always videos.'),
        job_ids: z.array(JobId).min(1).max(200).describe('IDs of the videos.'),
      })
      .meta({ id: 'VideosScope' }),
  ])
  .meta({ id: 'AskScope' });
export type AskScope = z.infer<typeof AskScope>;

/** A video of an answer about several, with the label that its times carry, such as `V2` in `**[V2 01:02]**`. */
export const LabeledVideo = z
  .object({
    label: z.string().describe('Label that its times carry in the answer, such as V2.'),
    job_id: z.string().describe('ID of the video, and of its job.'),
    name: z.string().describe('Name of the video.'),
  })
  .meta({ id: 'LabeledVideo' });
export type LabeledVideo = z.infer<typeof LabeledVideo>;

export const ChatSession = z
  .object({
    id: z.string().describe('ID of the session.'),
    user_id: z.string().describe('ID of the user.'),
    video_id: z.string().nullable().describe('ID of the video; null for none.'),
    job_id: z.string().nullable().describe('ID of the video, and of its job; null for none.'),
    video_name: z.string().nullable().describe('Name of the video; null for none.'),
    video_deleted: z
      .boolean()
      .meta({ description: 'Whether the session is about a deleted video; it can only be read.' }),
    scope: AskScope.nullable().meta({
      description: 'Videos that the session is about (extension); null for a single one.',
    }),
    title: z.string().describe('Title of the session.'),
    message_count: z.number().int().describe('Number of messages.'),
    last_message: z.string().meta({ description: 'Content of the latest message; empty if there is none.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'ChatSessionResponse' });
export type ChatSession = z.infer<typeof ChatSession>;

export const ChatRole = z.enum(['user', 'assistant']).meta({ id: 'ChatRole' });
export type ChatRole = z.infer<typeof ChatRole>;

export const ChatMessage = z
  .object({
    id: z.string().describe('ID of the message.'),
    session_id: z.string().describe('ID of the chat session.'),
    role: ChatRole,
    content: z.string().describe('Text of the message, as Markdown.'),
    metadata: z.string().nullable().meta({ description: 'JSON text, see ChatMetadata.' }),
    created_at: Timestamp,
  })
  .meta({ id: 'ChatMessageResponse' });
export type ChatMessage = z.infer<typeof ChatMessage>;

/** A time in an answer, and the stored segment that supports it. */
export const Citation = z
  .object({
    time: z.string().meta({ description: 'As written in the answer: MM:SS or H:MM:SS.' }),
    citation: z.string().optional().meta({
      description:
        'Citation ID, which `POST /citations/verify` checks; absent for a preview, and while the hash of the file is computed (extension).',
    }),
    segment_id: z.string().describe('ID of the finding.'),
    module: z.string().describe('Module of the finding.'),
    start_time: z.number().describe('Seconds from the start of the video.'),
    end_time: z.number().describe('Seconds from the start of the video, exclusive.'),
    preview: z.boolean().optional().meta({
      description: 'True for a finding of a first look, which the full analysis replaces (extension).',
    }),
    video: z.string().optional().meta({ description: 'Label of the video, in an answer about several (extension).' }),
    content: z.string().optional().meta({
      description: 'Beginning of the segment, in an answer about several videos, or the name of a person (extension).',
    }),
  })
  .meta({ id: 'AnswerCitation' });
export type Citation = z.infer<typeof Citation>;

/**
 * How an answer came about: `computed` from findings, the best `passages` quoted, `moments` that the question names
 * listed, `written` by a language model, or `not_found` with the nearest passages, if any.
 */
const AnswerKind = z.enum(['computed', 'passages', 'moments', 'written', 'not_found']).meta({ id: 'AnswerKind' });
export type AnswerKind = z.infer<typeof AnswerKind>;

/** The JSON in an answer's `metadata`. */
export const ChatMetadata = z
  .object({
    feedback_id: z.string().describe('ID of the answer, for feedback.'),
    mode: ChatMode,
    engine: z.string().meta({ description: 'Engine that wrote the answer.' }),
    extractive: z
      .boolean()
      .meta({ description: 'True if the answer is quoted from segments without a language model.' }),
    segments_used: z.number().int().describe('Number of findings that the answer is based on.'),
    segments_omitted: z.number().int().default(0).meta({
      description: 'How many of them did not fit the context of the language model (extension).',
    }),
    history_used: z.number().int().default(0).meta({
      description: 'Earlier messages that the language model received, the longest ones shortened (extension).',
    }),
    citations: z.array(Citation).describe('Findings that support it, with their times.'),
    videos: z
      .array(LabeledVideo)
      .default([])
      .meta({ description: 'Videos of the times, in an answer about several (extension).' }),
    fallback_text: MessageRef.nullable().default(null).meta({ description: '`fallback_reason` by key (extension).' }),
    fallback_reason: z.string().nullable().default(null).meta({
      description:
        'Reason that the connected language model did not write the answer; null if it did or none is configured.',
    }),
    kind: AnswerKind.optional().meta({
      description:
        'How the answer came about; with `passages`, the first citation is the best, with `not_found` the citations are only near (extension).',
    }),
    unsupported: z.number().int().default(0).meta({
      description:
        'Sentences of a language model that no finding supports, each marked by `**[?]**` in the answer (extension).',
    }),
    times_removed: z
      .number()
      .int()
      .default(0)
      .meta({ description: 'Times in the model’s reply that no segment supports; they are removed from the answer.' }),
  })
  .meta({ id: 'ChatMetadata' });
export type ChatMetadata = z.infer<typeof ChatMetadata>;

const Question = notBlank(4000);

export const AskRequest = z
  .object({
    question: Question.describe('The question.'),
    video_id: JobId.optional().meta({ description: '`job_id` of the video; required without `scope`.' }),
    scope: AskScope.optional().meta({
      description: 'Asks about several videos (extension). Times in the answer are written `**[V2 01:02]**`.',
    }),
    session_id: z.string().max(64).optional().describe('ID of the chat session to go on with.'),
    modules: ModuleSelection.optional(),
    mode: ChatMode.default('vector'),
  })
  .refine(({ video_id, scope }) => (video_id === undefined) !== (scope === undefined), {
    message: 'requires video_id or scope',
  })
  .meta({ id: 'AskRequest', ...exactlyOne('video_id', 'scope') });
export type AskRequest = z.infer<typeof AskRequest>;

export const AskResponse = z
  .object({
    answer: z.string().describe('Answer, with times that are verified.'),
    session_id: z.string().describe('ID of the chat session.'),
    feedback_id: z.string().describe('ID of the answer, for feedback.'),
    citations: z.array(Citation).meta({ description: 'Findings that support the times (extension).' }),
    videos: z.array(LabeledVideo).optional().meta({ description: 'With `scope`: videos of the times.' }),
    analysis: z.array(ModuleCoverage).optional().meta({
      description: 'With `video_id`: which modules ran, and over which part of the video (extension).',
    }),
  })
  .meta({ id: 'AskResponse' });
export type AskResponse = z.infer<typeof AskResponse>;

/** Bodies of the events of `POST /chat/ask/stream`, by name. `answer` or `error` comes last, exactly once. */
export const AskEvents = {
  /** Plain text as the model generates it: not verified, and not to be rendered as markup. */
  token: z.object({ text: z.string().describe('Next part of the answer.') }).meta({ id: 'AskTokenEvent' }),
  /** The complete verified answer, which replaces the tokens. */
  answer: AskResponse.extend({ metadata: ChatMetadata }).meta({ id: 'AskAnswerEvent' }),
  error: LocalizedText.extend({ code: ErrorCode }).meta({ id: 'AskErrorEvent' }),
};
export type AskAnswer = z.infer<(typeof AskEvents)['answer']>;

const CHAT_SESSION_SORTS = ['updated_at', 'created_at', 'title'] as const;
export type ChatSessionSort = (typeof CHAT_SESSION_SORTS)[number];
const CHAT_MESSAGE_SORTS = ['created_at'] as const;
export type ChatMessageSort = (typeof CHAT_MESSAGE_SORTS)[number];

export const ChatMessagesQuery = listQuery(CHAT_MESSAGE_SORTS);

export const ChatSessionsQuery = listQuery(CHAT_SESSION_SORTS).extend({
  video_id: JobId.optional().describe('Only sessions about this video.'),
  deleted: z.literal('true').optional().meta({ description: 'Only sessions about deleted videos.' }),
  scoped: z.literal('true').optional().meta({ description: 'Only sessions about several videos (extension).' }),
});

export const CreateChatSessionRequest = z
  .object({
    video_id: JobId.optional().describe('ID of the video.'),
    title: Name.optional().describe('Title of the session.'),
  })
  .meta({ id: 'CreateChatSessionRequest' });

export const UpdateChatSessionRequest = z
  .object({ title: Name.describe('Title of the session.') })
  .meta({ id: 'UpdateChatSessionRequest' });

export const CreateChatMessageRequest = z
  .object({
    role: ChatRole.default('user'),
    content: notBlank(100_000).describe('Text of the message, as Markdown.'),
    metadata: z
      .string()
      .max(100_000)
      .refine(isJson, 'must be JSON text')
      .meta({ format: 'json' })
      .optional()
      .describe('Details as JSON text.'),
  })
  .meta({ id: 'CreateChatMessageRequest' });

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
