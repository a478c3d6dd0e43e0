import { expect, test } from 'vitest';
import { addProcessed, addUser, addVideo, findings, testStore } from '../store-fixture.ts';

test('counts the videos of a project, and keeps them when it is deleted', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const project = store.projects.create(userId, { name: 'Ads', description: null });
  const video = addVideo(store, userId);
  store.videos.update(userId, video.jobId, { projectId: project.id });
  expect(store.projects.get(userId, project.id)?.videoCount).toBe(1);
  expect(store.projects.update(userId, project.id, { description: 'd' })).toMatchObject({
    name: 'Ads',
    description: 'd',
  });
  expect(store.projects.delete(userId, project.id)).toBe(true);
  expect(store.projects.list(userId)).toEqual([]);
  expect(store.videos.get(userId, video.jobId)?.projectId).toBeNull();
});

test('finds videos by job id, row number, and path, and filters them', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const project = store.projects.create(userId, { name: 'P', description: null });
  const a = addVideo(store, userId, 'a');
  const b = addProcessed(store, userId, ['x']);
  store.videos.update(userId, a.jobId, { projectId: project.id });
  expect(store.videos.find(userId, a.jobId.toUpperCase())?.id).toBe(a.id);
  expect(store.videos.find(userId, String(b.id))?.jobId).toBe(b.jobId);
  for (const text of ['', '0', '-1', '1e0', '9'.repeat(40), 'x', "1' OR 1=1"]) {
    expect(store.videos.find(userId, text), text).toBeUndefined();
  }
  expect(store.videos.getByStoragePath(userId, a.storagePath)?.id).toBe(a.id);
  expect(store.videos.list(userId).map((video) => video.id)).toEqual([b.id, a.id]);
  expect(store.videos.list(userId, { status: 'completed' }).map((video) => video.id)).toEqual([b.id]);
  expect(store.videos.list(userId, { projectId: project.id }).map((video) => video.id)).toEqual([a.id]);
  expect(store.videos.list(userId, { projectId: project.id, status: 'failed' })).toEqual([]);
});

test('registers a storage path once per user', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const again = { jobId: 'other', name: 'n', storagePath: video.storagePath, selectedInsights: '[]' };
  expect(() => store.videos.create(userId, again)).toThrow('UNIQUE');
});

test('deletes everything of a video but its chats, and nothing else', async () => {
  const { store, path } = await testStore();
  const userId = addUser(store);
  const [gone, kept] = ['gone', 'kept'].map((name) => {
    const video = addProcessed(store, userId, ['red car', 'blue car'], {
      vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1)],
      name,
    });
    store.segments.replaceModule(video.id, findings(['word'], { module: 'ocr' }));
    store.stills.put(video.id, 1500, `stills/${name}.jpg`);
    store.reports.create(userId, {
      videoId: video.id,
      shareHash: name,
      sealedToken: new Uint8Array(),
      expiresAt: null,
    });
    store.chat.createSession(userId, { videoId: video.id, title: 'empty' });
    const session = store.chat.createSession(userId, { videoId: video.id, title: 't' });
    store.chat.addMessages(userId, session.id, [{ role: 'user', content: 'c', metadata: null }]);
    return video;
  }) as [ReturnType<typeof addProcessed>, ReturnType<typeof addProcessed>];
  const usage = store.usage.open(userId, { jobId: gone.jobId, action: 'process', durationMinutes: 1, modules: '[]' });

  const deleted = store.videos.delete(userId, gone.jobId);
  expect(deleted?.video.id).toBe(gone.id);
  expect(deleted?.stillFiles).toEqual(['stills/gone.jpg']);
  expect(store.videos.delete(userId, gone.jobId)).toBeUndefined();

  const { openDatabase } = await import('../../../src/db/open.ts');
  const db = openDatabase({ path, isShared: true });
  const count = (from: string) => db.column<number>(`SELECT count(*) FROM ${from}`)[0];
  expect({
    segments: count('segments'),
    fts: count('segmentsFts'),
    terms: count("segmentsFts WHERE segmentsFts MATCH 'car'"),
    vectors: count('vectors'),
    codes: count('vectorCodes'),
    stills: count('stills'),
    reports: count('sharedReports'),
    sessions: count('chatSessions'),
    messages: count('chatMessages'),
    jobs: count('jobs'),
    runs: count('moduleRuns'),
  }).toEqual({
    segments: 3,
    fts: 3,
    terms: 2,
    vectors: 2,
    codes: 1,
    // The empty chat of the deleted video is gone, the other one stays readable.
    stills: 1,
    reports: 1,
    sessions: 3,
    messages: 2,
    jobs: 1,
    runs: 1,
  });
  db.close();
  expect(store.usage.list(userId)).toEqual([usage]);
  const near = await store.search.nearest('toy@1', Float32Array.of(1, 0), { videoIds: [gone.id, kept.id] }, 10);
  expect(near.map((neighbor) => neighbor.segmentId)).toEqual(kept.segmentIds);
});

test('stores stills by millisecond', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  store.stills.put(video.id, 2000, 'b.jpg');
  store.stills.put(video.id, 40, 'a.jpg');
  store.stills.put(video.id, 2000, 'c.jpg');
  expect(store.stills.list(userId, video.jobId).map((still) => still.file)).toEqual(['a.jpg', 'c.jpg']);
  expect(store.stills.get(userId, video.jobId, 40)?.file).toBe('a.jpg');
  expect(store.stills.get(userId, video.jobId, 41)).toBeUndefined();
  expect(store.stills.deleteByVideo(video.id).toSorted()).toEqual(['a.jpg', 'c.jpg']);
});

test('finds reports by hash with their video, and revokes them once', async () => {
  const { store } = await testStore();
  const userId = addUser(store);
  const video = addVideo(store, userId);
  const report = store.reports.create(userId, {
    videoId: video.id,
    shareHash: 'h',
    sealedToken: new Uint8Array(),
    expiresAt: 5,
  });
  expect(store.reports.findByHash('h')).toEqual({ report, video });
  expect(store.reports.findByHash('x')).toBeUndefined();
  expect(store.reports.list(userId, video.id)).toEqual([report]);
  expect(store.reports.list(userId, 99)).toEqual([]);
  expect(store.reports.revoke(userId, report.id)).toBe(true);
  expect(store.reports.revoke(userId, report.id)).toBe(false);
  expect(store.reports.findByHash('h')?.report.isActive).toBe(0);
});
