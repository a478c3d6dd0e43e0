import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from '../../files/local-path.ts';

/** A file that an agent names, and whether its folder is allowed. */
export interface NamedFile {
  /** Without symbolic links, as written on another machine; undefined if there is no such file. */
  path: string | undefined;
  isAllowed: boolean;
}

/**
 * Path of another machine in the notation of Windows (`\\\\host\\share`), also as a device path. Asking for it signs
 * the user in there, which sends that machine a hash of the password.
 */
const NETWORK_PATH = /^[\\/]{2}/;

/**
 * Resolves a path, following symbolic links, which must not lead out of an allowed folder. A path of another machine is
 * compared as it is written, and not asked for before it is allowed.
 */
export async function namedFile(path: string, folders: readonly string[]): Promise<NamedFile> {
  if (NETWORK_PATH.test(path)) {
    const named = resolve(path);
    return { path: named, isAllowed: folders.some((folder) => isInside(named, resolve(folder))) };
  }
  const real = await realPathOf(resolve(path));
  const local = folders.filter((folder) => !NETWORK_PATH.test(folder));
  const allowed = await Promise.all(local.map((folder) => realPathOf(resolve(folder))));
  return {
    path: real,
    isAllowed: allowed.some((folder) => folder !== undefined && isInside(real ?? resolve(path), folder)),
  };
}

async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
