import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../files/replace.ts';
import type { SecretStore } from '../server/hosting/host.ts';
import { unreadableSecrets } from '../server/hosting/unreadable-secrets.ts';

const Secrets = z.record(z.string(), z.string());

/** The system's keyring, as provided by Electron's `safeStorage`. */
export interface Keyring {
  isEncryptionAvailable(): boolean;
  getSelectedStorageBackend(): string;
  encryptString(text: string): Buffer;
  decryptString(sealed: Buffer): string;
}

/**
 * Returns whether the system protects secrets for this program. On Linux without a keyring, Electron would encrypt with
 * a password from its source (`basic_text`), which is no protection and must not look like one.
 */
export function hasSecureKeyring(keyring: Keyring, platform: NodeJS.Platform = process.platform): boolean {
  if (!keyring.isEncryptionAvailable()) return false;
  return platform !== 'linux' || !['basic_text', 'unknown'].includes(keyring.getSelectedStorageBackend());
}

/**
 * Secrets encrypted with a key of the system's keyring. If the keyring lost that key (a new account, a reset), the file
 * is set aside and new secrets are created: they only sign URLs and tokens, so the user signs in again and loses no
 * data.
 */
export function createSealedSecrets(file: string, keyring: Keyring): SecretStore {
  async function load(): Promise<Record<string, string>> {
    let sealed: Buffer;
    try {
      sealed = await readFile(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw unreadableSecrets(file, error);
    }
    try {
      return Secrets.parse(JSON.parse(keyring.decryptString(sealed)));
    } catch {
      await replaceFile(file, `${file}.unreadable`);
      return {};
    }
  }
  return {
    get: async (name) => (await load())[name],
    async set(name, value) {
      const sealed = keyring.encryptString(JSON.stringify({ ...(await load()), [name]: value }));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.part`, sealed, { mode: 0o600, flush: true });
      await replaceFile(`${file}.part`, file);
    },
  };
}
