import { formatTimestamp } from '../../base/time.ts';
import type { Profile } from '../../contract/account/profile.ts';
import type { ProfileRow } from '../../db/schema.ts';

export function toProfile(row: ProfileRow): Profile {
  return {
    id: String(row.id),
    user_id: String(row.userId),
    full_name: row.fullName,
    email: row.email,
    avatar_url: row.avatarUrl,
    timezone: row.timezone,
    is_admin: row.isAdmin,
    bonus_minutes: row.bonusMinutes,
    created_at: formatTimestamp(row.createdAt),
    updated_at: formatTimestamp(row.updatedAt),
  };
}
