import type { Migration } from './migration.ts';

/** The tables of the whole service interface. Times are epoch milliseconds unless stated in the name. */
export const start: Migration = {
  id: 1,
  name: 'start',
  sql: `
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  issuer TEXT NOT NULL,
  sub TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  UNIQUE (issuer, sub)
);
CREATE TABLE profiles (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  fullName TEXT NOT NULL,
  email TEXT NOT NULL,
  avatarUrl TEXT,
  timezone TEXT NOT NULL,
  isAdmin INTEGER NOT NULL DEFAULT 0 CHECK (isAdmin IN (0, 1)),
  bonusMinutes REAL NOT NULL DEFAULT 0,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE TABLE apiKeys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
  lastUsedAt INTEGER,
  createdAt INTEGER NOT NULL
);
CREATE INDEX apiKeysByUser ON apiKeys (userId);
CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  description TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX projectsByUser ON projects (userId);
CREATE TABLE videos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  jobId TEXT NOT NULL UNIQUE,
  projectId INTEGER REFERENCES projects (id) ON DELETE SET NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL CHECK (status IN ('uploaded', 'queued', 'processing', 'completed', 'failed')),
  selectedInsights TEXT NOT NULL,
  initialPrompt TEXT,
  duration REAL NOT NULL DEFAULT 0,
  fileSize INTEGER NOT NULL DEFAULT 0,
  processingTime REAL NOT NULL DEFAULT 0,
  storagePath TEXT NOT NULL,
  media TEXT,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL,
  UNIQUE (userId, storagePath)
);
CREATE INDEX videosByUser ON videos (userId, status);
CREATE INDEX videosOpen ON videos (status) WHERE status IN ('queued', 'processing');
CREATE INDEX videosByProject ON videos (projectId) WHERE projectId IS NOT NULL;
CREATE TABLE jobs (
  videoId INTEGER PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
  action TEXT NOT NULL CHECK (action IN ('process', 'reprocess')),
  attempts INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  errorCode TEXT,
  warnings TEXT NOT NULL DEFAULT '[]',
  queuedAt INTEGER NOT NULL,
  startedAt INTEGER,
  finishedAt INTEGER,
  updatedAt INTEGER NOT NULL
);
CREATE TABLE moduleRuns (
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  module TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'running', 'completed', 'failed', 'skipped')),
  progress REAL NOT NULL DEFAULT 0,
  engine TEXT,
  error TEXT,
  PRIMARY KEY (videoId, module)
) WITHOUT ROWID;
CREATE TABLE segments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  module TEXT NOT NULL,
  content TEXT NOT NULL,
  startTime REAL NOT NULL,
  endTime REAL NOT NULL,
  data TEXT,
  engine TEXT
);
CREATE INDEX segmentsByVideo ON segments (videoId, module, startTime);
-- Text comes in as terms of db/text-index/terms.ts (folded, stemmed), so the tokenizer only has to split at spaces. "scope" holds
-- §u<user> §v<video> §m<module>: a search intersects with it inside the index instead of joining afterwards.
CREATE VIRTUAL TABLE segmentsFts USING fts5 (
  scope, content, content='', contentless_delete=1, tokenize='ascii'
);
CREATE VIRTUAL TABLE segmentTerms USING fts5vocab (segmentsFts, 'row');
CREATE TABLE models (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
);
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  segmentId INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
  modelId INTEGER NOT NULL REFERENCES models (id) ON DELETE CASCADE,
  embedding BLOB NOT NULL,
  UNIQUE (segmentId, modelId)
);
-- The sign bits of the vectors of one module of one video, packed, so that the coarse index loads at once.
CREATE TABLE vectorCodes (
  modelId INTEGER NOT NULL REFERENCES models (id) ON DELETE CASCADE,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  module TEXT NOT NULL,
  vectorIds BLOB NOT NULL,
  codes BLOB NOT NULL,
  PRIMARY KEY (modelId, videoId, module)
);
CREATE INDEX vectorCodesByVideo ON vectorCodes (videoId, module);
CREATE TABLE stills (
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  timeMs INTEGER NOT NULL,
  file TEXT NOT NULL,
  PRIMARY KEY (videoId, timeMs)
) WITHOUT ROWID;
CREATE TABLE sharedReports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  shareHash TEXT NOT NULL UNIQUE,
  expiresAt INTEGER,
  isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
  createdAt INTEGER NOT NULL
);
CREATE INDEX sharedReportsByVideo ON sharedReports (videoId);
CREATE INDEX sharedReportsByUser ON sharedReports (userId);
CREATE TABLE chatSessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  videoId INTEGER REFERENCES videos (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE INDEX chatSessionsByUser ON chatSessions (userId, updatedAt);
CREATE INDEX chatSessionsByVideo ON chatSessions (videoId);
CREATE TABLE chatMessages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  sessionId INTEGER NOT NULL REFERENCES chatSessions (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  content TEXT NOT NULL,
  metadata TEXT,
  createdAt INTEGER NOT NULL
);
CREATE INDEX chatMessagesBySession ON chatMessages (sessionId, id);
-- Keeps the job's UUID as text: consumption stays on the account when the video goes.
CREATE TABLE usageRecords (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  jobId TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('process', 'reprocess')),
  state TEXT NOT NULL CHECK (state IN ('pending', 'billed', 'void')),
  durationMinutes REAL NOT NULL,
  processingTime REAL NOT NULL DEFAULT 0,
  modules TEXT NOT NULL,
  createdAt INTEGER NOT NULL
);
CREATE INDEX usageByUser ON usageRecords (userId, createdAt);
CREATE INDEX usagePending ON usageRecords (jobId) WHERE state = 'pending';
CREATE TABLE notifications (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  message TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('success', 'error', 'warning', 'info')),
  jobId TEXT,
  isRead INTEGER NOT NULL DEFAULT 0 CHECK (isRead IN (0, 1)),
  createdAt INTEGER NOT NULL
);
CREATE INDEX notificationsByUser ON notifications (userId, id);
CREATE INDEX notificationsUnread ON notifications (userId) WHERE isRead = 0;
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updatedAt INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE brandWords (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  userId INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  word TEXT NOT NULL COLLATE NOCASE,
  createdAt INTEGER NOT NULL,
  UNIQUE (userId, word)
);
`,
};
