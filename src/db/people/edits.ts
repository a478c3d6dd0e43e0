import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { FaceTrackRow } from '../schema.ts';
import { toBlob } from '../vectors/binary-codes.ts';

/** A face track as an analysis found it. */
export type NewFaceTrack = Omit<FaceTrackRow, 'id' | 'videoId' | 'personId' | 'isConfirmed' | 'template'> & {
  /** Unit vector; null if no frame shows the face well enough. */
  template: Float32Array | null;
};

export type PeopleEdits = ReturnType<typeof createPeopleEdits>;

/** Records statements of a user about people, which later analyses respect. */
export function createPeopleEdits(db: Db, clock: Clock) {
  /** Adds a person to a project and returns its id. */
  const addPerson = (projectId: number): number => {
    const query = 'UPDATE peopleProjects SET lastNumber = lastNumber + 1 WHERE projectId = ? RETURNING lastNumber';
    const [number] = db.column<number>(query, projectId);
    if (number === undefined) throw new RangeError(`People are turned off in project ${projectId}.`);
    const values = { projectId, number, name: null, coverTrackId: null, createdAt: clock.now() };
    return db.get(db.sql.insertInto('people').values(values).returning('id'))!.id;
  };

  const projectOf = (personId: number): number =>
    db.get(db.sql.selectFrom('people').select('projectId').where('id', '=', personId))!.projectId;

  return {
    addPerson,

    /** Adds a face track of a person and returns its id. */
    addTrack(videoId: number, personId: number, { template, ...track }: NewFaceTrack): number {
      const values = { ...track, videoId, personId, template: template && toBlob(template) };
      return db.get(db.sql.insertInto('faceTracks').values(values).returning('id'))!.id;
    },

    /** Records that faces of a video were stored; not yet, that they are all. */
    beginScan(videoId: number, projectId: number, heads: Buffer, doubts: Buffer | null = null): void {
      db.run(db.sql.replaceInto('faceScans').values({ videoId, projectId, heads, doubts, isComplete: 0 }));
    },

    /** Names a person; null removes the name. */
    rename(id: number, name: string | null): void {
      db.run(db.sql.updateTable('people').set({ name }).where('id', '=', id));
    },

    setCover(id: number, coverTrackId: number): void {
      db.run(db.sql.updateTable('people').set({ coverTrackId }).where('id', '=', id));
    },

    /**
     * Gives all tracks of a person to another one of its project, which keeps its own name or takes that of the first.
     */
    merge(id: number, into: number): void {
      db.transaction(() => {
        const names = db.all(db.sql.selectFrom('people').select(['id', 'name']).where('id', 'in', [id, into]));
        const nameOf = (one: number) => names.find((row) => row.id === one)?.name ?? null;
        if (nameOf(into) === null)
          db.run(
            db.sql
              .updateTable('people')
              .set({ name: nameOf(id) })
              .where('id', '=', into),
          );
        // Those that were already there are confirmed too: they are the same person.
        const own = db.sql.updateTable('faceTracks').set({ isConfirmed: 1 }).where('personId', '=', into);
        db.run(own);
        // Messages about the person are about the other one now; those about both keep one row.
        db.execute('UPDATE OR IGNORE chatPeople SET personId = ? WHERE personId = ?', into, id);
        db.execute('UPDATE chatPeople SET isMoving = 1 WHERE personId = ?', id);
        move(db, tracksOf(db, id), id, into);
      });
    },

    /** Makes tracks of a person a new one, which stays apart from it; returns its id. */
    split(trackIds: readonly number[], personId: number): number {
      return db.transaction(() => {
        const created = addPerson(projectOf(personId));
        move(db, trackIds, personId, created);
        reject(db, trackIds, personId);
        reject(db, tracksOf(db, personId), created);
        return created;
      });
    },

    projectOf,

    /** Records that tracks don't show a person, and makes each a person of its own. */
    detach(trackIds: readonly number[], personId: number): void {
      db.transaction(() => {
        const project = projectOf(personId);
        for (const trackId of trackIds) {
          move(db, [trackId], personId, addPerson(project));
          db.run(db.sql.updateTable('faceTracks').set({ isConfirmed: 0 }).where('id', '=', trackId));
        }
        reject(db, trackIds, personId);
      });
    },
  };
}

/** Gives tracks of one person to another one, by a decision of the user. */
function move(db: Db, trackIds: readonly number[], from: number, to: number): void {
  for (const id of trackIds) {
    db.run(db.sql.updateTable('people').set({ coverTrackId: null }).where('coverTrackId', '=', id));
    db.run(db.sql.deleteFrom('faceTrackRejections').where('trackId', '=', id).where('personId', '=', to));
    const change = db.sql.updateTable('faceTracks').set({ personId: to, isConfirmed: 1 });
    db.run(change.where('id', '=', id).where('personId', '=', from));
  }
}

function reject(db: Db, trackIds: readonly number[], personId: number): void {
  for (const trackId of trackIds) {
    const values = db.sql.insertInto('faceTrackRejections').values({ trackId, personId });
    db.run(values.onConflict((conflict) => conflict.doNothing()));
  }
}

function tracksOf(db: Db, personId: number): number[] {
  return db.column<number>('SELECT id FROM faceTracks WHERE personId = ? ORDER BY id', personId);
}
