import type { Clock } from '../../base/time.ts';
import type { ApiKey, ApiKeyCreated, CreateKeyRequest } from '../../contract/account/keys.ts';
import type { Store } from '../../db/index.ts';
import type { ApiKeyRow } from '../../db/schema.ts';
import { parseExpiry } from '../errors/expiry.ts';
import { notFound, parseId, requireFound, requireProjectId } from '../errors/lookup.ts';
import { createRawKey, hashKey, maskKey } from './api-key.ts';
import { toApiKey } from './api-key-mapper.ts';
import type { Authenticator } from './authenticator.ts';
import type { KeyUsage } from './key-usage.ts';

export type KeysService = ReturnType<typeof createKeysService>;

/** API keys of a user. */
export function createKeysService(parts: { store: Store; clock: Clock; authenticator: Authenticator; uses: KeyUsage }) {
  const { store, clock, authenticator, uses } = parts;
  const view = (row: ApiKeyRow): ApiKey => toApiKey(row, uses.pending(row.id) ?? row.lastUsedAt);
  return {
    list: (userId: number): ApiKey[] => store.apiKeys.list(userId).map(view),

    /**
     * Creates a key. Only this response contains the full key. @throws ReelscopeError `not_found` (a project),
     * `invalid_request` (expired)
     */
    create(userId: number, { name, scope, expires_at, projects }: CreateKeyRequest): ApiKeyCreated {
      const ids = projects?.map((id) => requireProjectId(store, userId, id));
      const expiresAt = parseExpiry(expires_at, clock);
      const rawKey = createRawKey();
      const stored = {
        name,
        hash: hashKey(rawKey),
        prefix: maskKey(rawKey),
        scope,
        expiresAt,
        projectIds: ids ? JSON.stringify(ids) : null,
      };
      const row = store.apiKeys.create(userId, stored);
      return { ...view(row), raw_key: rawKey };
    },

    /** @throws ReelscopeError `not_found` */
    setActive(userId: number, id: string, active: boolean): ApiKey {
      const row = requireFound(store.apiKeys.setActive(userId, parseId(id, 'key'), active), 'key');
      authenticator.revokeKey(row.id);
      return view(row);
    },

    /** @throws ReelscopeError `not_found` */
    delete(userId: number, id: string): void {
      const keyId = parseId(id, 'key');
      if (!store.apiKeys.delete(userId, keyId)) throw notFound('key');
      authenticator.revokeKey(keyId);
    },
  };
}
