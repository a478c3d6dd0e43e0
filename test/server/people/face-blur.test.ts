import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blur } from '../../../src/contract/blur.ts';
import { createFaceBlur } from '../../../src/server/people/face-blur.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

test('the faces of the choice are found, over the whole time of their tracks', async () => {
  const project = (await client.post('/projects', { name: 'p' })).body.id as string;
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const video = server.store.videos.get(1, jobId)!;
  const box = { x: 0.25, y: 0.5, width: 0.125, height: 0.25 };
  const { personIds } = seedPeople(server.store, video, [
    {
      tracks: [
        { start: 0, end: 4, boxes: [{ time: 1, ...box }] },
        { start: 100, end: 101 },
      ],
    },
    { tracks: [{ start: 2, end: 5 }] },
  ]);
  const [one, other] = personIds as [string, string];
  const faces = createFaceBlur(server.store);
  const starts = (blur: Blur, range?: { start: number; end: number }) =>
    faces.tracksOf(video, blur, range).map(({ samples }) => samples[0]!.time);
  expect(starts({ faces: 'all' })).toEqual([0, 2, 100]);
  expect(starts({ faces: 'except', person_ids: [one] })).toEqual([2]);
  expect(starts({ faces: 'only', person_ids: [one] })).toEqual([0, 100]);
  expect(starts({ faces: 'only', person_ids: [one, other] })).toEqual([0, 2, 100]);
  // Somewhat outside of the range, a face may still have to be held.
  expect(starts({ faces: 'all' }, { start: 8.5, end: 9 })).toEqual([0, 2]);
  expect(faces.tracksOf(video, { faces: 'only', person_ids: [one] })[0]!.samples).toEqual([
    { time: 0, box },
    { time: 1, box },
    { time: 4, box },
  ]);
});

test('nothing is returned for a video whose faces are not known', async () => {
  const project = (await client.post('/projects', { name: 'none' })).body.id as string;
  const { jobId } = await client.upload('b.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const faces = createFaceBlur(server.store);
  const find = (blur: Blur) => () => faces.tracksOf(server.store.videos.get(1, jobId)!, blur);
  const unknown = expect.objectContaining({ code: 'not_ready' });
  expect(find({ faces: 'all' })).toThrow(unknown);
  server.store.people.enable(Number(project));
  expect(find({ faces: 'all' })).toThrow(unknown);
  seedPeople(server.store, server.store.videos.get(1, jobId)!, [{ tracks: [{ start: 0, end: 1 }] }]);
  expect(find({ faces: 'all' })()).toHaveLength(1);
  expect(find({ faces: 'only', person_ids: ['12345'] })).toThrow(expect.objectContaining({ code: 'not_found' }));
});
