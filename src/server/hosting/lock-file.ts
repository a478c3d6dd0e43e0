import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** How commands find and enter the server that owns a data folder. Only the user may read it. */
export const OwnerFile = z.object({ pid: z.number().int(), url: z.string(), api_url: z.string(), token: z.string() });
export type OwnerFile = z.infer<typeof OwnerFile>;

const fileIn = (dataFolder: string) => join(dataFolder, 'server.json');

export async function writeOwnerFile(dataFolder: string, owner: OwnerFile): Promise<void> {
  const partial = `${fileIn(dataFolder)}.${process.pid}`;
  await writeFile(partial, JSON.stringify(owner), { mode: 0o600 });
  await rename(partial, fileIn(dataFolder));
}

/** The running server's file; undefined when there is none. It may be left over from a crash. */
export async function readOwnerFile(dataFolder: string): Promise<OwnerFile | undefined> {
  try {
    return OwnerFile.parse(JSON.parse(await readFile(fileIn(dataFolder), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function removeOwnerFile(dataFolder: string): Promise<void> {
  await rm(fileIn(dataFolder), { force: true });
}
