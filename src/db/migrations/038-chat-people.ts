import type { Migration } from './migration.ts';

/** People whom chat messages are about, so that these go with them. */
export const chatPeople: Migration = {
  id: 38,
  name: 'chat-people',
  sql: `
CREATE TABLE chatPeople (
  messageId INTEGER NOT NULL REFERENCES chatMessages (id) ON DELETE CASCADE,
  personId INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  -- 1 while rows of people are moved, so that the message stays.
  isMoving INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (messageId, personId)
) WITHOUT ROWID;
CREATE INDEX chatPeopleOfPerson ON chatPeople (personId);
-- The title of a chat repeats its first question.
CREATE TRIGGER messagesOfDeletedPeople AFTER DELETE ON chatPeople WHEN OLD.isMoving = 0 BEGIN
  UPDATE chatSessions SET title = 'New chat'
    WHERE id = (SELECT sessionId FROM chatMessages WHERE id = OLD.messageId)
      AND NOT EXISTS (SELECT 1 FROM chatMessages WHERE sessionId = chatSessions.id AND id < OLD.messageId);
  DELETE FROM chatMessages WHERE id = OLD.messageId;
END;
`,
};
