import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { whenUnused, whenUnusedSync } from './busy.ts';

/**
 * Gives a file or folder another name, replacing a file of that name: readers see the old or the new content, never a
 * part. The only rename of the application.
 * @throws ReelscopeError `conflict` if another program has one of them open; other errors of the operating system
 */
export function replaceFile(from: string, to: string): Promise<void> {
  return whenUnused(to, () => rename(from, to));
}

/** Like {@link replaceFile}, for code that can't wait for a promise, such as that of a closing window. */
export function replaceFileSync(from: string, to: string): void {
  whenUnusedSync(to, () => renameSync(from, to));
}
