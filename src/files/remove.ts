import { unlinkSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import { whenUnused, whenUnusedSync } from './busy.ts';

/**
 * Deletes a file, if there is one. The only removals of the application are in this file.
 * @throws ReelscopeError `conflict` if another program has it open; other errors of the operating system
 */
export async function removeFile(path: string): Promise<void> {
  await whenUnused(path, () => unlink(path)).catch(ignoreMissing);
}

/** Like {@link removeFile}, for synchronous code. */
export function removeFileSync(path: string): void {
  try {
    whenUnusedSync(path, () => unlinkSync(path));
  } catch (error) {
    ignoreMissing(error);
  }
}

/**
 * Deletes a folder and everything in it, or a file. Links are deleted, not followed.
 * @throws like {@link removeFile}; a part may then be deleted
 */
export function removeFolder(path: string): Promise<void> {
  return whenUnused(path, () => rm(path, { recursive: true, force: true }));
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
