import { createHash } from 'node:crypto';
import { randomHex } from '../../base/ids.ts';
import type { Store } from '../../db/index.ts';
import type { SharedReportRow } from '../../db/schema.ts';
import type { SecretStore } from '../hosting/host.ts';
import { openSealer } from '../hosting/sealer.ts';

/** Random bytes in a token; 256 bits make it unguessable. */
const TOKEN_BYTES = 32;
const TOKEN = /^[0-9a-f]{64}$/;
const SECRET_NAME = 'share-token-key';

export type ShareTokens = Awaited<ReturnType<typeof openShareTokens>>;

/**
 * Tokens of share links, as stored: their SHA-256 for finding a report, and encrypted with a key from the secret store
 * for showing a link to its owner again. A copy of the database opens no link.
 */
export async function openShareTokens(secrets: SecretStore) {
  const sealer = await openSealer(secrets, SECRET_NAME);
  const seal = (token: string): Uint8Array => sealer.seal(Buffer.from(token, 'hex'));

  return {
    /** Creates a token with its stored forms. */
    create(): { token: string; shareHash: string; sealedToken: Uint8Array } {
      const token = randomHex(TOKEN_BYTES);
      return { token, shareHash: hashOf(token), sealedToken: seal(token) };
    },

    /** Returns the stored hash of a token; undefined for text that is not a token. */
    hash: (token: string): string | undefined => (TOKEN.test(token) ? hashOf(token) : undefined),

    /** Returns the token of a report; empty if the secret store lost the key, in which case its link still works. */
    tokenOf: ({ sealedToken }: SharedReportRow): string =>
      (sealedToken && sealer.open(sealedToken)?.toString('hex')) || '',

    /** Replaces tokens that an earlier version stored as text. Their links keep working. */
    protect(store: Store): void {
      store.reports.protect((token) => ({ shareHash: hashOf(token), sealedToken: seal(token) }));
    },
  };
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
