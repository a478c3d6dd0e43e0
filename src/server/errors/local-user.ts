import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';

/**
 * Refuses everyone but the local user, whose permissions are those of the server. @throws ReelscopeError `forbidden`
 */
export function requireLocalUser(
  store: { profiles: { get(userId: number): { isAdmin: number } | undefined } },
  userId: number,
): void {
  if (store.profiles.get(userId)?.isAdmin !== 1) throw new ReelscopeError('forbidden', sentence('upload.local-user'));
}
