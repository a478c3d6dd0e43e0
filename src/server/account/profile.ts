import type { Profile, UpdateProfileRequest } from '../../contract/account/profile.ts';
import type { Store } from '../../db/index.ts';
import { requireFound } from '../errors/lookup.ts';
import { toProfile } from './profile-mapper.ts';

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService(store: Store) {
  return {
    get: (userId: number): Profile => toProfile(requireFound(store.profiles.get(userId), 'profile')),

    update(userId: number, patch: UpdateProfileRequest): Profile {
      const row = store.profiles.update(userId, {
        ...(patch.full_name !== undefined && { fullName: patch.full_name }),
        ...(patch.timezone !== undefined && { timezone: patch.timezone }),
        ...(patch.avatar_url !== undefined && { avatarUrl: patch.avatar_url }),
      });
      return toProfile(requireFound(row, 'profile'));
    },
  };
}
