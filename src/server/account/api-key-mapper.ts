import { formatTimestamp } from '../../base/time.ts';
import type { ApiKey } from '../../contract/account/keys.ts';
import type { ApiKeyRow } from '../../db/schema.ts';

export function toApiKey(row: ApiKeyRow, lastUsedMs: number | null): ApiKey {
  return {
    id: String(row.id),
    name: row.name,
    key_prefix: row.prefix,
    raw_key: row.prefix,
    is_active: row.isActive,
    scope: row.scope,
    projects: row.projectIds === null ? null : (JSON.parse(row.projectIds) as number[]).map(String),
    expires_at: row.expiresAt === null ? null : formatTimestamp(row.expiresAt),
    last_used_at: lastUsedMs === null ? null : formatTimestamp(lastUsedMs),
    created_at: formatTimestamp(row.createdAt),
  };
}
