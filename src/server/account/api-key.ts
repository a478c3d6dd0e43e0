import { hash } from 'node:crypto';
import { randomHex } from '../../base/ids.ts';
import { API_KEY_START } from '../../contract/account/keys.ts';

/** Creates a key: `svc_live_` followed by 256 random bits. */
export function createRawKey(): string {
  return API_KEY_START + randomHex(32);
}

/**
 * Returns the stored form of a key: SHA-256 in lowercase hexadecimal. 256 random bits need neither salt nor a slow
 * hash.
 */
export function hashKey(rawKey: string): string {
  return hash('sha256', rawKey, 'hex');
}

/** Returns the displayable form of a key: its prefix, four characters and an ellipsis. */
export function maskKey(rawKey: string): string {
  return `${rawKey.slice(0, API_KEY_START.length + 4)}…`;
}
