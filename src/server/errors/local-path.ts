import { isAbsolute, resolve } from 'node:path';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';

/** Refuses everyone but the local user, whose permissions are those of the server. @throws ReelscopeError `forbidden` */
export function requireLocalUser(
  store: { profiles: { get(userId: number): { isAdmin: number } | undefined } },
  userId: number,
): void {
  if (store.profiles.get(userId)?.isAdmin !== 1) throw new ReelscopeError('forbidden', sentence('upload.local-user'));
}

/**
 * Refuses paths that depend on the folder in which the server was started.
 * @returns the path without `..`
 * @throws ReelscopeError `invalid_request`
 */
export function requireAbsolutePath(path: string): string {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new ReelscopeError('invalid_request', sentence('upload.relative-path'));
  return resolve(path);
}
