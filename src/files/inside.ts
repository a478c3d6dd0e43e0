import { isAbsolute, relative, sep } from 'node:path';

/** Returns whether a path is in a folder, or is the folder. Both are absolute and without links. */
export function isInside(path: string, folder: string): boolean {
  const rest = relative(folder, path);
  // On Windows, the path from one drive to another is absolute.
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
