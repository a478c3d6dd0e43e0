import type { Migration } from './migration.ts';

/** Code points that `\s` of JavaScript matches; titles have a space in place of each run of them. */
const SPACES = [
  9,
  10,
  11,
  12,
  13,
  32,
  0xa0,
  0x1680,
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
];
const withoutSpaces = (column: string): string =>
  SPACES.reduce((text, code) => `replace(${text}, char(${code}), '')`, column);

/** Whether a chat's title repeats its first question: only such a title is deleted with that question. */
export const chatTitles: Migration = {
  id: 41,
  name: 'chat-titles',
  sql: `
ALTER TABLE chatSessions ADD COLUMN isTitleFromQuestion INTEGER NOT NULL DEFAULT 0;
UPDATE chatSessions SET isTitleFromQuestion = 1 WHERE id IN (
  SELECT s.id FROM chatSessions s
  JOIN chatMessages m ON m.id = (SELECT min(id) FROM chatMessages WHERE sessionId = s.id)
  -- A title is the beginning of the question.
  WHERE instr(${withoutSpaces('m.content')}, ${withoutSpaces('s.title')}) = 1
);
DROP TRIGGER messagesOfDeletedPeople;
CREATE TRIGGER messagesOfDeletedPeople AFTER DELETE ON chatPeople WHEN OLD.isMoving = 0 BEGIN
  UPDATE chatSessions SET title = 'New chat', isTitleFromQuestion = 0
    WHERE id = (SELECT sessionId FROM chatMessages WHERE id = OLD.messageId)
      AND isTitleFromQuestion = 1
      AND NOT EXISTS (SELECT 1 FROM chatMessages WHERE sessionId = chatSessions.id AND id < OLD.messageId);
  DELETE FROM chatMessages WHERE id = OLD.messageId;
END;
`,
};
