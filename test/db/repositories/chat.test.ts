import { expect, test } from 'vitest';
import { addUser, addVideo, testStore } from '../store-fixture.ts';

const say = (content: string) => ({ role: 'user' as const, content, metadata: null });

test('a session includes its video, message count, and last message', async () => {
  const { store, clock } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId, 'Bikes');
  const session = store.chat.createSession(userId, { videoId: video.id, title: 'First' });
  expect(session).toMatchObject({ jobId: video.jobId, videoName: 'Bikes', messageCount: 0, lastMessage: null });
  const free = store.chat.createSession(userId, { videoId: null, title: 'Free' });
  expect(free).toMatchObject({ videoId: null, jobId: null, videoName: null });

  clock.at += 10;
  const messages = store.chat.addMessages(userId, session.id, [say('one'), say('two'), say('three')]);
  expect(messages?.map((message) => message.content)).toEqual(['one', 'two', 'three']);
  expect(store.chat.listSessions(userId)).toEqual([
    { ...session, messageCount: 3, lastMessage: 'three', updatedAt: clock.at },
    free,
  ]);
  expect(store.chat.listSessions(userId, video.id).map((row) => row.id)).toEqual([session.id]);
  expect(store.chat.listMessages(userId, session.id)).toEqual(messages);
  expect(store.chat.lastMessages(userId, session.id, 2)?.map((message) => message.content)).toEqual(['two', 'three']);
  expect(store.chat.renameSession(userId, session.id, 'New')?.title).toBe('New');
});

test('deletes messages with their session, and distinguishes a missing session from an empty one', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const session = store.chat.createSession(userId, { videoId: null, title: 't' });
  expect(store.chat.listMessages(userId, session.id)).toEqual([]);
  expect(store.chat.deleteSession(userId, session.id)).toBe(true);
  expect(store.chat.deleteSession(userId, session.id)).toBe(false);
  expect(store.chat.listMessages(userId, session.id)).toBeUndefined();
  expect(store.chat.addMessages(userId, session.id, [say('x')])).toBeUndefined();
  expect(store.chat.renameSession(userId, session.id, 'x')).toBeUndefined();
});
