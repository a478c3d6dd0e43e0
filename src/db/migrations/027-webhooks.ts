import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  id: 27,
  name: 'webhooks',
  sql: `
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT,
  url TEXT NOT NULL,
  -- JSON array of WebhookEventType.
  events TEXT NOT NULL CHECK (json_valid(events)),
  -- 1: addresses outside of this machine and its network are permitted.
  allowsPublic INTEGER NOT NULL DEFAULT 0 CHECK (allowsPublic IN (0, 1)),
  status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'disabled')),
  statusReason TEXT,
  -- Encrypted with a key from the secret store.
  sealedSecret BLOB NOT NULL,
  -- The secret before the last rotation, which signs as well until previousUntil.
  previousSecret BLOB,
  previousUntil INTEGER,
  -- Failed attempts in a row, and the time of the first.
  failures INTEGER NOT NULL DEFAULT 0,
  failingSince INTEGER,
  lastSuccessAt INTEGER,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
) STRICT;
CREATE INDEX webhooksByUser ON webhooks (userId, id);

-- Written in the transaction of the change that an event reports.
CREATE TABLE webhookEvents (
  -- The webhook-id of every attempt.
  id TEXT PRIMARY KEY,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  -- The body as it is posted.
  payload TEXT NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT;
CREATE INDEX webhookEventsByUser ON webhookEvents (userId);

CREATE TABLE webhookDeliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhookId INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  eventId TEXT NOT NULL REFERENCES webhookEvents (id) ON DELETE CASCADE,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  -- Position in the schedule of retries.
  tries INTEGER NOT NULL DEFAULT 0,
  -- Null unless pending.
  nextAttemptAt INTEGER,
  createdAt INTEGER NOT NULL,
  CHECK ((nextAttemptAt IS NOT NULL) = (status = 'pending'))
) STRICT;
CREATE INDEX webhookDeliveriesByWebhook ON webhookDeliveries (webhookId, id);
CREATE INDEX webhookDeliveriesByEvent ON webhookDeliveries (eventId);
CREATE INDEX webhookDeliveriesDue ON webhookDeliveries (webhookId, nextAttemptAt) WHERE status = 'pending';

CREATE TABLE webhookAttempts (
  id INTEGER PRIMARY KEY,
  deliveryId INTEGER NOT NULL REFERENCES webhookDeliveries (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  durationMs INTEGER NOT NULL,
  responseStatus INTEGER,
  -- Start of the response.
  responseBody TEXT,
  -- AttemptError; null for a successful attempt.
  error TEXT,
  errorDetail TEXT
) STRICT;
CREATE INDEX webhookAttemptsByDelivery ON webhookAttempts (deliveryId, id);

-- 1: the start of this run was reported; a run that is interrupted starts several times.
ALTER TABLE jobs ADD COLUMN isStartReported INTEGER NOT NULL DEFAULT 0;
`,
};
