import { uuidV7 } from '../../base/ids.ts';
import type { Db } from '../open.ts';
import type { TextIndex } from './text-index.ts';

export type DiscardedSegments = ReturnType<typeof createDiscardedSegments>;

/**
 * Segments deleted in one transaction. FTS5 merges its index by 64 pages per level for every 64 deletions in one, which
 * takes 60 ms where a tenth of its rows has been deleted, and 200 ms for 250.
 */
const STEP_SEGMENTS = 32;

/** Owner of the video that holds discarded segments; no identity provider issues it. */
const ISSUER = 'reelscope:discarded';

/** In no list of videos, which leave out the trash, and never old enough to be deleted from it. */
const ALWAYS = Number.MAX_SAFE_INTEGER;

const OWNER = 'SELECT id FROM users WHERE issuer = ?';
const ADD_OWNER = "INSERT INTO users (issuer, sub, createdAt) VALUES (?, '', 0) RETURNING id";
const HIDDEN = 'SELECT v.id FROM users AS u JOIN videos AS v ON v.userId = u.id WHERE u.issuer = ? AND v.storagePath';
const HOLDER = `${HIDDEN} = ''`;
const STAGES = `${HIDDEN} != ''`;
const ADD_HIDDEN = `INSERT INTO videos
  (userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt, deletedAt)
  VALUES (?, ?, '', 'uploaded', '[]', ?, 0, 0, ${ALWAYS}) RETURNING id`;
const SOME = `SELECT id FROM segments WHERE videoId = ? LIMIT ${STEP_SEGMENTS}`;

/**
 * Deletes many segments without blocking the event loop: one short statement moves them to a video that nobody sees,
 * and their rows, terms, and embeddings are deleted in steps, or at the next start.
 */
export function createDiscardedSegments(db: Db, index: TextIndex) {
  let scheduled: NodeJS.Immediate | undefined;
  const waiting: (() => void)[] = [];
  let [holder] = db.column<number>(HOLDER, ISSUER);

  const addHidden = (storagePath: string): number => {
    const userId = db.column<number>(OWNER, ISSUER)[0] ?? db.column<number>(ADD_OWNER, ISSUER)[0];
    return db.column<number>(ADD_HIDDEN, userId, uuidV7(), storagePath)[0]!;
  };

  const holderId = (): number => {
    const id = holder ?? db.column<number>(HOLDER, ISSUER)[0] ?? addHidden('');
    // Not before, since the transaction may roll back.
    db.afterCommit(() => {
      holder = id;
    });
    return id;
  };

  /** Deletes some; returns whether there were any. */
  const deleteSome = (): boolean =>
    db.transaction(() => {
      const ids = holder === undefined ? [] : db.column<number>(SOME, holder);
      if (ids.length === 0) return false;
      index.remove(ids);
      db.execute('DELETE FROM segments WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
      return true;
    });

  /** False after an error as well, such as a full disk: nobody sees them, and the next start tries again. */
  const isSomeDeleted = (): boolean => {
    try {
      return deleteSome();
    } catch {
      return false;
    }
  };

  const schedule = (): void => {
    scheduled ??= setImmediate(() => {
      scheduled = undefined;
      if (isSomeDeleted()) return schedule();
      for (const resolve of waiting.splice(0)) resolve();
    });
  };

  /** Discards what a hidden video holds, and deletes the video. */
  const drop = (place: number): void =>
    db.transaction(() => {
      db.execute('UPDATE segments SET videoId = ? WHERE videoId = ?', holderId(), place);
      db.execute('DELETE FROM videos WHERE id = ?', place);
      db.afterCommit(schedule);
    });

  for (const place of db.column<number>(STAGES, ISSUER)) drop(place);
  if (holder !== undefined) schedule();

  return {
    /**
     * Takes segments out of their video, with what corrections know of them. Searches no longer find them once the
     * transaction has ended.
     */
    take(ids: readonly number[]): void {
      const chosen = JSON.stringify(ids);
      const among = 'IN (SELECT value FROM json_each(?))';
      db.execute(`UPDATE corrections SET segmentId = NULL WHERE segmentId ${among}`, chosen);
      db.execute(`UPDATE segments SET videoId = ? WHERE id ${among}`, holderId(), chosen);
      index.hide(ids);
      db.afterCommit(schedule);
    },

    /** Adds a hidden video, in which findings are stored for the segment writer's `adopt`. */
    stage: (): number => addHidden(uuidV7()),

    /** Deletes a hidden video; what it still holds is discarded. */
    drop,

    /** ID of the video that holds them, which no other has; 0 before the first. */
    holder: (): number => holder ?? 0,

    /** Resolves when no discarded segment is left, or the database is closed. */
    deleted: (): Promise<void> => (scheduled ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()),

    close(): void {
      clearImmediate(scheduled);
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
