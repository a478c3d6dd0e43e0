import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { auditLog } from '../../../src/db/migrations/015-audit-log.ts';

test('adds a log that can only grow', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, [{ ...auditLog, id: 1 }]);
  const add = database.prepare(`
    INSERT INTO auditEntries (jobId, userId, number, at, action, actor, details, previousHash, hash)
    VALUES ('j', 1, ?, 0, 'imported', '{}', '{}', '', '')`);
  add.run(1);
  expect(() => add.run(1)).toThrow('never changed');
  add.run(2);
  expect(() => database.exec('DELETE FROM auditEntries WHERE number = 2')).toThrow('never deleted');
  const replace = 'REPLACE INTO auditEntries SELECT * FROM auditEntries WHERE number = 2';
  expect(() => database.exec(replace)).toThrow('never changed');
});
