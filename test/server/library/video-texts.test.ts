import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '../../../src/base/ids.ts';
import { createVideoTexts } from '../../../src/server/library/video-texts.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let local: Client;
beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
});
afterAll(() => server.close());

const DRAFT = {
  jobId: uuidV7(),
  name: 'One.mp4',
  storagePath: 'users/1/one.mp4',
  selectedInsights: '[]',
  duration: 1,
  fileSize: 1,
};

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.apiUrl}${path}`, { headers: { Authorization: `Bearer ${server.token}`, ...headers } });

describe('lists of videos as kept texts', () => {
  it('follow every change of a video, and are the same in the list, the dashboard, and alone', async () => {
    const { jobId } = await local.upload('Brücke "1".mp4', fakeMedia(10, 'texts'));
    const lists = async () => {
      const [list, dashboard, one, page] = await Promise.all(
        ['/videos', '/dashboard', `/videos/${jobId}`, '/videos?limit=1'].map(
          async (path) => (await local.get(path)).body,
        ),
      );
      expect(list).toEqual([one]);
      expect(page).toEqual([one]);
      expect(dashboard.videos).toEqual([one]);
      return one;
    };
    const first = await lists();
    expect(await lists()).toEqual(first);
    await local.patch(`/videos/${jobId}`, { name: 'Bridge' });
    expect(await lists()).toMatchObject({ name: 'Bridge' });
    await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await local.settled(jobId);
    expect(await lists()).toMatchObject({ status: 'completed' });
    await local.delete(`/videos/${jobId}`);
    expect((await local.get('/videos')).body).toEqual([]);
    expect((await local.get('/dashboard')).body.videos).toEqual([]);
  });

  it('are read again only after a write, and written again only where a column differs', () => {
    const texts = createVideoTexts();
    let reads = 0;
    const row = { ...server.store.videos.create(1, DRAFT), name: 'One' };
    const read = (name: string) => () => {
      reads++;
      return [{ ...row, name }];
    };
    const parsed = (json: Buffer) => JSON.parse(json.toString());
    const first = texts.whole(1, 'a', read('One'));
    expect(parsed(first)).toMatchObject([{ name: 'One' }]);
    expect(texts.whole(1, 'a', read('Two'))).toBe(first);
    expect(parsed(texts.whole(2, 'a', () => []))).toEqual([]);
    expect(texts.whole(1, 'b', read('One'))).toEqual(first);
    expect(parsed(texts.whole(1, 'c', read('Two')))).toMatchObject([{ name: 'Two' }]);
    expect(reads).toBe(3);
    // The window parses lines as they arrive.
    expect(texts.list([row, row]).split('\n')).toHaveLength(2);
    server.store.videos.delete(1, DRAFT.jobId);
  });

  it('have an entity tag, a length, and the next page', async () => {
    await local.upload('second.mp4', fakeMedia(10, 'second'));
    const response = await get('/videos', { 'Accept-Encoding': 'identity' });
    const text = await response.text();
    expect(response.headers.get('Content-Length')).toBe(String(Buffer.byteLength(text)));
    const tag = response.headers.get('ETag')!;
    expect((await get('/videos', { 'If-None-Match': tag })).status).toBe(304);
    await local.upload('third.mp4', fakeMedia(10, 'third'));
    expect((await get('/videos', { 'If-None-Match': tag })).status).toBe(200);
    expect((await get('/videos?limit=1')).headers.get('Link')).toMatch(/rel="next"/);
  });
});
