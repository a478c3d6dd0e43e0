import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';

/** URL and token of the server that owns a data folder, for commands. Readable only by the user. */
export const LockFile = z.object({ pid: z.number().int(), url: z.string(), api_url: z.string(), token: z.string() });
export type LockFile = z.infer<typeof LockFile>;

const fileIn = (dataFolder: string) => join(dataFolder, 'server.json');

export async function writeLockFile(dataFolder: string, owner: LockFile): Promise<void> {
  const partial = `${fileIn(dataFolder)}.${process.pid}`;
  await writeFile(partial, JSON.stringify(owner), { mode: 0o600 });
  await replaceFile(partial, fileIn(dataFolder));
}

/** Reads the lock file, if any. It may be stale after a crash. */
export async function readLockFile(dataFolder: string): Promise<LockFile | undefined> {
  try {
    return LockFile.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeLockFile(dataFolder: string): Promise<void> {
  await removeFile(fileIn(dataFolder));
}
