import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicReport } from '../../../src/contract/sharing/shared-reports.ts';
import { encodeJpeg } from '../../../src/media/images/encode.ts';
import { decodeJpeg } from '../../../src/media/jpeg.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { type FaceServer, startFaceServer } from '../../fixtures/face-server.ts';
import { contrastIn, faceAt, framesOf } from '../../fixtures/faces.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const LONG = { timeout: 60_000, interval: 20 };
/** Time of a frame whose still is saved. */
const STILL_MS = 1000;

let app: FaceServer;
beforeAll(async () => {
  app = await startFaceServer();
  const frame = (await framesOf(join(app.folder, 'film.mp4'))).find(({ time }) => time * 1000 >= STILL_MS - 1)!;
  await writeFile(join(app.folder, 'data', 'stills', app.film, `${STILL_MS}.jpg`), encodeJpeg(frame));
}, 120_000);
afterAll(() => app.close());

const share = (blur: object) => app.client.post('/shared-reports', { video_id: app.film, blur });
const get = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
};

test('a link is refused while the faces are not known', async () => {
  const { status, body } = await share({ faces: 'all' });
  expect([status, body.error.code]).toEqual([409, 'not_ready']);
});

test('a link with blur shows a blurred copy with its stills, and nothing else', async () => {
  const boxes = Array.from({ length: 17 }, (_, i) => ({ time: i / 4, ...faceAt(i / 4) }));
  seedPeople(app.store, app.store.videos.get(1, app.film)!, [{ tracks: [{ start: 0, end: 4, boxes }] }]);

  const { status, body } = await share({ faces: 'all' });
  expect(status).toBe(201);
  expect(body.blur).toEqual({ faces: 'all' });
  const path = `/shared-reports/${body.share_hash}`;
  const view = async (): Promise<PublicReport> => (await app.client.get(path)).body;
  await waitUntil(async () => (await view()).playback_url !== null, LONG);
  const report = await view();
  expect(report.playback_pending).toBe(false);
  const video = await get(report.playback_url!);
  expect(video.status).toBe(200);
  await writeFile(join(app.folder, 'copy.mp4'), video.bytes);
  const frames = await framesOf(join(app.folder, 'copy.mp4'));
  expect(frames).toHaveLength(100);
  expect(frames.filter((still) => contrastIn(still, faceAt(still.time)) > 30)).toEqual([]);

  for (const url of [report.still_url.replace('{ms}', String(STILL_MS)), report.thumbnail_url!]) {
    await writeFile(join(app.folder, 'still.jpg'), (await get(url)).bytes);
    const still = await decodeJpeg(join(app.folder, 'still.jpg'));
    expect(contrastIn(still, faceAt(STILL_MS / 1000))).toBeLessThan(30);
  }
  // The signature of the copy opens nothing else.
  expect((await get(report.playback_url!.replace('/proxy', '/source'))).status).toBe(403);

  const copies = async () =>
    (await readdir(join(app.folder, 'data', 'shared-copies'))).filter((name) => name.startsWith(`${body.id}-`));
  expect(await copies()).toHaveLength(1);
  await app.client.delete(`/shared-reports/${body.id}`);
  expect((await get(report.playback_url!)).status).toBe(404);
  await waitUntil(async () => (await copies()).length === 0, LONG);
}, 120_000);

extendedTest(
  'a story has blurred clips in its link and its export, and no stills in the link',
  async () => {
    const moment = { job_id: app.film, start_time: 0.5, end_time: 2, title: 'Face' };
    const { id } = (await app.client.post('/moments', moment)).body;
    const story = (await app.client.post('/stories', { title: 'Case', items: [{ kind: 'moment', moment_id: id }] }))
      .body;
    const boxes = Array.from({ length: 17 }, (_, i) => ({ time: i / 4, ...faceAt(i / 4) }));
    app.store.people.eraseVideo(app.store.videos.get(1, app.film)!.id);
    const shareStory = (blur?: object) =>
      app.client.post('/shared-reports', { story_id: story.id, ...(blur && { blur }) });
    // Faces that are not known can't be blurred.
    expect((await shareStory({ faces: 'all' })).body.error.code).toBe('not_ready');
    expect((await app.client.get(`/stories/${story.id}/export?format=mp4&blur=all`)).status).toBe(409);
    seedPeople(app.store, app.store.videos.get(1, app.film)!, [{ tracks: [{ start: 0, end: 4, boxes }] }]);
    const isBlurred = async (url: string, headers: Record<string, string> = {}) => {
      const response = await fetch(url, { headers });
      const file = join(app.folder, 'clip.mp4');
      await writeFile(file, new Uint8Array(await response.arrayBuffer()));
      const frames = await framesOf(file);
      expect(frames.length).toBeGreaterThan(30);
      return frames.every((frame) => contrastIn(frame, faceAt(frame.time + 0.5)) <= 30);
    };
    const momentOf = async (link: { share_hash: string }) => {
      const view = async () => (await app.client.get(`/shared-reports/${link.share_hash}`)).body.items[0].moment;
      await waitUntil(async () => (await view()).clip_url !== null, LONG);
      return view();
    };
    const [plain, blurred] = [(await shareStory()).body, (await shareStory({ faces: 'all' })).body];
    expect([plain.blur, blurred.blur]).toEqual([null, { faces: 'all' }]);
    const [open, hidden] = [await momentOf(plain), await momentOf(blurred)];
    expect([await isBlurred(open.clip_url), await isBlurred(hidden.clip_url)]).toEqual([false, true]);
    expect([open.picture_url === null, hidden.picture_url]).toEqual([false, null]);
    // Faces may be corrected between two links, so each has clips of its own.
    await momentOf((await shareStory({ faces: 'all' })).body);
    expect(await readdir(join(app.folder, 'data', 'shared-clips'))).toHaveLength(3);
    // The address of the still of the other link opens nothing here.
    const still = new URL(open.picture_url.replace(plain.share_hash, blurred.share_hash));
    expect((await fetch(still)).status).toBeGreaterThanOrEqual(403);
    const path = `${app.server.apiUrl}/stories/${story.id}/export?format=mp4`;
    const headers = { Authorization: `Bearer ${app.token}` };
    expect(await isBlurred(`${path}&blur=all`, headers)).toBe(true);
    expect(await isBlurred(path, headers)).toBe(false);
    for (const wrong of ['format=html&blur=all', 'format=mp4&blur=only', 'format=mp4&blur_people=1']) {
      expect((await app.client.get(`/stories/${story.id}/export?${wrong}`)).status, wrong).toBe(400);
    }
  },
  120_000,
);

extendedTest(
  'a clip of a link that failed is made again after an analysis',
  async () => {
    const video = app.store.videos.get(1, app.film)!;
    const boxes = Array.from({ length: 17 }, (_, i) => ({ time: i / 4, ...faceAt(i / 4) }));
    const seed = () => seedPeople(app.store, video, [{ tracks: [{ start: 0, end: 4, boxes }] }]);
    app.store.people.eraseVideo(video.id);
    seed();
    const moment = { job_id: app.film, start_time: 1, end_time: 2, title: 'Again' };
    const { id } = (await app.client.post('/moments', moment)).body;
    const story = (await app.client.post('/stories', { title: 'S', items: [{ kind: 'moment', moment_id: id }] })).body;
    const link = (await app.client.post('/shared-reports', { story_id: story.id, blur: { faces: 'all' } })).body;
    const other = (await app.client.post('/shared-reports', { video_id: app.film })).body;
    const reach = (state: string) =>
      waitUntil(
        async () =>
          (await app.client.get(`/shared-reports/${link.share_hash}`)).body.items[0].moment.clip_state === state,
        LONG,
      );
    await reach('ready');

    // Its file is lost while the faces are not known. Any change of links looks for missing files.
    app.store.people.eraseVideo(video.id);
    const folder = join(app.folder, 'data', 'shared-clips');
    const clip = (await readdir(folder)).find((name) => name.includes('-1000-2000-'))!;
    await rm(join(folder, clip));
    await app.client.delete(`/shared-reports/${other.id}`);
    await reach('failed');

    seed();
    await app.client.post(`/processing/${app.film}/start`, { selected_insights: '["keywords"]' });
    await app.client.settled(app.film);
    await reach('ready');
  },
  240_000,
);
