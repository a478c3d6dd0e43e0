import { ReelscopeError } from '../../../contract/errors.ts';
import type { KeyScope } from '../../../contract/keys.ts';
import { sentence } from '../../../contract/sentence.ts';

/**
 * Requests that only read although they have a body; questions are stored in the user's chats, and change nothing else.
 */
const READING_POSTS: readonly RegExp[] = [
  /^\/search(\/visual)?$/,
  /^\/chat\/ask(\/stream)?$/,
  /^\/citations(\/verify)?$/,
  /^\/manifests$/,
  /^\/verify$/,
];

/** Resources of the whole installation and of its access. Reading them is open to every key. */
const ADMINISTRATION =
  /^\/(keys|settings|models|sharing|backups|library|watch-folders|updates|profile|usage\/bonus|storage\/(options|relink)|videos\/[^/]+\/relink)(\/|$)/;

/** Resources that only administration may read: the addresses of webhooks may contain secrets. */
const CONFIDENTIAL = /^\/webhooks(\/|$)/;

/**
 * Returns the scope that a key needs for a request. Default deny: a route that is not listed as reading requires
 * `write`.
 * @param path below `/api`, or its template
 */
export function requiredScope(method: string, path: string): KeyScope {
  if (CONFIDENTIAL.test(path)) return 'admin';
  if (method === 'GET' || method === 'HEAD') return 'read';
  if (method === 'POST' && READING_POSTS.some((pattern) => pattern.test(path))) return 'read';
  return ADMINISTRATION.test(path) ? 'admin' : 'write';
}

/**
 * Requires that a caller may send a request.
 * @param scope of the caller's API key; undefined for a user who signed in, who may do everything
 * @param path below `/api`
 * @throws ReelscopeError `forbidden`
 */
export function requireScope(scope: KeyScope | undefined, method: string, path: string): void {
  if (scope === undefined || scope === 'admin') return;
  const required = requiredScope(method, path);
  if (required === 'read') return;
  const isReading = method === 'GET' || method === 'HEAD';
  if (scope === 'read' && !isReading) throw new ReelscopeError('forbidden', sentence('auth.scope-read'));
  if (required !== 'admin') return;
  throw new ReelscopeError('forbidden', sentence(CONFIDENTIAL.test(path) ? 'auth.scope-webhooks' : 'auth.scope-admin'));
}
