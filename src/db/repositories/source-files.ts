import { sql } from 'kysely';
import type { AuditLogWriter } from '../audit-log.ts';
import type { Db } from '../open.ts';
import type { SourceFileRow, VideoRow } from '../schema.ts';

/** Facts about a source file. */
type SourceFileFacts = Omit<SourceFileRow, 'id' | 'userId' | 'storagePath'>;
/** Files are not being copied unless it is said. */
type NewFacts = Omit<SourceFileFacts, 'isCopying'> & Partial<Pick<SourceFileFacts, 'isCopying'>>;

/** Known state of each source file, by its storage path. */
export function createSourceFilesRepository(db: Db, audit: AuditLogWriter) {
  const of = (userId: number) => db.sql.selectFrom('sourceFiles').selectAll().where('userId', '=', userId);
  const videosWithFiles = (userId: number) =>
    db.sql
      .selectFrom('videos as v')
      .innerJoin('sourceFiles as f', (join) =>
        join.onRef('f.userId', '=', 'v.userId').onRef('f.storagePath', '=', 'v.storagePath'),
      )
      .where('v.userId', '=', userId);
  return {
    get: (userId: number, storagePath: string): SourceFileRow | undefined =>
      db.get(of(userId).where('storagePath', '=', storagePath)),

    list: (userId: number): SourceFileRow[] => db.all(of(userId).orderBy('id')),

    /** Videos of a user whose file has this content, oldest first. */
    jobIdsOf: (userId: number, contentHash: string): string[] =>
      db
        .all(videosWithFiles(userId).select('v.jobId').where('f.contentHash', '=', contentHash).orderBy('v.id'))
        .map(({ jobId }) => jobId),

    /** Videos of a user, without those in the trash, whose file has this size, head, and tail; analyzed ones first. */
    withEdges: (userId: number, { sizeBytes, edgesHash }: Pick<SourceFileRow, 'sizeBytes' | 'edgesHash'>): VideoRow[] =>
      db.all(
        videosWithFiles(userId)
          .selectAll('v')
          .where('f.sizeBytes', '=', sizeBytes)
          .where('f.edgesHash', '=', edgesHash)
          .where('v.deletedAt', 'is', null)
          .orderBy(sql`v.status = 'completed'`, 'desc')
          .orderBy('v.id'),
      ),

    /** Files referenced in place, of all users. */
    referenced: (): SourceFileRow[] =>
      db.all(db.sql.selectFrom('sourceFiles').selectAll().where('location', 'is not', null)),

    /** Files whose copies are not complete, of all users, oldest first. */
    copying: (): SourceFileRow[] =>
      db.all(
        db.sql
          .selectFrom('sourceFiles')
          .selectAll()
          .where('isCopying', '=', 1)
          .where('location', 'is not', null)
          .orderBy('id'),
      ),

    /**
     * Videos of all users, without those in the trash, whose file has no record, or no hash of its whole content.
     * Copies are hashed on the way.
     */
    unhashed: (): { userId: number; jobId: string }[] =>
      db.all(
        db.sql
          .selectFrom('videos as v')
          .leftJoin('sourceFiles as f', (join) =>
            join.onRef('f.userId', '=', 'v.userId').onRef('f.storagePath', '=', 'v.storagePath'),
          )
          .select(['v.userId', 'v.jobId'])
          .where('f.contentHash', 'is', null)
          .where((where) => where.or([where('f.isCopying', 'is', null), where('f.isCopying', '=', 0)]))
          .where('v.deletedAt', 'is', null)
          .orderBy('v.id'),
      ),

    /** Stores or replaces what is known of a file. */
    put(userId: number, storagePath: string, { isCopying = 0, ...known }: NewFacts): void {
      const facts = { ...known, isCopying };
      db.run(
        db.sql
          .insertInto('sourceFiles')
          .values({ userId, storagePath, ...facts })
          .onConflict((conflict) => conflict.columns(['userId', 'storagePath']).doUpdateSet(facts)),
      );
    },

    update(userId: number, storagePath: string, facts: Partial<SourceFileFacts>): void {
      const change = db.sql.updateTable('sourceFiles').set(facts).where('userId', '=', userId);
      db.run(change.where('storagePath', '=', storagePath));
    },

    /** Stores the SHA-256 of a file. */
    setHash(userId: number, storagePath: string, contentHash: string): void {
      db.transaction(() => {
        this.update(userId, storagePath, { contentHash });
        const query = db.sql.selectFrom('videos').select(['id', 'fileSize']).where('userId', '=', userId);
        const video = db.get(query.where('storagePath', '=', storagePath));
        const details = { sha256: contentHash, size: video?.fileSize };
        if (video) audit.recordOf(video.id, { action: 'fingerprinted', by: 'system', details });
      });
    },

    delete(userId: number, storagePath: string): void {
      const removal = db.sql.deleteFrom('sourceFiles').where('userId', '=', userId);
      db.run(removal.where('storagePath', '=', storagePath));
    },
  };
}
