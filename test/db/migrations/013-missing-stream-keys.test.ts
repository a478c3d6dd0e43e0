import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('gives errors about missing streams their keys, and no others', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 12));
  database.exec(`
    PRAGMA foreign_keys = OFF;
    INSERT INTO moduleRuns (videoId, module, status, error) VALUES
      (1, 'ocr', 'skipped', 'The file has no video.'),
      (1, 'transcription', 'skipped', 'The file has no audio.'),
      (1, 'logos', 'failed', 'It is damaged.');
  `);
  migrate(database, MIGRATIONS.slice(0, 13));
  expect(database.prepare('SELECT module, errorText FROM moduleRuns ORDER BY module').all()).toEqual([
    { module: 'logos', errorText: null },
    { module: 'ocr', errorText: '{"key":"analysis.no-video"}' },
    { module: 'transcription', errorText: '{"key":"analysis.no-audio"}' },
  ]);
});
