import type { Migration } from './migration.ts';

export const missingStreamKeys: Migration = {
  id: 13,
  name: 'missing-stream-keys',
  sql: `
-- A module that a file lacks the stream for is recognized by the key of its error. Earlier versions stored the sentence alone.
UPDATE moduleRuns SET errorText = '{"key":"analysis.no-video"}' WHERE errorText IS NULL AND error = 'The file has no video.';
UPDATE moduleRuns SET errorText = '{"key":"analysis.no-audio"}' WHERE errorText IS NULL AND error = 'The file has no audio.';
`,
};
