import BetterSqlite3 from 'better-sqlite3';
import { isDamage } from '../../base/disk-damage.ts';
import { toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFileSync } from '../../files/remove.ts';
import { openDatabase } from '../open.ts';
import { removeDangling } from './dangling-rows.ts';
import { withSoundJson } from './json-columns.ts';
import { rebuildSearchIndexes, rebuildVectorCodes } from './rebuild.ts';

/** Result of a repair. */
export interface Salvaged {
  /** Rows that were read, by table. */
  rows: Record<string, number>;
  /** Tables with unreadable parts. */
  incomplete: string[];
}

/** Computed from other tables after the repair; `faceScans` by the next analysis, since face tracks may be lost. */
const DERIVED = new Set(['vectorCodes', 'migrations', 'sqlite_sequence', 'faceScans']);

/** Maximum rowid that the search for readable rows behind a damaged page goes to. */
const MAX_ROWID = 2 ** 40;

type Row = Record<string, unknown>;

/**
 * Reads everything that is readable in a damaged database into a new one: table by table, in order of rowids, and
 * behind a damaged page from the next readable row on. References to lost rows are removed, and search index and vector
 * codes are computed again.
 * @param source a copy of the damaged database, which opening it may change
 * @param target new file, deleted after a failure
 * @throws ReelscopeError `library_damaged` if nothing is readable
 */
export function salvage(source: string, target: string): Salvaged {
  for (const suffix of ['', '-wal', '-shm']) removeFileSync(target + suffix);
  openDatabase({ path: target }).close();
  const result: Salvaged = { rows: {}, incomplete: [] };
  try {
    const to = new BetterSqlite3(target);
    const from = openDamaged(source);
    try {
      to.pragma('foreign_keys = OFF');
      to.pragma('journal_mode = DELETE');
      const names = tablesOf(to).filter((name) => !DERIVED.has(name));
      const present = new Set(tablesOf(from));
      to.transaction(() => {
        for (const name of names) if (present.has(name)) copyTable(from, to, name, result);
        removeDangling(to);
      })();
    } finally {
      from.close();
      to.close();
    }
    const db = openDatabase({ path: target });
    try {
      rebuildSearchIndexes(db);
      rebuildVectorCodes(db);
    } finally {
      db.close();
    }
    return result;
  } catch (error) {
    for (const suffix of ['', '-wal', '-shm']) removeFileSync(target + suffix);
    throw error;
  }
}

function openDamaged(path: string): BetterSqlite3.Database {
  try {
    const database = new BetterSqlite3(path);
    tablesOf(database);
    return database;
  } catch (cause) {
    throw new ReelscopeError('library_damaged', sentence('library.unrepairable'), { cause });
  }
}

/** Ordinary tables; those of the full-text indexes belong to them. */
function tablesOf(database: BetterSqlite3.Database): string[] {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'";
  return (database.prepare(sql).pluck().all() as string[]).filter((name) => !/^(?:segments|moments)Fts/.test(name));
}

function columnsOf(database: BetterSqlite3.Database, table: string): string[] {
  return database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
}

function copyTable(from: BetterSqlite3.Database, to: BetterSqlite3.Database, table: string, result: Salvaged): void {
  const known = new Set(columnsOf(from, table));
  const columns = columnsOf(to, table).filter((name) => known.has(name));
  const list = columns.map((name) => `"${name}"`).join(', ');
  const insert = to.prepare(`INSERT OR IGNORE INTO "${table}" (${list}) VALUES (${columns.map(() => '?').join(', ')})`);
  let rows = 0;
  let isComplete = true;
  const add = (row: Row): void => {
    try {
      const sound = withSoundJson(table, row);
      if (sound !== row) isComplete = false;
      if (sound) rows += insert.run(...columns.map((name) => sound[name])).changes;
    } catch {
      // Values that no row of this table may have: the page holds something else.
      isComplete = false;
    }
  };
  const hasRowid = to.prepare('SELECT wr FROM pragma_table_list(?)').pluck().get(table) === 0;
  const read = hasRowid ? readByRowid : readFromBothEnds;
  if (!read(from, table, list, add)) isComplete = false;
  result.rows[table] = rows;
  if (!isComplete) result.incomplete.push(table);
}

/** Returns whether all rows were readable. */
function readByRowid(from: BetterSqlite3.Database, table: string, list: string, add: (row: Row) => void): boolean {
  const query = from.prepare(
    `SELECT rowid AS rowid_, ${list} FROM "${table}" NOT INDEXED WHERE rowid >= ? ORDER BY rowid`,
  );
  const canRead = (start: number): boolean => {
    try {
      // Ends at the first row.
      for (const _ of query.iterate(start)) break;
      return true;
    } catch (error) {
      requireDamage(error);
      return false;
    }
  };
  let isComplete = true;
  let next = 0;
  for (;;) {
    try {
      for (const row of query.iterate(next) as Iterable<Row>) {
        add(row);
        next = (row['rowid_'] as number) + 1;
      }
      return isComplete;
    } catch (error) {
      requireDamage(error);
      isComplete = false;
    }
    // The first readable row is between the last unreadable start and the first readable one.
    let step = 1;
    while (next + step < MAX_ROWID && !canRead(next + step)) step *= 2;
    if (next + step >= MAX_ROWID) return false;
    let low = next + Math.floor(step / 2);
    let high = next + step;
    while (low + 1 < high) {
      const middle = Math.floor((low + high) / 2);
      if (canRead(middle)) high = middle;
      else low = middle;
    }
    next = high;
  }
}

/** Reads a table without rowids from its first row and from its last one up to the damage. */
function readFromBothEnds(from: BetterSqlite3.Database, table: string, list: string, add: (row: Row) => void): boolean {
  const key = from
    .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table) as string[];
  let isComplete = true;
  for (const direction of ['ASC', 'DESC']) {
    const order = key.map((name) => `"${name}" ${direction}`).join(', ');
    try {
      for (const row of from.prepare(`SELECT ${list} FROM "${table}" ORDER BY ${order}`).iterate() as Iterable<Row>)
        add(row);
      return isComplete;
    } catch (error) {
      requireDamage(error);
      isComplete = false;
    }
  }
  return false;
}

/** @throws any other error than damage */
function requireDamage(error: unknown): void {
  if (!isDamage(error)) throw toError(error);
}
