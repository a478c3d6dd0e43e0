import type { Clock } from '../../base/time.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import { createPeopleErasure } from '../people/erase.ts';
import type { ProjectRow } from '../schema.ts';

export interface ProjectChange {
  userId: number;
  id: number;
  kind: 'added' | 'changed' | 'removed';
}

export type ProjectWithCount = ProjectRow & { videoCount: number };

/** Groups of videos. */
export function createProjectsRepository(db: Db, clock: Clock) {
  const people = createPeopleErasure(db);
  const listeners = createChangeListeners<ProjectChange>(db);
  const counted = (userId: number) =>
    db.sql
      .selectFrom('projects')
      .selectAll('projects')
      .select((select) =>
        select
          .selectFrom('videos')
          .whereRef('videos.projectId', '=', 'projects.id')
          .where('videos.deletedAt', 'is', null)
          .select((count) => count.fn.countAll<number>().as('n'))
          .$asScalar()
          .$notNull()
          .as('videoCount'),
      )
      .where('projects.userId', '=', userId);
  const get = (userId: number, id: number): ProjectWithCount | undefined =>
    db.get(counted(userId).where('projects.id', '=', id));
  return {
    onChange: listeners.onChange,

    /** Oldest first. */
    list: (userId: number): ProjectWithCount[] => db.all(counted(userId).orderBy('projects.id')),
    get,

    /** Whether the user has such a project; does not count its videos. */
    has: (userId: number, id: number): boolean =>
      db.get(db.sql.selectFrom('projects').select('id').where('userId', '=', userId).where('id', '=', id)) !==
      undefined,

    create(userId: number, project: { name: string; description: string | null }): ProjectWithCount {
      const now = clock.now();
      const values = { ...project, userId, createdAt: now, updatedAt: now };
      const row = db.get(db.sql.insertInto('projects').values(values).returningAll())!;
      listeners.notify({ userId, id: row.id, kind: 'added' });
      return { ...row, videoCount: 0 };
    },

    update(
      userId: number,
      id: number,
      patch: { name?: string; description?: string | null },
    ): ProjectWithCount | undefined {
      return db.transaction(() => {
        const change = db.sql.updateTable('projects').set({ ...patch, updatedAt: clock.now() });
        const changed = db.run(change.where('userId', '=', userId).where('id', '=', id));
        if (changed === 0) return undefined;
        listeners.notify({ userId, id, kind: 'changed' });
        return get(userId, id);
      });
    },

    /** Deletes a project with its people. Its videos remain, without a project. */
    delete: (userId: number, id: number): boolean =>
      db.transaction(() => {
        if (!get(userId, id)) return false;
        people.eraseProject(id);
        db.run(db.sql.deleteFrom('projects').where('id', '=', id));
        listeners.notify({ userId, id, kind: 'removed' });
        return true;
      }),
  };
}
