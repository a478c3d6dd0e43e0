import type { Migration } from './migration.ts';

export const analyses: Migration = {
  id: 18,
  name: 'analyses',
  sql: `
-- Earlier analyses of a video, kept when a run replaces their findings. See db/analyses.ts.
CREATE TABLE analyses (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  -- End of its last run; null if unknown.
  finishedAt INTEGER,
  keptAt INTEGER NOT NULL,
  -- jobs.queuedAt of the run that replaced it; null if another analysis was restored.
  replacedBy INTEGER,
  -- JSON: {module, engine, findings}[].
  modules TEXT NOT NULL,
  -- SHA-256 of the findings as JSON.
  digest TEXT NOT NULL,
  -- Raw deflated JSON of db/analyses.ts FoundModule[]: findings as found, without corrections.
  findings BLOB NOT NULL
);
CREATE INDEX analysesByVideo ON analyses (videoId, id);
`,
};
