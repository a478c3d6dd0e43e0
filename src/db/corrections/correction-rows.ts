import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';

/** Returns the correction that a segment carries. */
export function correctionOf(db: Db, segmentId: number): CorrectionRow | undefined {
  return db.get(db.sql.selectFrom('corrections').selectAll().where('segmentId', '=', segmentId));
}

/** Returns the corrections of a video, or of one module of it, in the order in which they were made. */
export function correctionsOf(db: Db, videoId: number, module?: ModuleName): CorrectionRow[] {
  const query = db.sql.selectFrom('corrections').selectAll().where('videoId', '=', videoId).orderBy('id');
  return db.all(module === undefined ? query : query.where('module', '=', module));
}

/** Returns a removed finding of a video. */
export function removedFinding(db: Db, videoId: number, id: number): CorrectionRow | undefined {
  const query = db.sql.selectFrom('corrections').selectAll().where('id', '=', id).where('videoId', '=', videoId);
  return db.get(query.where('isRemoved', '=', 1).where('segmentId', 'is', null));
}

/** Stores a correction of a segment, or changes the stored one; returns its id. @param now epoch milliseconds */
export function putCorrection(db: Db, now: number, segment: SegmentRow, change: Partial<CorrectionRow>): number {
  const { id, videoId, module, startTime, endTime, content: foundContent, data: foundData } = segment;
  const known = correctionOf(db, id);
  if (known) {
    db.run(
      db.sql
        .updateTable('corrections')
        .set({ ...change, updatedAt: now })
        .where('id', '=', known.id),
    );
    return known.id;
  }
  const made = { videoId, module, segmentId: id, startTime, endTime, foundContent, foundData };
  const values = { ...made, ...change, createdAt: now, updatedAt: now };
  return db.get(db.sql.insertInto('corrections').values(values).returning('id'))!.id;
}

/** Deletes the correction that a segment carries. */
export function deleteCorrection(db: Db, segmentId: number): void {
  db.run(db.sql.deleteFrom('corrections').where('segmentId', '=', segmentId));
}
