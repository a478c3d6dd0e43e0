import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('grants need minutes, and earlier bonus minutes stay', () => {
  const database = new BetterSqlite3(':memory:');
  migrate(database, MIGRATIONS.slice(0, 22));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO profiles (userId, fullName, email, timezone, bonusMinutes, createdAt, updatedAt)
      VALUES (1, 'n', 'e', 'UTC', 60, 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, 23));
  const grant = (minutes: number) =>
    database.exec(
      `INSERT INTO bonusGrants (userId, minutes, note, grantedBy, createdAt) VALUES (1, ${minutes}, NULL, 1, 0)`,
    );
  expect(() => grant(0)).toThrow('CHECK');
  grant(30);
  expect(database.prepare('SELECT bonusMinutes FROM profiles').pluck().get()).toBe(60);
});
