import { accessSync, constants, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Compilable, type CompiledQuery, Kysely, SqliteDialect } from 'kysely';
import { getLoadablePath } from 'sqlite-vec';
import { foldText } from '../base/text-fold.ts';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { folderInUse } from './lock.ts';
import { type DatabaseOrigin, migrate } from './migrate.ts';
import { copyBeforeMigration, seal, stripPeople } from './recovery/backup.ts';
import { backupName } from './recovery/backup-names.ts';
import { integrityProblems } from './recovery/integrity.ts';
import { makeFolder } from './recovery/make-folder.ts';
import type { Database } from './schema.ts';

/** Time that a statement waits for another process's lock, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;

/**
 * Page size in bytes. A 512-dimensional vector takes 2 KB: pages of 4 KB would hold one each and waste half the file.
 */
const PAGE_BYTES = 8192;

/** Pages copied in one step of a backup: 8 MB, a few milliseconds. */
const BACKUP_PAGES = 1000;

/** Maximum number of cached prepared statements; the least recently used is evicted first. */
const MAX_CACHED_STATEMENTS = 300;

export interface OpenOptions {
  /** Database file; its folder is created if missing. */
  path: string;
  /** Folder for a copy of the database before it is migrated; none by default. */
  backupFolder?: string;
  /** Called with the file of such a copy. */
  onBackup?: (file: string) => void;
  /** Called with the text of each executed statement, for tests that count them. */
  onStatement?: (sql: string) => void;
  /** Allows other connections to the file, for tests that inspect it. */
  isShared?: boolean;
}

/**
 * The database. Queries are built and typed by Kysely (`sql.selectFrom(…)`) and run synchronously by better-sqlite3:
 * SQLite answers in microseconds without I/O to wait for, and no other statement can interleave with a transaction.
 */
export interface Db {
  readonly sql: Kysely<Database>;
  readonly origin: DatabaseOrigin;
  all<Row>(query: Compilable<Row>): Row[];
  get<Row>(query: Compilable<Row>): Row | undefined;
  /** Runs a statement without result rows; returns the number of changed rows. */
  run(query: Compilable): number;
  /**
   * Prepares a query with fixed text once, for hot paths; the result returns its first row. `query` is built with
   * placeholder values, which each call replaces in order.
   */
  prepare<Row>(query: Compilable<Row>): (...parameters: unknown[]) => Row | undefined;
  /** Returns the first column of each row of plain SQL, for hot paths; `parameters` bind `?` in order. */
  column<Value>(sqlText: string, ...parameters: unknown[]): Value[];
  /** Runs plain SQL without result rows, for hot paths. */
  execute(sqlText: string, ...parameters: unknown[]): void;
  /** Runs `work` in a transaction (a savepoint if nested). */
  transaction<Result>(work: () => Result): Result;
  /** Runs `work` in a transaction and undoes its writes. */
  undone<Result>(work: () => Result): Result;
  /**
   * Runs `work` after the outermost transaction commits (immediately outside of one), to keep memory consistent with
   * the disk.
   */
  afterCommit(work: () => void): void;
  /** Changes with each write, by this connection or another one: what was read at the same version is current. */
  version(): string;
  /** Copies the database to a new file while it is in use, in steps, so that requests are served meanwhile. */
  backup(target: string, onProgress?: (doneBytes: number, totalBytes: number) => void): Promise<void>;
  /**
   * Findings of SQLite's integrity check; empty if the database is sound.
   * @param full whether to compare indexes with their tables as well
   * @param tables default: all
   */
  problems(full?: boolean, tables?: readonly string[]): Promise<string[]>;
  /** Moves the write-ahead log into the file and empties it, so that no earlier content remains in it. */
  checkpoint(): void;
  close(): void;
}

/**
 * Opens the database (WAL, foreign keys, every commit synced to disk, sqlite-vec loaded) and migrates it. Keeps it
 * locked until it is closed: the lock of the data folder doesn't hold if its file is deleted.
 * @throws ReelscopeError `conflict` if a newer version of the application wrote it, or another process has it open
 */
export function openDatabase(options: OpenOptions): Db {
  makeFolder(dirname(options.path));
  requireWritable(options.path);
  const database = new BetterSqlite3(options.path, { timeout: BUSY_TIMEOUT_MS });
  try {
    configure(database, options.isShared ?? false);
    return createDb(database, migrate(database, undefined, copyTo(database, options)), options.onStatement);
  } catch (error) {
    database.close();
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      throw folderInUse(dirname(options.path), error);
    throw error;
  }
}

/** Copies the database before its first migration step. */
function copyTo(
  database: BetterSqlite3.Database,
  { backupFolder: folder, onBackup }: OpenOptions,
): (from: number) => void {
  return () => {
    if (folder === undefined) return;
    makeFolder(folder);
    const file = join(folder, backupName('migration', Date.now()));
    copyBeforeMigration(database, file);
    onBackup?.(file);
  };
}

/**
 * SQLite would open a read-only file and fail later, with an error that names no reason.
 * @throws ReelscopeError `forbidden`
 */
function requireWritable(path: string): void {
  if (!existsSync(path)) return;
  try {
    accessSync(path, constants.W_OK);
  } catch (cause) {
    throw new ReelscopeError(
      'forbidden',
      sentence('data-folder.read-only', { folder: dirname(path), file: basename(path) }),
      { cause },
    );
  }
}

function configure(database: BetterSqlite3.Database, isShared: boolean): void {
  database.pragma(`page_size = ${PAGE_BYTES}`);
  if (!isShared) database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  // better-sqlite3 defaults to NORMAL in WAL mode, which can lose an acknowledged commit in a power failure.
  database.pragma('synchronous = FULL');
  database.pragma('fullfsync = ON');
  database.pragma('foreign_keys = ON');
  // Deleted rows are overwritten: they may be about people (docs/decisions, 23).
  database.pragma('secure_delete = ON');
  database.pragma('cache_size = -65536');
  database.loadExtension(extensionPath());
  database.function('fold', { deterministic: true }, (text) => (typeof text === 'string' ? foldText(text) : null));
}

/** Electron packs the application into an archive; native libraries load from the unpacked files beside it. */
function extensionPath(): string {
  return getLoadablePath().replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');
}

function createDb(
  database: BetterSqlite3.Database,
  origin: DatabaseOrigin,
  onStatement: (sql: string) => void = () => {},
): Db {
  const kysely = new Kysely<Database>({ dialect: new SqliteDialect({ database }) });
  const prepared = createStatementCache(database);
  const changes = database.prepare('SELECT total_changes()').pluck();
  const waiting: (() => void)[] = [];
  const transaction: Db['transaction'] = (work) => {
    const before = waiting.length;
    try {
      const result = database.transaction(work).immediate();
      if (!database.inTransaction) for (const task of waiting.splice(0)) task();
      return result;
    } catch (error) {
      waiting.length = before;
      throw error;
    }
  };
  const statementOf = (query: CompiledQuery) => {
    onStatement(query.sql);
    return prepared(query.sql);
  };
  return {
    sql: kysely,
    origin,
    all<Row>(query: Compilable<Row>) {
      const compiled = query.compile();
      return statementOf(compiled).all(...compiled.parameters) as Row[];
    },
    get<Row>(query: Compilable<Row>) {
      const compiled = query.compile();
      return firstRow<Row>(statementOf(compiled), compiled.parameters);
    },
    run(query) {
      const compiled = query.compile();
      return statementOf(compiled).run(...compiled.parameters).changes;
    },
    prepare<Row>(query: Compilable<Row>) {
      const compiled = query.compile();
      return (...parameters: unknown[]) => firstRow<Row>(statementOf(compiled), parameters);
    },
    column<Value>(sqlText: string, ...parameters: unknown[]) {
      onStatement(sqlText);
      return prepared(sqlText, true).all(...parameters) as Value[];
    },
    execute(sqlText, ...parameters) {
      onStatement(sqlText);
      prepared(sqlText).run(...parameters);
    },
    transaction,
    undone<Result>(work: () => Result): Result {
      const undo = new Undo<Result>();
      try {
        transaction(() => {
          undo.result = work();
          throw undo;
        });
      } catch (error) {
        if (error !== undo) throw error;
      }
      return undo.result!;
    },
    version: () => `${changes.get()}:${database.pragma('data_version', { simple: true })}`,
    afterCommit(work) {
      if (database.inTransaction) waiting.push(work);
      else work();
    },
    async backup(target, onProgress) {
      await database.backup(target, {
        progress({ totalPages, remainingPages }) {
          onProgress?.((totalPages - remainingPages) * PAGE_BYTES, totalPages * PAGE_BYTES);
          return BACKUP_PAGES;
        },
      });
      stripPeople(target);
      seal(target);
    },
    problems: (full, tables) =>
      integrityProblems(
        (sql) => database.prepare(sql).pluck().all(),
        tables ??
          (database
            .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
            .pluck()
            .all() as string[]),
        full,
      ),
    checkpoint: () => void database.pragma('wal_checkpoint(TRUNCATE)'),
    close: () => database.close(),
  };
}

/** Thrown to undo a transaction whose result is wanted. */
class Undo<Result> extends Error {
  result: Result | undefined;
}

/**
 * Runs a statement for its first row. A write is run to its end: better-sqlite3's `get` resets the statement after the
 * row, and ignores that the commit, which follows it, has failed.
 */
function firstRow<Row>(statement: BetterSqlite3.Statement<unknown[]>, parameters: readonly unknown[]): Row | undefined {
  const row = statement.readonly ? statement.get(...parameters) : statement.all(...parameters)[0];
  return row as Row | undefined;
}

function createStatementCache(database: BetterSqlite3.Database) {
  const statements = new Map<string, BetterSqlite3.Statement<unknown[]>>();
  return (sqlText: string, pluck = false) => {
    const key = pluck ? `column ${sqlText}` : sqlText;
    const known = statements.get(key);
    if (known) {
      statements.delete(key);
      statements.set(key, known);
      return known;
    }
    const statement = database.prepare<unknown[]>(sqlText);
    if (pluck) statement.pluck();
    statements.set(key, statement);
    if (statements.size > MAX_CACHED_STATEMENTS) statements.delete(statements.keys().next().value!);
    return statement;
  };
}
