import { constants, existsSync, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isDamage } from '../../base/disk-damage.ts';
import { LOCAL_ISSUER } from '../../contract/account/tokens.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { RemovedRights } from '../../contract/system/backups.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { openDatabase } from '../../db/open.ts';
import { adoptSoundLibrary, requireSoundLibrary, stripPeople } from '../../db/recovery/backup.ts';
import { backupName } from '../../db/recovery/backup-names.ts';
import { markRestored } from '../../db/recovery/mark-restored.ts';
import { carryRevocations } from '../../db/recovery/restored-rights.ts';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import { syncFolder } from '../../storage/disk.ts';
import { backupFolder, listBackups } from './backup-files.ts';
import { type BackupSeal, removeSeal } from './backup-seal.ts';

/** A restored library that has not been opened yet. */
export interface Restored {
  /** File name of the library before, among the backups. */
  setAside: string;
  /** Puts the library before back. */
  undo(): Promise<void>;
}

/** Closes the library, runs `work`, and opens it again; after a failed start, `undo` runs first. */
export type Restart = (work: () => Promise<{ undo(): Promise<void> }>) => Promise<void>;

export function libraryFile(dataFolder: string): string {
  return join(dataFolder, 'reelscope.db');
}

/** A checked copy of a backup, beside the library. */
export interface PreparedRestore {
  copy: string;
  /** Rights that it lost, since another installation may have made it; null for a backup of this one. */
  removed: RemovedRights | null;
}

/**
 * Copies a backup beside the library, which may be in use, checks the copy, and migrates it. A backup that this
 * installation didn't make loses all rights.
 */
export async function prepareRestore(dataFolder: string, backup: string, seal: BackupSeal): Promise<PreparedRestore> {
  const found = statSync(backup, { throwIfNoEntry: false });
  if (!found) throw new ReelscopeError('not_found', sentence('backup.missing', { path: backup }));
  // Reading a pipe or a device may never end.
  if (!found.isFile()) throw new ReelscopeError('invalid_request', sentence('backup.foreign', { path: backup }));
  const copy = `${libraryFile(dataFolder)}.restore`;
  await removeDatabase(copy);
  try {
    await fs.copyFile(backup, copy, constants.COPYFILE_FICLONE);
    await fs.chmod(copy, 0o600);
    // The copy is checked, since the file can change.
    const isOwn = await seal.isSealed(copy);
    await removeSeal(copy);
    const removed = isOwn ? null : await adoptSoundLibrary(copy, backup, LOCAL_ISSUER);
    if (isOwn) {
      await requireSoundLibrary(copy, backup);
      openDatabase({ path: copy }).close();
    }
    markRestored(copy, Date.now());
    return { copy, removed };
  } catch (error) {
    await removeDatabase(copy);
    throw error;
  }
}

/**
 * Replaces a closed library by a copy beside it. The library before is set aside first: a kill at any time leaves one
 * of the two in place, and the other among the backups.
 * @param kind why the library is replaced
 */
export async function replaceLibrary(
  dataFolder: string,
  copy: string,
  kind: 'restore' | 'repair' = 'restore',
): Promise<Restored> {
  const current = libraryFile(dataFolder);
  const setAside = backupName(kind, Date.now());
  const aside = join(backupFolder(dataFolder), setAside);
  await fs.mkdir(dirname(aside), { recursive: true, mode: 0o700 });
  for (const suffix of ['-wal', '']) {
    if (!existsSync(current + suffix)) continue;
    await fs.copyFile(current + suffix, aside + suffix, constants.COPYFILE_FICLONE);
    await sync(aside + suffix);
  }
  await syncFolder(dirname(aside));
  if (kind === 'restore') carryRevocations(aside, copy);
  await swap(copy, current);
  return {
    setAside,
    async undo() {
      if (existsSync(`${aside}-wal`)) await fs.copyFile(`${aside}-wal`, `${current}-wal`);
      if (!existsSync(aside)) return;
      await fs.copyFile(aside, `${current}.undo`);
      await replaceFile(`${current}.undo`, current);
      await removeDatabase(aside);
    },
  };
}

/**
 * Removes people from a library that was set aside, and seals it, as every backup. Only once its successor is open:
 * until then, it is the only copy of the library.
 */
export async function finishSetAside(dataFolder: string, setAside: string, seal: BackupSeal): Promise<void> {
  stripSetAside(dataFolder, setAside);
  const aside = join(backupFolder(dataFolder), setAside);
  if (existsSync(aside) && !existsSync(`${aside}-wal`)) await seal.seal(aside);
}

/** Removes people from a library that was set aside, unless damage prevents it. */
export function stripSetAside(dataFolder: string, setAside: string): void {
  const aside = join(backupFolder(dataFolder), setAside);
  if (!existsSync(aside)) return;
  try {
    stripPeople(aside);
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

/**
 * Removes people from all libraries that were set aside, for those that a kill left with them. Cheap where there are
 * none.
 * @param onFailed called with the name of a file that can't be changed
 */
export async function erasePeopleFromReplacedDatabases(
  dataFolder: string,
  onFailed: (name: string, error: unknown) => void,
): Promise<void> {
  for (const { name, kind } of await listBackups(dataFolder)) {
    if (kind !== 'restore' && kind !== 'repair') continue;
    try {
      stripSetAside(dataFolder, name);
    } catch (error) {
      onFailed(name, error);
    }
  }
}

/** Gives a complete copy the name of the library. A log of the former library would be replayed into it. */
async function swap(copy: string, current: string): Promise<void> {
  await sync(copy);
  for (const suffix of ['-wal', '-shm']) await removeFile(current + suffix);
  await replaceFile(copy, current);
  await syncFolder(dirname(current));
}

export async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await removeFile(file + suffix);
}

async function sync(file: string): Promise<void> {
  const handle = await fs.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
