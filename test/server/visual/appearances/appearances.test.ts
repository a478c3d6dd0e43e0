import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppearanceResults } from '../../../../src/contract/search/appearances.ts';
import { VISUAL_ENGINE } from '../../../../src/contract/search/visual.ts';
import { createAppearanceIndex } from '../../../../src/server/visual/appearances/appearance-index.ts';
import { addProcessed } from '../../../db/store-fixture.ts';
import { describeFootage, inventFootage, splice } from '../../../fixtures/footage.ts';
import { startTestServer, type TestServer } from '../../../fixtures/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('lists footage of a video in others once it has been compared in the background', async () => {
  const { store, services } = server;
  const user = services.authenticator.localUser();
  const original = inventFootage(1, 60);
  const copy = splice(inventFootage(2, 40), 10, original, 30, 12);
  const [first, second] = [original, copy].map((footage, i) => {
    const video = addProcessed(store, user, [], {
      module: 'scenes',
      name: `Video ${i + 1}`,
      duration: footage.duration,
    });
    const pictures = describeFootage(footage, { phase: 0.2 * i, seed: i });
    store.visual.put(video.id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
    return video;
  });
  store.stills.put(first!.id, 36_000, '36000.jpg');
  const list = async (jobId: string) => {
    const headers = { authorization: `Bearer ${server.token}` };
    const response = await fetch(`${server.apiUrl}/videos/${jobId}/appearances`, { headers });
    return AppearanceResults.parse(await response.json());
  };
  expect(await list(second!.jobId)).toEqual({ appearances: [], state: 'waiting' });
  const index = createAppearanceIndex({ store, log: { warn() {} } as never, isBusy: () => false, startMs: 0 });
  index.check();
  await expect.poll(async () => (await list(second!.jobId)).state).toBe('compared');
  index.close();

  const { appearances } = await list(second!.jobId);
  expect(appearances).toMatchObject([{ job_id: first!.jobId, name: 'Video 1' }]);
  const { start_time, other_start_time, offset, still_url } = appearances[0]!;
  expect(Math.abs(start_time - 10)).toBeLessThan(0.7);
  expect(Math.abs(other_start_time - 30)).toBeLessThan(0.7);
  expect(other_start_time - start_time).toBeCloseTo(offset, 3);
  expect(still_url).toContain(`${first!.jobId}/stills/36000.jpg`);
  expect((await list(first!.jobId)).appearances).toMatchObject([
    { job_id: second!.jobId, other_start_time: start_time },
  ]);

  const other = addProcessed(store, user, ['nothing']);
  expect(await list(other.jobId)).toEqual({ appearances: [], state: 'not_described' });
});

test('passages of a video that was deleted meanwhile are left out', () => {
  const { store, services } = server;
  const user = services.authenticator.localUser();
  const [own, other, gone] = ['own', 'other', 'gone'].map((name) => {
    const video = addProcessed(store, user, [], { name });
    store.visual.put(video.id, { engine: VISUAL_ENGINE, source: 'stills', pictures: [] });
    return video;
  });
  store.videos.delete(user, gone!.jobId);
  const passage = { startMs: 0, endMs: 4000, offsetMs: 0, similarity: 1 };
  store.appearances.put(
    own!.id,
    [gone, other].map((video) => ({ ...passage, otherVideoId: video!.id })),
  );
  expect(store.appearances.list(own!.id)).toMatchObject([{ otherName: 'other' }]);
  expect(store.appearances.isCompared(own!.id, VISUAL_ENGINE)).toBe(true);
});
