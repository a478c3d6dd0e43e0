import type { Migration } from './migration.ts';

export const speechOptions: Migration = {
  id: 12,
  name: 'speech-options',
  sql: `
-- JSON of contract/analysis/processing.ts SpeechOptions; null follows the settings.
ALTER TABLE videos ADD COLUMN speechOptions TEXT;
`,
};
