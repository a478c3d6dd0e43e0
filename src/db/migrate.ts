import type BetterSqlite3 from 'better-sqlite3';
import { ReelscopeError } from '../contract/errors.ts';
import { sentence } from '../core/texts/sentence.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { MIGRATIONS_TABLE, type Migration } from './migrations/migration.ts';

/** Age of a database. */
export interface DatabaseOrigin {
  /** Whether this process created it. */
  isNew: boolean;
  /** Epoch milliseconds of its first migration. */
  createdAtMs: number;
}

/**
 * Migrates a database to the latest version: all missing steps in one transaction, each recorded with its time.
 * @param beforeUpgrade called with the newest step of an existing database that is about to change
 * @throws ReelscopeError `conflict` if the database has steps unknown to this version of the application
 */
export function migrate(
  database: BetterSqlite3.Database,
  migrations: readonly Migration[] = MIGRATIONS,
  beforeUpgrade: (from: number) => void = () => {},
): DatabaseOrigin {
  const newest = newestStep(database);
  if (newest !== undefined && newest < (migrations.at(-1)?.id ?? 0)) beforeUpgrade(newest);
  const upgrade = database.transaction((): DatabaseOrigin => {
    database.exec(MIGRATIONS_TABLE);
    const done = database.prepare<[], { id: number; name: string }>('SELECT id, name FROM migrations').all();
    const known = new Map(migrations.map((migration) => [migration.id, migration.name]));
    const unknown = done.find((row) => known.get(row.id) !== row.name);
    if (unknown) {
      throw new ReelscopeError(
        'conflict',
        sentence('data-folder.newer', { id: String(unknown.id), name: unknown.name }),
        { details: { step: unknown.id, name: unknown.name, newestKnown: migrations.at(-1)?.id ?? 0 } },
      );
    }
    const applied = new Set(done.map((row) => row.id));
    const record = database.prepare('INSERT INTO migrations (id, name, appliedAt) VALUES (?, ?, ?)');
    for (const migration of migrations) {
      if (applied.has(migration.id)) continue;
      database.exec(migration.sql);
      record.run(migration.id, migration.name, Date.now());
    }
    const createdAtMs = database.prepare<[], number>('SELECT min(appliedAt) FROM migrations').pluck().get()!;
    return { isNew: done.length === 0, createdAtMs };
  });
  return upgrade.exclusive();
}

/** Id of the newest step of an existing database; undefined for a new one. */
function newestStep(database: BetterSqlite3.Database): number | undefined {
  const exists = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").get() !== undefined;
  return exists ? (database.prepare('SELECT max(id) FROM migrations').pluck().get() as number) : undefined;
}
