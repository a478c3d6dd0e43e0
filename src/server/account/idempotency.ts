import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { SecretStore } from '../hosting/host.ts';
import type { Caller } from './identity.ts';

/** Time for which responses are kept. */
const KEPT_MS = 24 * 3_600_000;
const SECRET_NAME = 'idempotency-key';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Response to a request, as it is sent again. */
interface Reply {
  status: number;
  /** JSON text. */
  body: string;
}

/** Outcome of looking a key up. */
export interface Attempt {
  /** The first response, if there is one: the request is not executed again. */
  reply: Reply | undefined;
  /** Ends the first request. @param reply to keep; undefined lets the next request with the key be executed */
  end(reply: Reply | undefined): void;
}

export type IdempotencyService = Awaited<ReturnType<typeof openIdempotency>>;

/**
 * First responses to requests with an idempotency key, for 24 hours, also over a restart. They are encrypted with a key
 * from the secret store, since that of a new API key contains the key.
 */
export async function openIdempotency(parts: { store: Store; secrets: SecretStore; clock: Clock }) {
  const { store, secrets, clock } = parts;
  const secret = await encryptionKey(secrets);
  /** Fingerprints of requests that are being executed, by owner and key. */
  const running = new Map<string, string>();

  return {
    /**
     * Begins a request, or finds the response to the first one with its key. Keys of different credentials are
     * independent.
     * @param fingerprint of method, URL, and body
     * @throws ReelscopeError `idempotency_mismatch` (the key was used for another request), `conflict` (it is being
     * executed)
     */
    begin({ userId, keyId }: Caller, key: string, fingerprint: string): Attempt {
      const place = { userId, credential: keyId ?? 0, keyHash: hashOf(key) };
      const name = JSON.stringify(place);
      const open = running.get(name);
      const stored = open === undefined ? store.idempotency.get(place, clock.now() - KEPT_MS) : undefined;
      if ((open ?? stored?.fingerprint ?? fingerprint) !== fingerprint)
        throw new ReelscopeError('idempotency_mismatch', sentence('idempotency.mismatch'));
      if (open !== undefined) throw new ReelscopeError('conflict', sentence('idempotency.running'));
      const body = stored && unseal(secret, stored.sealedBody);
      if (stored && body !== undefined) return { reply: { status: stored.status, body }, end: () => {} };
      running.set(name, fingerprint);
      return {
        reply: undefined,
        end(reply) {
          running.delete(name);
          if (!reply) return;
          const sealedBody = seal(secret, reply.body);
          store.idempotency.put(place, { fingerprint, status: reply.status, sealedBody }, clock.now() - KEPT_MS);
        },
      };
    },
  };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function seal(key: Buffer, text: string): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Undefined if the secret store lost the key: the request is executed again. */
function unseal(key: Buffer, sealed: Uint8Array): string | undefined {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

async function encryptionKey(secrets: SecretStore): Promise<Buffer> {
  const stored = await secrets.get(SECRET_NAME);
  if (stored) return Buffer.from(stored, 'hex');
  const key = randomBytes(32);
  await secrets.set(SECRET_NAME, key.toString('hex'));
  return key;
}
