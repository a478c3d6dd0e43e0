import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportSignature, SignedFormat } from '../../contract/evidence/signature.ts';
import { signedBundleMessage, signedMessage } from '../../contract/evidence/signature.ts';
import type { SecretStore } from '../hosting/host.ts';

const SECRET_NAME = 'report-signing-key';

/** The public part, which `reelscope verify` reads without opening the library. */
const PUBLIC_FILE = 'signing-key.json';

export type InstallationKey = Awaited<ReturnType<typeof openInstallationKey>>;

/** Opens the key by which this installation signs reports; it is created at first use and stays in the secret store. */
export async function openInstallationKey(secrets: SecretStore, dataFolder: string) {
  const key = await privateKey(secrets);
  const publicKey = rawPublicKey(key);
  const fingerprint = fingerprintOf(publicKey);
  await publish(dataFolder, { public_key: publicKey, fingerprint });
  const signed = (text: string): ReportSignature => ({
    kind: 'reelscope-signature',
    version: 1,
    algorithm: 'Ed25519',
    public_key: publicKey,
    signature: sign(null, Buffer.from(text), key).toString('hex'),
  });
  return {
    /** 32 bytes, hexadecimal. */
    publicKey,
    /** SHA-256 of the public key, hexadecimal. */
    fingerprint,
    /** Signs a document by its signed form. @param sha256 of the form, hexadecimal */
    sign: (format: SignedFormat, sha256: string): ReportSignature => signed(signedMessage(format, sha256)),

    /** Signs a bundle. @param sha256 of the signed form of its manifest, hexadecimal */
    signBundle: (sha256: string): ReportSignature => signed(signedBundleMessage(sha256)),
  };
}

/** SHA-256 of a public key, by which people compare keys. @param publicKey hexadecimal */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');
}

/** Whether a signature is of this message, by the key that it names. */
export function isSignatureOf({ public_key, signature }: ReportSignature, message: string): boolean {
  const x = Buffer.from(public_key, 'hex').toString('base64url');
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(message), key, Buffer.from(signature, 'hex'));
  } catch {
    // Not a key.
    return false;
  }
}

/** Fingerprint of the installation of a data folder; undefined if none has signed there. */
export async function installationFingerprint(dataFolder: string): Promise<string | undefined> {
  try {
    const { public_key: publicKey } = JSON.parse(await readFile(join(dataFolder, PUBLIC_FILE), 'utf8'));
    return typeof publicKey === 'string' ? fingerprintOf(publicKey) : undefined;
  } catch {
    return undefined;
  }
}

async function publish(dataFolder: string, key: { public_key: string; fingerprint: string }): Promise<void> {
  if ((await installationFingerprint(dataFolder)) === key.fingerprint) return;
  await writeFile(join(dataFolder, PUBLIC_FILE), `${JSON.stringify(key, null, 2)}\n`, { mode: 0o600 });
}

async function privateKey(secrets: SecretStore): Promise<KeyObject> {
  const stored = await secrets.get(SECRET_NAME);
  if (stored) return createPrivateKey({ key: Buffer.from(stored, 'hex'), format: 'der', type: 'pkcs8' });
  const made = generateKeyPairSync('ed25519').privateKey;
  await secrets.set(SECRET_NAME, made.export({ format: 'der', type: 'pkcs8' }).toString('hex'));
  return made;
}

function rawPublicKey(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  return Buffer.from(x!, 'base64url').toString('hex');
}
