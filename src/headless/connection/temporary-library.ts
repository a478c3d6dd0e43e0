import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removeFolder } from '../../files/remove.ts';
import { defaultDataFolder } from '../../server/hosting/data-folder.ts';
import type { CommandInput } from '../command.ts';

/**
 * Runs `work` with a library of its own, which is deleted afterwards: any number of such commands run side by side. It
 * uses the models of the default library, and leaves files in place.
 */
export async function withTemporaryLibrary<Result>(
  input: CommandInput,
  work: (input: CommandInput) => Promise<Result>,
): Promise<Result> {
  const folder = await fs.mkdtemp(join(tmpdir(), 'reelscope-'));
  try {
    const models = resolve(defaultDataFolder(), 'models');
    const hasModels = await fs.stat(models).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    // Junctions need no privilege on Windows; other systems ignore the type.
    if (hasModels) await fs.symlink(models, join(folder, 'models'), 'junction');
    return await work({ ...input, values: { ...input.values, 'data-dir': folder, reference: true, copy: undefined } });
  } finally {
    await removeFolder(folder);
  }
}
