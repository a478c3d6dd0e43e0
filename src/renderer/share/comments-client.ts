import type { CreateCommentRequest, PublicComments } from '../../contract/sharing/comments.ts';
import { type EndStatus, isEnd } from './link-watch.ts';

/** Why a comment was not sent. */
export type CommentProblem = 'limited' | 'full' | 'invalid' | 'failed';

/** Reads and sends the comments of the page's link. */
export interface CommentsClient {
  /** @throws Error if they can't be loaded */
  load(): Promise<PublicComments>;
  /** Returns null once the comment is sent. */
  send(comment: CreateCommentRequest): Promise<CommentProblem | null>;
}

const PROBLEMS: Readonly<Record<number, CommentProblem>> = { 400: 'invalid', 409: 'full', 429: 'limited' };

/**
 * @param headers with the password of the link, if it has one
 * @param onEnd called when the link has ended
 */
export function createCommentsClient(
  hash: string,
  headers: Readonly<Record<string, string>>,
  onEnd: (status: EndStatus) => void,
): CommentsClient {
  const url = `/api/shared-reports/${encodeURIComponent(hash)}/comments`;
  return {
    async load() {
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`The server responded with status ${response.status}.`);
      return (await response.json()) as PublicComments;
    },
    async send(comment) {
      const init = {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(comment),
      };
      const response = await fetch(url, init).catch(() => null);
      if (response?.ok) return null;
      const status = response?.status ?? 0;
      if (isEnd(status)) onEnd(status);
      return PROBLEMS[status] ?? 'failed';
    },
  };
}
