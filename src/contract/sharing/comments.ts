import { z } from 'zod';
import { JobId, Timestamp } from '../library/video.ts';
import { plainText, singleLine } from '../text.ts';

/** Maximum lengths, in UTF-16 units. */
export const MAX_COMMENT_NAME = 80;
export const MAX_COMMENT_TEXT = 2000;
/** Comments of a link; those that are deleted don't count. */
export const MAX_COMMENTS_PER_LINK = 200;

const COMMENT_STATES = ['proposed', 'accepted', 'declined'] as const;
export const CommentState = z.enum(COMMENT_STATES).meta({ id: 'CommentState' });
export type CommentState = z.infer<typeof CommentState>;

const seconds = z.number().min(0).max(1e9);
const itemId = z.string().min(1).max(64);
const name = singleLine(MAX_COMMENT_NAME);
const text = plainText(MAX_COMMENT_TEXT);

/** Comment of a person who opened a link. */
export const CreateCommentRequest = z
  .object({
    name: name.meta({ description: 'Name of the author, as stated.' }),
    text: text.meta({ description: 'Plain text.' }),
    start_time: seconds.meta({ description: 'Seconds of the video; clamped to what the link shows.' }),
    end_time: seconds
      .nullable()
      .optional()
      .meta({ description: 'Seconds, exclusive; null for a single instant; clamped as well.' }),
    item_id: itemId.optional().meta({ description: 'Item of a shared story that the comment is about.' }),
  })
  .meta({ id: 'CreateCommentRequest' });
export type CreateCommentRequest = z.infer<typeof CreateCommentRequest>;

/** Fields that both the page of a link and its owner see. */
const common = z.object({
  id: z.string().describe('ID of the comment.'),
  item_id: z.string().nullable().meta({ description: 'Item of a shared story; null for a video, or if it is gone.' }),
  start_time: z.number().meta({ description: 'Seconds of the video.' }),
  end_time: z.number().nullable().meta({ description: 'Seconds, exclusive; null for a single instant.' }),
  name: z.string().describe('Name of the author, as stated.'),
  text: z.string().describe('Plain text.'),
  reply: z.string().nullable().describe('Reply of the owner of the link, as plain text; null for none.'),
  created_at: Timestamp,
});

/** A comment as the page of its link shows it. */
export const PublicComment = common.meta({ id: 'PublicComment' });
export type PublicComment = z.infer<typeof PublicComment>;

/** Comments on the page of a link. */
export const PublicComments = z
  .object({
    comments: z.array(PublicComment).meta({ description: 'Oldest first; without those that were declined.' }),
    is_full: z.boolean().describe('Whether the link takes no more comments.'),
  })
  .meta({ id: 'PublicComments' });
export type PublicComments = z.infer<typeof PublicComments>;

/** A comment as the owner of its link sees it: a proposed moment of a video. */
export const Comment = common
  .extend({
    job_id: JobId.describe('ID of the video, and of its job.'),
    share_id: z.string().describe('ID of the shared report.'),
    story_id: z.string().nullable().meta({ description: 'The story that the link shows; null for a video.' }),
    link_expires_at: Timestamp.nullable().describe(
      'When the link expires, and replies are no longer seen; null for never.',
    ),
    state: CommentState,
    moment_id: z.string().nullable().meta({ description: 'The moment that an accepted comment became.' }),
    replied_at: Timestamp.nullable().describe('When the reply was written; null for none.'),
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

export const UpdateCommentRequest = z
  .object({
    state: CommentState.optional().meta({
      description: '`accepted` creates a moment; an accepted comment stays accepted.',
    }),
    reply: text.nullable().optional().meta({ description: 'Shown on the page of the link; null removes it.' }),
  })
  .meta({ id: 'UpdateCommentRequest' });
export type UpdateCommentRequest = z.infer<typeof UpdateCommentRequest>;
