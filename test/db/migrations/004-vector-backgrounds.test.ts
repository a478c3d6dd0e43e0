import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { start } from '../../../src/db/migrations/001-start.ts';
import { corrections } from '../../../src/db/migrations/002-corrections.ts';
import { referenceLogos } from '../../../src/db/migrations/003-reference-logos.ts';
import { vectorBackgrounds } from '../../../src/db/migrations/004-vector-backgrounds.ts';

test('stores one set of calibration vectors per model', () => {
  const database = new BetterSqlite3(':memory:');
  const before = [start, corrections, referenceLogos];
  migrate(database, before);
  migrate(database, [...before, vectorBackgrounds]);
  const insert = "INSERT INTO vectorBackgrounds VALUES ('m@1', 2, 'h', x'00')";
  database.exec(insert);
  expect(() => database.exec(insert)).toThrow('UNIQUE');
});
