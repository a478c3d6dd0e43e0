import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSealedSecrets, hasSecureKeyring, type Keyring } from '../../src/main/sealed-secrets.ts';
import { tempFolder } from '../fixtures/temp.ts';

/** Inverts bits instead of encrypting. */
function keyring(key: number, backend = 'gnome_libsecret'): Keyring {
  const turn = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ key));
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => turn(Buffer.from(`v1${text}`)),
    decryptString(sealed) {
      const text = turn(sealed).toString();
      if (!text.startsWith('v1')) throw new Error('Error while decrypting the ciphertext.');
      return text.slice(2);
    },
  };
}

it('encrypts secrets, readable by their owner only', async () => {
  const file = join(await tempFolder(), 'a/secrets.bin');
  const secrets = createSealedSecrets(file, keyring(7));
  expect(await secrets.get('one')).toBeUndefined();
  await secrets.set('one', 'swordfish');
  await secrets.set('two', 'x');
  expect(await createSealedSecrets(file, keyring(7)).get('one')).toBe('swordfish');
  expect(await readFile(file, 'latin1')).not.toContain('swordfish');
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it('sets aside a file that the keyring can no longer decrypt', async () => {
  const file = join(await tempFolder(), 'secrets.bin');
  await createSealedSecrets(file, keyring(7)).set('one', 'old');
  const secrets = createSealedSecrets(file, keyring(8));
  expect(await secrets.get('one')).toBeUndefined();
  await secrets.set('one', 'new');
  expect(await secrets.get('one')).toBe('new');
  expect((await stat(`${file}.unreadable`)).size).toBeGreaterThan(0);
  await writeFile(file, keyring(8).encryptString('[]'));
  expect(await secrets.get('one')).toBeUndefined();
});

it('does not accept a hard-coded password as a keyring', () => {
  expect(hasSecureKeyring(keyring(1, 'basic_text'), 'linux')).toBe(false);
  expect(hasSecureKeyring(keyring(1, 'unknown'), 'linux')).toBe(false);
  expect(hasSecureKeyring(keyring(1, 'kwallet6'), 'linux')).toBe(true);
  expect(hasSecureKeyring(keyring(1, 'unknown'), 'darwin')).toBe(true);
  expect(hasSecureKeyring({ ...keyring(1), isEncryptionAvailable: () => false }, 'win32')).toBe(false);
});
