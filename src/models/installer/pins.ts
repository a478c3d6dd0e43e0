import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../files/replace.ts';

const Pins = z.record(z.string(), z.string());

/** SHA-256 of files without a published checksum, recorded at the first install. */
export interface Pins {
  get(model: string, path: string): Promise<string | undefined>;
  set(model: string, hashes: ReadonlyMap<string, string>): Promise<void>;
}

export function createPins(folder: string): Pins {
  const file = join(folder, 'pins.json');
  async function load(): Promise<Record<string, string>> {
    try {
      return Pins.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
  }
  return {
    get: async (model, path) => (await load())[`${model}/${path}`],
    async set(model, hashes) {
      const pins = await load();
      for (const [path, hash] of hashes) pins[`${model}/${path}`] = hash;
      await writeFile(`${file}.new`, JSON.stringify(pins, null, 2), { flush: true });
      await replaceFile(`${file}.new`, file);
    },
  };
}
