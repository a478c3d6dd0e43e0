import { ReelscopeError } from '../../contract/errors.ts';

/** Returns whether a server couldn't start because another process owns the data folder. */
export function isFolderInUse(error: unknown): boolean {
  if (!(error instanceof ReelscopeError) || error.code !== 'conflict') return false;
  return (error.details as { reason?: unknown } | undefined)?.reason === 'folder_in_use';
}
