import type { Db } from '../open.ts';

/** Tables of people, those that others refer to first. */
const PEOPLE_TABLES = [
  'peopleProjects',
  'people',
  'faceTracks',
  'faceTrackRejections',
  'faceScans',
  'chatPeople',
] as const;

/**
 * Deletes for good: the connection overwrites what is deleted (`secure_delete`), and the write-ahead log is emptied.
 * What remains is written again, since a page that was split keeps copies of rows that have moved.
 */
export function createPeopleErasure(db: Db) {
  const erase = (deleteRows: () => void): void => {
    db.transaction(() => {
      deleteRows();
      for (const table of PEOPLE_TABLES) db.execute(`CREATE TEMP TABLE "kept_${table}" AS SELECT * FROM ${table}`);
      db.execute('PRAGMA defer_foreign_keys = ON');
      // Messages about people who remain stay.
      db.execute('UPDATE chatPeople SET isMoving = 1');
      db.execute('DELETE FROM peopleProjects');
      for (const table of PEOPLE_TABLES) {
        db.execute(`INSERT INTO ${table} SELECT * FROM temp."kept_${table}"`);
        db.execute(`DROP TABLE temp."kept_${table}"`);
      }
      db.afterCommit(db.checkpoint);
    });
  };

  return {
    /** Turns people off in a project and deletes everything that is stored about them. False if it was off. */
    eraseProject(projectId: number): boolean {
      const isOn = db.column<number>('SELECT 1 FROM peopleProjects WHERE projectId = ?', projectId).length > 0;
      if (isOn) erase(() => db.execute('DELETE FROM peopleProjects WHERE projectId = ?', projectId));
      return isOn;
    },

    /** Deletes one person with its tracks. */
    erasePerson(id: number): void {
      erase(() => db.execute('DELETE FROM people WHERE id = ?', id));
    },

    /**
     * Deletes what is known about the faces in a video, also that there are none, and the people who are in no other
     * one.
     */
    eraseVideo(videoId: number): void {
      const isScanned = db.column<number>('SELECT 1 FROM faceScans WHERE videoId = ?', videoId).length > 0;
      const isSeen = db.column<number>('SELECT 1 FROM faceTracks WHERE videoId = ? LIMIT 1', videoId).length > 0;
      if (!isScanned && !isSeen) return;
      erase(() => {
        db.execute('DELETE FROM faceTracks WHERE videoId = ?', videoId);
        db.execute('DELETE FROM faceScans WHERE videoId = ?', videoId);
      });
    },
  };
}
