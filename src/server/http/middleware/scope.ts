import { ReelscopeError } from '../../../contract/errors.ts';
import type { KeyScope } from '../../../contract/keys.ts';
import { sentence } from '../../../contract/sentence.ts';

/** Requests that only read although they have a body; questions are stored in the user's chats, and change nothing else. */
const READING_POSTS: readonly RegExp[] = [
  /^\/search$/,
  /^\/chat\/ask(\/stream)?$/,
  /^\/citations(\/verify)?$/,
  /^\/manifests$/,
  /^\/verify$/,
];

/** Resources of the whole installation and of its access. Reading them is open to every key. */
const ADMINISTRATION = /^\/(keys|settings|models|sharing|backups|library|usage\/bonus)(\/|$)/;

/**
 * Requires that a caller may send a request. Default deny: a route that is not listed as reading requires `write`.
 * @param scope of the caller's API key; undefined for a user who signed in, who may do everything
 * @param path below `/api`
 * @throws ReelscopeError `forbidden`
 */
export function requireScope(scope: KeyScope | undefined, method: string, path: string): void {
  if (scope === undefined || scope === 'admin') return;
  if (method === 'GET' || method === 'HEAD') return;
  const isReading = method === 'POST' && READING_POSTS.some((pattern) => pattern.test(path));
  if (isReading) return;
  if (scope === 'read') throw new ReelscopeError('forbidden', sentence('auth.scope-read'));
  if (ADMINISTRATION.test(path)) throw new ReelscopeError('forbidden', sentence('auth.scope-admin'));
}
