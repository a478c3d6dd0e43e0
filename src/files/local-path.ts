import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';

/**
 * Refuses paths that depend on the folder in which the process was started.
 * @returns the path without `..`
 * @throws ReelscopeError `invalid_request`
 */
export function requireAbsolutePath(path: string): string {
  if (!isAbsolute(path) || path.includes('\0'))
    throw new ReelscopeError('invalid_request', sentence('upload.relative-path'));
  return resolve(path);
}

/** Returns whether a path is in a folder, or is the folder. Both are absolute and without links. */
export function isInside(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  // On Windows, the path from one drive to another is absolute.
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
