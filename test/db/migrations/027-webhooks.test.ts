import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate } from '../../../src/db/migrate.ts';
import { MIGRATIONS } from '../../../src/db/migrations/index.ts';

test('deliveries go with their webhook, and existing jobs count as not reported', () => {
  const database = new BetterSqlite3(':memory:');
  database.pragma('foreign_keys = ON');
  const place = MIGRATIONS.findIndex(({ name }) => name === 'webhooks');
  migrate(database, MIGRATIONS.slice(0, place));
  database.exec(`
    INSERT INTO users VALUES (1, 'i', 's', 0);
    INSERT INTO videos (id, userId, jobId, name, status, selectedInsights, storagePath, createdAt, updatedAt)
      VALUES (1, 1, 'j', 'n', 'processing', '[]', 'p', 0, 0);
    INSERT INTO jobs (videoId, action, queuedAt, updatedAt) VALUES (1, 'process', 0, 0);
  `);
  migrate(database, MIGRATIONS.slice(0, place + 1));
  expect(database.prepare('SELECT isStartReported FROM jobs').pluck().get()).toBe(0);
  database.exec(`
    INSERT INTO webhooks (id, userId, url, events, sealedSecret, createdAt, updatedAt) VALUES (1, 1, 'u', '[]', x'00', 0, 0);
    INSERT INTO webhookEvents VALUES ('msg_1', 1, 'job.completed', '{}', 0);
    INSERT INTO webhookDeliveries (id, webhookId, eventId, nextAttemptAt, createdAt) VALUES (1, 1, 'msg_1', 0, 0);
    INSERT INTO webhookAttempts (deliveryId, at, durationMs) VALUES (1, 0, 0);
  `);
  expect(() => database.exec("UPDATE webhookDeliveries SET status = 'delivered'")).toThrow('CHECK');
  expect(() => database.exec("UPDATE webhooks SET events = 'job'")).toThrow('CHECK');
  database.exec('DELETE FROM webhooks');
  expect(database.prepare('SELECT count(*) FROM webhookAttempts').pluck().get()).toBe(0);
});
