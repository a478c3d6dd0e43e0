import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from '../../files/local-path.ts';

/** A file that an agent names, and whether its folder is allowed. */
export interface NamedFile {
  /** Without symbolic links; undefined if there is no such file. */
  path: string | undefined;
  isAllowed: boolean;
}

/** Resolves a path, following symbolic links, which must not lead out of an allowed folder. */
export async function namedFile(path: string, folders: readonly string[]): Promise<NamedFile> {
  const real = await realPathOf(resolve(path));
  const allowed = await Promise.all(folders.map((folder) => realPathOf(resolve(folder))));
  return {
    path: real,
    isAllowed: allowed.some((folder) => folder !== undefined && isInside(real ?? resolve(path), folder)),
  };
}

async function realPathOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}
