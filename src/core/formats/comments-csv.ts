import type { Comment } from '../../contract/sharing/comments.ts';
import { csvOf } from './csv.ts';

/** Comments as CSV, with times in seconds; an instant has no end. */
export function commentsCsv(comments: readonly Comment[]): string {
  return csvOf([
    ['id', 'link_id', 'job_id', 'start_time', 'end_time', 'name', 'text', 'reply', 'state', 'created_at', 'replied_at'],
    ...comments.map((comment) => [
      comment.id,
      comment.share_id,
      comment.job_id,
      String(comment.start_time),
      comment.end_time === null ? '' : String(comment.end_time),
      comment.name,
      comment.text,
      comment.reply ?? '',
      comment.state,
      comment.created_at,
      comment.replied_at ?? '',
    ]),
  ]);
}
