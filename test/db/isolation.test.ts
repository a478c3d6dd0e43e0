import { expect, test } from 'vitest';
import { addProcessed, addUser, testStore } from './store-fixture.ts';

const notFound = expect.objectContaining({ code: 'not_found' });

test('hides every record from other users, whatever the id', async () => {
  const { store } = await testStore();
  const owner = addUser(store, 'owner');
  const thief = addUser(store, 'thief');
  const video = addProcessed(store, owner, ['secret'], { vectors: [Float32Array.of(1, 0)] });
  const project = store.projects.create(owner, { name: 'p', description: null });
  const key = store.apiKeys.create(owner, { name: 'k', hash: 'h', prefix: 'p', scope: 'admin', expiresAt: null });
  const report = store.reports.create(owner, {
    videoId: video.id,
    shareHash: 's',
    sealedToken: new Uint8Array(),
    expiresAt: null,
  });
  const session = store.chat.createSession(owner, { videoId: video.id, title: 't' });
  const note = store.notifications.create(owner, { title: { message: 't' }, message: { message: 'm' }, type: 'info' });
  store.usage.open(owner, { jobId: video.jobId, action: 'process', durationMinutes: 1, modules: '[]' });
  store.stills.put(video.id, 0, 'f.jpg');
  const { jobId } = video;

  const nothing = {
    'videos.get': store.videos.get(thief, jobId),
    'videos.find': store.videos.find(thief, String(video.id)),
    'videos.getByStoragePath': store.videos.getByStoragePath(thief, video.storagePath),
    'videos.update': store.videos.update(thief, jobId, { name: 'mine' }),
    'videos.delete': store.videos.delete(thief, jobId),
    'jobs.get': store.jobs.get(thief, jobId),
    'jobs.enqueue': store.jobs.enqueue(thief, jobId, { action: 'process', modules: ['ocr'] }),
    'jobs.cancel': store.jobs.cancel(thief, jobId),
    'projects.get': store.projects.get(thief, project.id),
    'projects.update': store.projects.update(thief, project.id, { name: 'mine' }),
    'apiKeys.setActive': store.apiKeys.setActive(thief, key.id, false),
    'chat.getSession': store.chat.getSession(thief, session.id),
    'chat.renameSession': store.chat.renameSession(thief, session.id, 'mine'),
    'chat.listMessages': store.chat.listMessages(thief, session.id),
    'chat.addMessages': store.chat.addMessages(thief, session.id, [{ role: 'user', content: 'x', metadata: null }]),
    'stills.get': store.stills.get(thief, jobId, 0),
  };
  for (const [call, result] of Object.entries(nothing)) expect(result, call).toBeUndefined();

  const refused = {
    'projects.delete': store.projects.delete(thief, project.id),
    'apiKeys.delete': store.apiKeys.delete(thief, key.id),
    'reports.revoke': store.reports.revoke(thief, report.id),
    'chat.deleteSession': store.chat.deleteSession(thief, session.id),
    'notifications.markRead': store.notifications.markRead(thief, note.id),
    'notifications.delete': store.notifications.delete(thief, note.id),
  };
  for (const [call, result] of Object.entries(refused)) expect(result, call).toBe(false);

  const empty = {
    'videos.list': store.videos.list(thief),
    'videos.list by project': store.videos.list(thief, { projectId: project.id }),
    'segments.list': store.segments.list(thief, jobId),
    'stills.list': store.stills.list(thief, jobId),
    'projects.list': store.projects.list(thief),
    'apiKeys.list': store.apiKeys.list(thief),
    'reports.list': store.reports.list(thief, video.id),
    'chat.listSessions': store.chat.listSessions(thief, video.id),
    'usage.list': store.usage.list(thief),
    'notifications.list': store.notifications.list(thief),
    'search.videosOf': store.search.videosOf(thief, { jobIds: [jobId] }),
    'search.segments': store.search.segments(thief, video.segmentIds),
    'search.matching': store.search.matching(
      { userId: thief, videoIds: Array.from({ length: 999 }, (_, i) => i), whole: true },
      ['secret'],
      9,
    ),
  };
  for (const [call, result] of Object.entries(empty)) expect(result, call).toEqual([]);

  expect(store.notifications.markAllRead(thief)).toBe(0);
  expect(store.usage.totals(thief).fileBytes).toBe(0);
  const mine = addProcessed(store, thief, ['x']);
  expect(() => store.videos.update(thief, mine.jobId, { projectId: project.id })).toThrow(notFound);
  expect(() => store.videos.create(thief, { ...mine, jobId: 'j', storagePath: 'q', projectId: project.id })).toThrow(
    notFound,
  );
  expect(() =>
    store.reports.create(thief, { videoId: video.id, shareHash: 'z', sealedToken: new Uint8Array(), expiresAt: null }),
  ).toThrow(notFound);
  expect(() => store.chat.createSession(thief, { videoId: video.id, title: 't' })).toThrow(notFound);
  expect(store.videos.get(owner, jobId)?.name).toBe(video.name);
});

test('loads a dashboard in at most ten statements', async () => {
  const statements: string[] = [];
  const { store } = await testStore({ onStatement: (sql) => statements.push(sql) });
  const userId = addUser(store);
  for (let i = 0; i < 5; i++) addProcessed(store, userId, ['x']);
  statements.length = 0;
  store.profiles.get(userId);
  store.apiKeys.list(userId);
  store.usage.totals(userId);
  expect(store.videos.list(userId)).toHaveLength(5);
  store.projects.list(userId);
  expect(statements.length).toBeLessThanOrEqual(10);
});
