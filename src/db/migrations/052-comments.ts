import type { Migration } from './migration.ts';

/** Comments of people who open a link. */
export const comments: Migration = {
  id: 52,
  name: 'comments',
  sql: `
-- Whether those who open the link may comment.
ALTER TABLE sharedReports ADD COLUMN allowsComments INTEGER NOT NULL DEFAULT 0;
CREATE TABLE comments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  linkId INTEGER NOT NULL REFERENCES sharedReports (id) ON DELETE CASCADE,
  videoId INTEGER NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
  -- Of a link to a story; null once the item is gone.
  itemId INTEGER REFERENCES storyItems (id) ON DELETE SET NULL,
  -- Seconds of the video; the end is null for a single instant.
  startTime REAL NOT NULL,
  endTime REAL CHECK (endTime > startTime),
  -- As its author stated it.
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'accepted', 'declined')),
  -- Of an accepted comment; null once the moment is deleted.
  momentId INTEGER REFERENCES moments (id) ON DELETE SET NULL,
  reply TEXT,
  repliedAt INTEGER,
  createdAt INTEGER NOT NULL
);
CREATE INDEX commentsByLink ON comments (linkId);
CREATE INDEX commentsByVideo ON comments (videoId);
CREATE INDEX commentsByItem ON comments (itemId);
CREATE INDEX commentsByMoment ON comments (momentId);
`,
};
