import type { Clock } from '../../base/time.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import { requireOwned } from '../owned.ts';
import type { MomentIndex } from '../text-index/moment-index.ts';
import { createMomentReads, type MomentView } from './moment-reads.ts';

export interface NewMoment {
  videoId: number;
  /** Seconds. */
  startTime: number;
  endTime: number | null;
  title: string;
  note: string;
  /** JSON of MomentOrigin in contract/search/moments.ts. */
  origin: string | null;
}
export type MomentPatch = Partial<Pick<NewMoment, 'startTime' | 'endTime' | 'title' | 'note'>>;

export interface MomentChange {
  userId: number;
  id: number;
  jobId: string;
  kind: 'added' | 'changed' | 'removed';
}

/** Moments of all users. */
export function createMomentsRepository(db: Db, clock: Clock, index: MomentIndex) {
  const listeners = createChangeListeners<MomentChange>(db);
  const reads = createMomentReads(db);
  const notifyListeners = (kind: MomentChange['kind'], { userId, id, jobId }: MomentView): void =>
    listeners.notify({ userId, id, jobId, kind });

  const setTags = (id: number, tagIds: readonly number[]): void => {
    db.run(db.sql.deleteFrom('momentTags').where('momentId', '=', id));
    for (const tagId of tagIds) db.run(db.sql.insertInto('momentTags').values({ momentId: id, tagId }));
  };
  const changed = (userId: number, id: number, kind: 'added' | 'changed'): MomentView => {
    const view = reads.get(userId, id)!;
    notifyListeners(kind, view);
    return view;
  };
  const setDeleted = (userId: number, id: number, deletedAt: number | null): MomentView | undefined =>
    db.transaction(() => {
      const query = db.sql.updateTable('moments').set({ deletedAt });
      const count = db.run(query.where('userId', '=', userId).where('id', '=', id));
      return count > 0 ? changed(userId, id, 'changed') : undefined;
    });

  return {
    ...reads,

    onChange: listeners.onChange,

    /** @throws ReelscopeError `not_found` if the user has no such video */
    create(userId: number, moment: NewMoment, tagIds: readonly number[]): MomentView {
      return db.transaction(() => {
        requireOwned(db, 'videos', userId, moment.videoId);
        const now = clock.now();
        const values = { ...moment, userId, createdAt: now, updatedAt: now, deletedAt: null };
        const { id } = db.get(db.sql.insertInto('moments').values(values).returning('id'))!;
        setTags(id, tagIds);
        index.put([id]);
        return changed(userId, id, 'added');
      });
    },

    /** @param tagIds undefined leaves the tags */
    update(
      userId: number,
      id: number,
      patch: MomentPatch,
      tagIds: readonly number[] | undefined,
    ): MomentView | undefined {
      return db.transaction(() => {
        const query = db.sql.updateTable('moments').set({ ...patch, updatedAt: clock.now() });
        if (db.run(query.where('userId', '=', userId).where('id', '=', id)) === 0) return undefined;
        if (tagIds) setTags(id, tagIds);
        index.put([id]);
        return changed(userId, id, 'changed');
      });
    },

    /** Moves a moment to the trash; repeatable. Undefined if the user has no such moment. */
    trash: (userId: number, id: number): MomentView | undefined => setDeleted(userId, id, clock.now()),

    /** Takes a moment out of the trash; repeatable. Undefined if the user has no such moment. */
    restore: (userId: number, id: number): MomentView | undefined => setDeleted(userId, id, null),

    /** Deletes a moment for good; false if the user has no such moment. */
    delete(userId: number, id: number): boolean {
      return db.transaction(() => {
        const view = reads.get(userId, id);
        if (!view) return false;
        db.run(db.sql.deleteFrom('moments').where('id', '=', id));
        notifyListeners('removed', view);
        return true;
      });
    },

    /** Ids of the user's moments that contain all terms, best first. */
    matching: index.matching,
  };
}
