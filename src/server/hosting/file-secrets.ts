import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../../files/replace.ts';
import type { SecretStore } from './host.ts';
import { unreadableSecrets } from './unreadable-secrets.ts';

const Secrets = z.record(z.string(), z.string());

/**
 * Stores secrets in a file readable only by its owner, since there is no keychain without a desktop session. Anyone who
 * can read this user's files could start the server as this user anyway.
 */
export function createFileSecrets(file: string): SecretStore {
  async function load(): Promise<Record<string, string>> {
    try {
      return Secrets.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw unreadableSecrets(file, error);
    }
  }
  return {
    get: async (name) => (await load())[name],
    async set(name, value) {
      const secrets = { ...(await load()), [name]: value };
      await mkdir(dirname(file), { recursive: true });
      // Written to a temporary file and renamed, so that a power failure can't leave a partial file.
      const partial = `${file}.${randomUUID()}`;
      await writeFile(partial, JSON.stringify(secrets), { mode: 0o600, flush: true });
      await replaceFile(partial, file);
    },
  };
}
