import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { Flag, ProfileRow } from '../schema.ts';

export type ProfilesRepository = ReturnType<typeof createProfilesRepository>;

export interface NewProfile {
  fullName: string;
  email: string;
  timezone: string;
  avatarUrl?: string | null;
  isAdmin?: Flag;
  bonusMinutes?: number;
}
export type ProfilePatch = Partial<NewProfile>;

/** User profiles, one per user. */
export function createProfilesRepository(db: Db, clock: Clock) {
  return {
    get: (userId: number): ProfileRow | undefined =>
      db.get(db.sql.selectFrom('profiles').selectAll().where('userId', '=', userId)),

    create(userId: number, profile: NewProfile): ProfileRow {
      const now = clock.now();
      const values = { avatarUrl: null, ...profile, userId, createdAt: now, updatedAt: now };
      return db.get(db.sql.insertInto('profiles').values(values).returningAll())!;
    },

    update: (userId: number, patch: ProfilePatch): ProfileRow | undefined =>
      db.get(
        db.sql
          .updateTable('profiles')
          .set({ ...patch, updatedAt: clock.now() })
          .where('userId', '=', userId)
          .returningAll(),
      ),
  };
}
