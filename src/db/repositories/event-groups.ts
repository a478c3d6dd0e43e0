import { sql } from 'kysely';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { EventGroupSort } from '../../contract/library/event-groups.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import { folded, type ListColumns, pageRows } from '../page-rows.ts';
import type { EventGroupRow, EventRecordingRow } from '../schema.ts';

/** A recording with its video, which is not in the trash. */
export interface EventRecordingView extends EventRecordingRow {
  jobId: string;
  name: string;
  /** Seconds. */
  duration: number;
  /** Null for one that is left out. */
  offsetMs: number | null;
  /** Former `offsetMs` of one that a user left out. */
  formerMs: number | null;
}

export interface EventGroupChange {
  userId: number;
  id: number;
  kind: 'added' | 'changed' | 'removed';
}

/** Whose events: those of a user, and of a key that is confined to projects only those of videos in them. */
export interface EventOwner {
  userId: number;
  projects?: readonly number[] | undefined;
}

/** Known parts of the place of a recording. */
export type RecordingPlace = Partial<Omit<EventRecordingRow, 'eventId' | 'videoId'>>;
type GroupState = Partial<Pick<EventGroupRow, 'title' | 'status' | 'error'>>;

const LIST: ListColumns<EventGroupSort> = {
  fields: { updated_at: sql.ref('updatedAt'), created_at: sql.ref('createdAt'), title: folded('title') },
  id: sql.ref('id'),
  names: [sql.ref('title')],
  own: '-updated_at',
};

/** Events with their recordings, of all users. The caller checks that videos belong to the same user. */
export function createEventGroupsRepository(db: Db, clock: Clock) {
  const listeners = createChangeListeners<EventGroupChange>(db);
  const update = (userId: number, id: number, values: GroupState): void => {
    const query = db.sql.updateTable('eventGroups').set({ ...values, updatedAt: clock.now() });
    if (db.run(query.where('id', '=', id)) > 0) listeners.notify({ userId, id, kind: 'changed' });
  };
  const insert = (eventId: number, videoIds: readonly number[]): void => {
    const place = { offsetMs: null, driftPpm: 0, confidence: null, leftOut: null, statedMs: null };
    for (const videoId of videoIds) {
      const query = db.sql.insertInto('eventRecordings').values({ eventId, videoId, ...place });
      db.run(query.onConflict((conflict) => conflict.doNothing()));
    }
  };

  return {
    get: (owner: EventOwner, id: number): EventGroupRow | undefined =>
      db.get(ownedEvents(db, owner).where('id', '=', id)),

    /** Last changed first. @param videoId only events with this video */
    list(owner: EventOwner, videoId: number | undefined, page?: PageRequest): EventGroupRow[] {
      const query = ownedEvents(db, owner);
      if (videoId === undefined) return pageRows(db, query, LIST, page);
      const events = db.sql.selectFrom('eventRecordings').select('eventId').where('videoId', '=', videoId);
      return pageRows(db, query.where('id', 'in', events), LIST, page);
    },

    /** Recordings by event: earliest first, those without an offset last. */
    recordings: (ids: readonly number[]): Map<number, EventRecordingView[]> => recordingsOf(db, ids),

    /** Events whose recordings were being compared when the server ended. */
    syncing: (): EventGroupRow[] =>
      db.all(db.sql.selectFrom('eventGroups').selectAll().where('status', '=', 'syncing')),

    onChange: listeners.onChange,
    /** Reports a change of what isn't stored, such as progress. */
    notify: listeners.notify,

    create(userId: number, title: string, videoIds: readonly number[]): EventGroupRow {
      return db.transaction(() => {
        const now = clock.now();
        const values = { userId, title, status: 'syncing' as const, error: null, createdAt: now, updatedAt: now };
        const row = db.get(db.sql.insertInto('eventGroups').values(values).returningAll())!;
        insert(row.id, videoIds);
        listeners.notify({ userId, id: row.id, kind: 'added' });
        return row;
      });
    },

    update,

    /** Adds videos; those that are in the event stay as they are. */
    add(userId: number, id: number, videoIds: readonly number[]): void {
      db.transaction(() => {
        insert(id, videoIds);
        update(userId, id, {});
      });
    },

    /** Sets places of recordings by video, and the state of their event with them. */
    place(userId: number, id: number, places: ReadonlyMap<number, RecordingPlace>, state: GroupState = {}): void {
      db.transaction(() => {
        for (const [videoId, place] of places) {
          const query = db.sql.updateTable('eventRecordings').set(place).where('eventId', '=', id);
          db.run(query.where('videoId', '=', videoId));
        }
        update(userId, id, state);
      });
    },

    removeRecording(userId: number, id: number, videoId: number): void {
      db.transaction(() => {
        db.run(db.sql.deleteFrom('eventRecordings').where('eventId', '=', id).where('videoId', '=', videoId));
        update(userId, id, {});
      });
    },

    /** Deletes an event; its videos stay. */
    delete(userId: number, id: number): void {
      db.transaction(() => {
        if (db.run(db.sql.deleteFrom('eventGroups').where('id', '=', id)) > 0)
          listeners.notify({ userId, id, kind: 'removed' });
      });
    },
  };
}

function ownedEvents(db: Db, { userId, projects }: EventOwner) {
  const query = db.sql.selectFrom('eventGroups').selectAll().where('userId', '=', userId);
  if (projects === undefined) return query;
  const hidden = db.sql
    .selectFrom('eventRecordings')
    .innerJoin('videos', 'videos.id', 'eventRecordings.videoId')
    .select('eventId')
    .where(({ or, eb }) => or([eb('projectId', 'is', null), eb('projectId', 'not in', [-1, ...projects])]));
  // Of an event whose videos are gone, nothing shows whose it was.
  return query.where('id', 'in', db.sql.selectFrom('eventRecordings').select('eventId')).where('id', 'not in', hidden);
}

function recordingsOf(db: Db, ids: readonly number[]): Map<number, EventRecordingView[]> {
  const query = db.sql
    .selectFrom('eventRecordings')
    .innerJoin('videos', 'videos.id', 'eventRecordings.videoId')
    .selectAll('eventRecordings')
    .select(['videos.jobId', 'videos.name', 'videos.duration'])
    .where('videos.deletedAt', 'is', null)
    .where('eventId', 'in', [-1, ...ids]);
  const rows = db.all(
    query.orderBy(sql`offsetMs IS NULL OR leftOut IS NOT NULL`).orderBy('offsetMs').orderBy('videoId'),
  );
  const views = rows.map(({ offsetMs, ...row }) =>
    row.leftOut === null ? { ...row, offsetMs, formerMs: null } : { ...row, offsetMs: null, formerMs: offsetMs },
  );
  return Map.groupBy(views, ({ eventId }) => eventId);
}
