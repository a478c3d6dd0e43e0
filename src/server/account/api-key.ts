import { createHash } from 'node:crypto';
import { randomHex } from '../../base/ids.ts';
import { API_KEY_START } from '../../contract/keys.ts';

/** A new key: `svc_live_` and 256 random bits. */
export function createRawKey(): string {
  return API_KEY_START + randomHex(32);
}

/** How a key is stored: SHA-256 in lower-case hexadecimal. 256 random bits need no salt and no slow hash. */
export function hashKey(rawKey: string): string {
  return createHash('sha256').update(rawKey).digest('hex');
}

/** What may be shown of a key: its start, four characters and an ellipsis. */
export function maskKey(rawKey: string): string {
  return `${rawKey.slice(0, API_KEY_START.length + 4)}…`;
}
