import type { Comment, UpdateCommentRequest } from '../../../contract/sharing/comments.ts';
import { api } from '../endpoints.ts';
import { COMMENTS, MOMENTS, queries } from '../queries.ts';
import { invalidate, showChange } from '../query-client.ts';

/** Changes comments on the server and in the cached list of their video. Each function throws like `request`. */

/** Accepts, declines, or answers a comment. */
export async function updateComment({ job_id, id }: Comment, change: UpdateCommentRequest): Promise<void> {
  const changed = await api.comments.update(job_id, id, change);
  showChange(queries.comments(job_id), (all) => all.map((each) => (each.id === id ? changed : each)));
  // An accepted comment is a moment.
  invalidate(COMMENTS, MOMENTS);
}

export async function deleteComment({ job_id, id }: Comment): Promise<void> {
  await api.comments.remove(job_id, id);
  showChange(queries.comments(job_id), (all) => all.filter((each) => each.id !== id));
}
