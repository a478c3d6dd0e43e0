import { formatTimestamp, roundSeconds } from '../../../base/time.ts';
import type { Comment, PublicComment } from '../../../contract/sharing/comments.ts';
import type { CommentView } from '../../../db/moments/comments.ts';
import type { CommentRow } from '../../../db/schema.ts';

/** A comment as the page of its link shows it. */
export function toPublicComment(row: CommentRow): PublicComment {
  return {
    id: String(row.id),
    item_id: row.itemId === null ? null : String(row.itemId),
    start_time: roundSeconds(row.startTime),
    end_time: row.endTime === null ? null : roundSeconds(row.endTime),
    name: row.name,
    text: row.text,
    reply: row.reply,
    created_at: formatTimestamp(row.createdAt),
  };
}

export function toComment(row: CommentView): Comment {
  return {
    ...toPublicComment(row),
    job_id: row.jobId,
    share_id: String(row.linkId),
    story_id: row.storyId === null ? null : String(row.storyId),
    link_expires_at: row.linkExpiresAt === null ? null : formatTimestamp(row.linkExpiresAt),
    state: row.state,
    moment_id: row.momentId === null ? null : String(row.momentId),
    replied_at: row.repliedAt === null ? null : formatTimestamp(row.repliedAt),
  };
}
