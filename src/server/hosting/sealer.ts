import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretStore } from './host.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts what the database holds but must not reveal, with a key from the secret store.
 * @param name of the key, which is created on first use
 */
export async function openSealer(secrets: SecretStore, name: string) {
  const key = await secretKey(secrets, name);
  return {
    seal(bytes: Uint8Array): Uint8Array {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },

    /** Undefined if the secret store lost the key. */
    open(sealed: Uint8Array): Buffer | undefined {
      const bytes = Buffer.from(sealed);
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
    },
  };
}

/** Returns a key of the secret store, which is created on first use. */
export async function secretKey(secrets: SecretStore, name: string): Promise<Buffer> {
  const stored = await secrets.get(name);
  if (stored) return Buffer.from(stored, 'hex');
  const key = randomBytes(KEY_BYTES);
  await secrets.set(name, key.toString('hex'));
  return key;
}
