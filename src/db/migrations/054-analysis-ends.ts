import type { Migration } from './migration.ts';

export const analysisEnds: Migration = {
  id: 54,
  name: 'analysis-ends',
  sql: `
-- End of the last run, completed or not; null if none has ended. A job's own end is lost when it is queued again.
ALTER TABLE videos ADD COLUMN analyzedAt INTEGER;
-- A job that was canceled in the queue has an end without a start.
UPDATE videos SET analyzedAt = (SELECT finishedAt FROM jobs WHERE videoId = videos.id AND startedAt IS NOT NULL);
`,
};
