import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { safeStorage } from 'electron';
import type { SecretStore } from '../server/host.ts';

/** Secrets encrypted with a key of the system's keychain. @throws Error when the system has none */
export function createSafeSecrets(file: string): SecretStore {
  async function load(): Promise<Record<string, string>> {
    try {
      return JSON.parse(safeStorage.decryptString(await readFile(file))) as Record<string, string>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new Error('The stored secrets could not be opened with this system’s keychain.', { cause: error });
    }
  }
  return {
    get: async (name) => (await load())[name],
    async set(name, value) {
      if (!safeStorage.isEncryptionAvailable()) throw new Error('This system has no keychain to keep secrets in.');
      const sealed = safeStorage.encryptString(JSON.stringify({ ...(await load()), [name]: value }));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.part`, sealed, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
    },
  };
}
