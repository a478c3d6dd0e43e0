import { expect, test } from 'vitest';
import type { VideoFacts } from '../../../src/contract/library/video-facts.ts';
import { addProcessed, addUser, addVideo } from '../../db/store-fixture.ts';
import { localClient } from '../../fixtures/client.ts';
import { startTestServer } from '../../fixtures/server.ts';

test('lists capture dates and named speakers of own videos that have either', async () => {
  const server = await startTestServer();
  try {
    const client = localClient(server);
    const { store, services } = server;
    const userId = services.authenticator.localUser();
    const video = addProcessed(store, userId, ['hello']);
    store.speakers.rename(video.id, 'S1', 'Ada "A" Lovelace');
    store.speakers.rename(video.id, 'S2', 'Ada "A" Lovelace');
    const other = addVideo(store, userId);
    const captured = { time: '2024-05-06T10:00:00', zone: '+02:00', tag: 'creation_time' };
    store.videos.update(userId, other.jobId, { media: JSON.stringify({ recording: { captured } }) });
    addVideo(store, userId);
    const foreign = addProcessed(store, addUser(store), ['hello']);
    store.speakers.rename(foreign.id, 'S1', 'Somebody');
    const { body } = await client.get('/library/facts');
    expect(body as unknown as VideoFacts[]).toEqual([
      { job_id: other.jobId, capture_time: '2024-05-06T10:00:00', speakers: [] },
      { job_id: video.jobId, capture_time: null, speakers: ['Ada "A" Lovelace'] },
    ]);
  } finally {
    await server.close();
  }
});
