import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { SecretStore } from './host.ts';

const Secrets = z.record(z.string(), z.string());

/**
 * Secrets in a file that only its owner may read: without a desktop session there is no keychain to ask. Whoever can
 * read this user's files could start the server as this user anyway.
 */
export function createFileSecrets(file: string): SecretStore {
  async function load(): Promise<Record<string, string>> {
    try {
      return Secrets.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new Error(`The secrets in ${file} could not be read.`, { cause: error });
    }
  }
  return {
    get: async (name) => (await load())[name],
    async set(name, value) {
      const secrets = { ...(await load()), [name]: value };
      await mkdir(dirname(file), { recursive: true });
      // Written beside and renamed, so that a power cut can't leave half a file.
      const partial = `${file}.${randomUUID()}`;
      await writeFile(partial, JSON.stringify(secrets), { mode: 0o600, flush: true });
      await rename(partial, file);
    },
  };
}
