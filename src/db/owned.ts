import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import type { Db } from './open.ts';

/**
 * Checks that a referenced record belongs to the user, and is not in the trash.
 * @throws ReelscopeError `not_found`, whether the record is another user's or missing
 */
export function requireOwned(
  db: Db,
  table: 'projects' | 'videos',
  userId: number,
  id: number | null | undefined,
): void {
  if (id === null || id === undefined) return;
  const found =
    table === 'videos'
      ? db.get(
          db.sql
            .selectFrom('videos')
            .select('id')
            .where('deletedAt', 'is', null)
            .where('id', '=', id)
            .where('userId', '=', userId),
        )
      : db.get(db.sql.selectFrom('projects').select('id').where('id', '=', id).where('userId', '=', userId));
  if (!found)
    throw new ReelscopeError('not_found', sentence(table === 'videos' ? 'not-found.video' : 'not-found.project'));
}
