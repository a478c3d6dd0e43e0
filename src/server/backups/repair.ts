import { constants, existsSync, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { seal } from '../../db/recovery/backup.ts';
import { type Salvaged, salvage } from '../../db/recovery/salvage.ts';
import { libraryFile, type Restart, removeDatabase, replaceLibrary, stripSetAside } from './restore.ts';

/** Result of a repair, and the name of the damaged library among the backups. */
export type Repaired = Salvaged & { setAside: string };

/**
 * Replaces a damaged library by what is readable of it; the damaged one is kept among the backups.
 * @throws ReelscopeError `library_damaged` if nothing is readable
 */
export async function repairLibrary(dataFolder: string, restart: Restart): Promise<Repaired> {
  let result: Repaired | undefined;
  await restart(async () => {
    const current = libraryFile(dataFolder);
    const damaged = `${current}.damaged`;
    const repaired = `${current}.repaired`;
    if (statSync(current, { throwIfNoEntry: false })?.isDirectory())
      throw new ReelscopeError('library_damaged', sentence('library.unrepairable'));
    try {
      // Reading the original could change it, by replaying its log.
      for (const suffix of ['', '-wal'])
        if (existsSync(current + suffix))
          await fs.copyFile(current + suffix, damaged + suffix, constants.COPYFILE_FICLONE);
      const salvaged = salvage(damaged, repaired);
      seal(repaired);
      await fs.chmod(repaired, 0o600);
      const replaced = await replaceLibrary(dataFolder, repaired, 'repair');
      result = { ...salvaged, setAside: replaced.setAside };
      return replaced;
    } finally {
      await removeDatabase(damaged);
      await removeDatabase(repaired);
    }
  });
  stripSetAside(dataFolder, result!.setAside);
  return result!;
}

/** Repairs a library that no server has open; the caller holds the lock of the folder. */
export function repairOffline(dataFolder: string): Promise<Repaired> {
  return repairLibrary(dataFolder, async (work) => void (await work()));
}
