import { setImmediate } from 'node:timers/promises';
import { isDamage } from '../../base/disk-damage.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Db } from '../open.ts';
import { createMomentIndex } from '../text-index/moment-index.ts';
import { scopeTerms, searchableText, termsOf } from '../text-index/terms.ts';
import { quantize, toBlob, toFloats, wordsPerCode } from '../vectors/binary-codes.ts';

/** Rows read at a time. */
const BATCH = 1000;

/** Terms whose entries are read at a time. */
const SLICE_TERMS = 500;

/**
 * Checks the full-text indexes and fills them again if one is damaged; returns whether one was.
 * @param full whether SQLite checks that of findings, in one step of seconds in a large library; otherwise it is read
 */
export async function repairSearchIndex(db: Db, full: boolean): Promise<boolean> {
  try {
    if (full) check(db, 'segmentsFts');
    else await readTerms(db);
    check(db, 'momentsFts');
    return false;
  } catch (error) {
    if (!isDamage(error)) throw error;
    rebuildSearchIndexes(db);
    return true;
  }
}

function check(db: Db, table: 'segmentsFts' | 'momentsFts'): void {
  db.execute(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 0)`);
}

/** Reads the entries of all terms. @throws SqliteError for damaged ones */
async function readTerms(db: Db): Promise<void> {
  const slice = `SELECT term FROM segmentTerms WHERE term > ? ORDER BY term LIMIT ${SLICE_TERMS}`;
  for (let last: string | null | undefined = ''; last != null; ) {
    [last] = db.column<string | null>(`SELECT max(term) FROM (${slice})`, last);
    await setImmediate();
  }
}

/** Fills the full-text indexes again from segments and moments. */
export function rebuildSearchIndexes(db: Db): void {
  rebuildSegmentIndex(db);
  createMomentIndex(db).rebuild();
  db.execute('DELETE FROM termUpdates');
}

function rebuildSegmentIndex(db: Db): void {
  db.transaction(() => {
    db.execute("INSERT INTO segmentsFts (segmentsFts) VALUES ('delete-all')");
    for (let after = 0; ; ) {
      const rows = db.all(
        db.sql
          .selectFrom('segments')
          .innerJoin('videos', 'videos.id', 'segments.videoId')
          .select(['segments.id', 'segments.videoId', 'segments.module', 'segments.content', 'segments.data'])
          .select('videos.userId')
          .where('segments.id', '>', after)
          .orderBy('segments.id')
          .limit(BATCH),
      );
      for (const { id, videoId, module, content, data, userId } of rows) {
        const found = data === null ? null : JSON.parse(data);
        const scope = scopeTerms({ userId, videoId, module, data: found });
        db.execute(
          'INSERT INTO segmentsFts (rowid, scope, content) VALUES (?, ?, ?)',
          id,
          scope,
          termsOf(searchableText(content, found)).join(' '),
        );
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  });
}

/** Recomputes the binary codes from the vectors. */
export function rebuildVectorCodes(db: Db): void {
  db.transaction(() => {
    db.run(db.sql.deleteFrom('vectorCodes'));
    const groups = db.all(
      db.sql
        .selectFrom('vectors as v')
        .innerJoin('segments as s', 's.id', 'v.segmentId')
        .innerJoin('models as m', 'm.id', 'v.modelId')
        .select(['v.modelId', 's.videoId', 's.module', 'm.dimension'])
        .distinct(),
    );
    for (const { modelId, videoId, module, dimension } of groups) {
      const rows = db.all(
        db.sql
          .selectFrom('vectors as v')
          .innerJoin('segments as s', 's.id', 'v.segmentId')
          .select(['v.id', 'v.embedding'])
          .where('v.modelId', '=', modelId)
          .where('s.videoId', '=', videoId)
          .where('s.module', '=', module as ModuleName)
          .orderBy('v.id'),
      );
      const words = wordsPerCode(dimension);
      const codes = new Uint32Array(rows.length * words);
      for (const [i, row] of rows.entries()) quantize(toFloats(row.embedding), codes, i * words);
      const vectorIds = toBlob(Float64Array.from(rows.map((row) => row.id)));
      db.run(db.sql.insertInto('vectorCodes').values({ modelId, videoId, module, vectorIds, codes: toBlob(codes) }));
    }
  });
}
