import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../db/lock.ts';
import { replaceFileSync } from '../files/replace.ts';
import { isFolderInUse } from './hosting/folder-in-use.ts';

/** Files and folders of a library; everything else in its former folder is Chromium's. */
const NAMES: readonly string[] = [
  'storage',
  'stills',
  'proxies',
  'clips',
  'shared-clips',
  'shared-copies',
  'bundles',
  'models',
  'backups',
  'analyze-runs',
  'secrets.bin',
  'secrets.bin.unreadable',
  'secrets.json',
  'signing-key.json',
  // The database is last, since it makes a folder the library: a move that is interrupted continues at the next start.
  'reelscope.db-journal',
  'reelscope.db-shm',
  'reelscope.db-wal',
  'reelscope.db',
];

/** Outcome of {@link moveLibrary}: `in_use` by another process, which ends some day. */
export type Moved = 'nothing' | 'in_use' | 'moved' | { failed: unknown };

/**
 * Moves a library to another folder by renaming, which takes no time and copies nothing. Does nothing without a library
 * in the former folder, or if there is one in the new folder. After a failure, such as another disk or a file that a
 * program has open, everything is moved back, and the library stays where it was.
 */
export function moveLibrary(former: string, folder: string): Moved {
  if (!existsSync(join(former, 'reelscope.db')) || existsSync(join(folder, 'reelscope.db'))) return 'nothing';
  const done: string[] = [];
  try {
    const lock = acquireLock(former);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const present = new Set(readdirSync(former));
      for (const name of NAMES.filter((each) => present.has(each))) {
        // It would be replaced.
        if (existsSync(join(folder, name))) throw new Error(`${join(folder, name)} exists.`);
        replaceFileSync(join(former, name), join(folder, name));
        done.push(name);
      }
      return 'moved';
    } catch (error) {
      for (const name of done.reverse()) replaceFileSync(join(folder, name), join(former, name));
      return { failed: error };
    } finally {
      lock.release();
    }
  } catch (error) {
    return isFolderInUse(error) ? 'in_use' : { failed: error };
  }
}
