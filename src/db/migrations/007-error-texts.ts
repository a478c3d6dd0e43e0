import type { Migration } from './migration.ts';

export const errorTexts: Migration = {
  id: 7,
  name: 'error-texts',
  sql: `
-- JSON of contract/message.ts Message: the error by key. Null without an error, and for third-party text.
ALTER TABLE jobs ADD COLUMN errorText TEXT;
ALTER TABLE moduleRuns ADD COLUMN errorText TEXT;
`,
};
