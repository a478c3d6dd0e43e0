import type { Clock } from '../../base/time.ts';
import type { Db } from '../open.ts';
import type { WatchedFileRow, WatchFolderRow } from '../schema.ts';

/** Columns that a user sets; `rules` is JSON. */
export type WatchFolderValues = Pick<WatchFolderRow, 'path' | 'isEnabled' | 'rules' | 'projectId'>;

/** Facts that are noted of a file. */
export type WatchedFileFacts = Omit<WatchedFileRow, 'id' | 'folderId' | 'seenAt'>;

/** Folders whose new files are analyzed, and the files that they have handled. */
export function createWatchFoldersRepository(db: Db, clock: Clock) {
  const files = (folderId: number) => db.sql.selectFrom('watchedFiles').selectAll().where('folderId', '=', folderId);
  return {
    /** Of one user, or of all; by path. */
    list(userId?: number): WatchFolderRow[] {
      const all = db.sql.selectFrom('watchFolders').selectAll().orderBy('path').orderBy('id');
      return db.all(userId === undefined ? all : all.where('userId', '=', userId));
    },

    get: (userId: number, id: number): WatchFolderRow | undefined =>
      db.get(db.sql.selectFrom('watchFolders').selectAll().where('userId', '=', userId).where('id', '=', id)),

    create(userId: number, values: WatchFolderValues): WatchFolderRow {
      const now = clock.now();
      const row = { userId, ...values, createdAt: now, updatedAt: now };
      return db.get(db.sql.insertInto('watchFolders').values(row).returningAll())!;
    },

    /** Undefined if the user has no such folder. */
    update(userId: number, id: number, change: Partial<WatchFolderValues>): WatchFolderRow | undefined {
      const query = db.sql.updateTable('watchFolders').set({ ...change, updatedAt: clock.now() });
      return db.get(query.where('userId', '=', userId).where('id', '=', id).returningAll());
    },

    delete: (userId: number, id: number): boolean =>
      db.run(db.sql.deleteFrom('watchFolders').where('userId', '=', userId).where('id', '=', id)) > 0,

    /** Everything that a folder has handled. */
    files: (folderId: number): WatchedFileRow[] => db.all(files(folderId)),

    /** The files handled last, of one outcome or all. */
    latestFiles(folderId: number, limit: number, outcome?: WatchedFileRow['outcome']): WatchedFileRow[] {
      const latest = files(folderId).orderBy('seenAt', 'desc').orderBy('id', 'desc').limit(limit);
      return db.all(outcome === undefined ? latest : latest.where('outcome', '=', outcome));
    },

    /** Whether a folder has handled this content, under whatever name. */
    hasContent: (folderId: number, contentHash: string): boolean =>
      db.get(files(folderId).where('contentHash', '=', contentHash).where('outcome', '!=', 'failed').limit(1)) !==
      undefined,

    /** Removes failed files, one or all, so that they are handled as new ones. @returns them */
    forgetFailed(folderId: number, path?: string): WatchedFileRow[] {
      const failed = db.sql.deleteFrom('watchedFiles').where('folderId', '=', folderId).where('outcome', '=', 'failed');
      return db.all((path === undefined ? failed : failed.where('path', '=', path)).returningAll());
    },

    /** Stores the state of a file whose bytes are those that were handled. */
    setState(folderId: number, path: string, state: string): void {
      const change = db.sql.updateTable('watchedFiles').set({ state }).where('folderId', '=', folderId);
      db.run(change.where('path', '=', path));
    },

    /** Number of files by outcome. */
    counts(folderId: number): Record<WatchedFileRow['outcome'], number> {
      const counts = { queued: 0, known: 0, ignored: 0, failed: 0 };
      const groups = db.sql
        .selectFrom('watchedFiles')
        .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
        .where('folderId', '=', folderId)
        .groupBy('outcome');
      for (const { outcome, count } of db.all(groups)) counts[outcome] = count;
      return counts;
    },

    /** Notes a file; a later state of the same path replaces it. */
    noteFile(folderId: number, facts: WatchedFileFacts): void {
      const { path, ...rest } = { ...facts, seenAt: clock.now() };
      db.run(
        db.sql
          .insertInto('watchedFiles')
          .values({ folderId, path, ...rest })
          .onConflict((conflict) => conflict.columns(['folderId', 'path']).doUpdateSet(rest)),
      );
    },
  };
}
