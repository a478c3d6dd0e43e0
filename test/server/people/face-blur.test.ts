import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Blur } from '../../../src/contract/library/blur.ts';
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
  const starts = (blur: Blur, range?: { start: number; end: number }) => [
    ...new Set(faces.tracksOf(video, blur, range).map(({ samples }) => samples[0]!.time)),
  ];
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

test('heads whose faces are not found are blurred, unless only some people are', async () => {
  const project = (await client.post('/projects', { name: 'heads' })).body.id as string;
  const { jobId } = await client.upload('heads.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const video = server.store.videos.get(1, jobId)!;
  const heads = [
    { startTime: 20, endTime: 21, boxes: Float32Array.of(20, 0.5, 0.25, 0.125, 0.25, 21, 0.5, 0.25, 0.125, 0.25) },
    { startTime: 60, endTime: 60, boxes: Float32Array.of(60, 0.25, 0, 0.125, 0.125) },
  ];
  const { personIds } = seedPeople(server.store, video, [{ tracks: [{ start: 0, end: 4 }] }], heads);
  const faces = createFaceBlur(server.store);
  const starts = (blur: Blur, range?: { start: number; end: number }) => [
    ...new Set(faces.tracksOf(video, blur, range).map(({ samples }) => samples[0]!.time)),
  ];
  expect(starts({ faces: 'all' })).toEqual([0, 20, 60]);
  expect(starts({ faces: 'all' }, { start: 18, end: 19 })).toEqual([20]);
  expect(starts({ faces: 'except', person_ids: [personIds[0]!] })).toEqual([20, 60]);
  expect(starts({ faces: 'only', person_ids: [personIds[0]!] })).toEqual([0]);
  expect(faces.tracksOf(video, { faces: 'all' }, { start: 60, end: 61 })).toEqual([
    { samples: [{ time: 60, box: { x: 0.25, y: 0, width: 0.125, height: 0.125 } }] },
  ]);
});

test('a blur of a crowd states who is seen, who is covered, and which frames to check', async () => {
  const project = (await client.post('/projects', { name: 'crowd' })).body.id as string;
  const { jobId } = await client.upload('crowd.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const path = `/videos/${jobId}/people/blur`;
  expect((await client.get(path)).body.error).toMatchObject({ code: 'not_ready' });
  const video = server.store.videos.get(1, jobId)!;
  const head = (time: number, x: number) => ({
    startTime: time,
    endTime: time,
    boxes: Float32Array.of(time, x, 0.75, 0.0625, 0.125),
  });
  const heads = [head(2, 0.25), head(2, 0.5), head(2, 0.75)];
  const { personIds } = seedPeople(server.store, video, [{ tracks: [{ start: 1, end: 3 }] }], heads);
  // As an analysis of an older version left it.
  expect((await client.get(path)).body).toMatchObject({ people_seen: 4, people_covered: 4, is_outdated: true });
  server.store.people.put(video.id, { engine: 'faces@test', tracks: [], heads, doubts: [head(2.5, 0.9)] });
  server.store.people.complete(video.id);
  expect((await client.get(path)).body).toEqual({
    people_seen: 3,
    people_covered: 3,
    check_times: [2.5],
    is_outdated: false,
  });
  expect((await client.get(`${path}?faces=only`)).body.error).toMatchObject({ code: 'invalid_request' });
  expect((await client.get(`${path}?faces=only&person_ids=${personIds[0]}`)).body.error).toMatchObject({
    code: 'not_found',
  });
});

test('the head of an excepted person is not blurred where the face is reported before and after', async () => {
  const project = (await client.post('/projects', { name: 'excepted' })).body.id as string;
  const { jobId } = await client.upload('excepted.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const video = server.store.videos.get(1, jobId)!;
  const box = { x: 0.25, y: 0.5, width: 0.125, height: 0.25 };
  const own = { startTime: 0.75, endTime: 0.75, boxes: Float32Array.of(0.75, 0.25, 0.5, 0.125, 0.25) };
  const other = { startTime: 0.75, endTime: 0.75, boxes: Float32Array.of(0.75, 0.75, 0.5, 0.125, 0.25) };
  const tracks = [{ start: 1, end: 3, boxes: [{ time: 1, ...box }] }];
  const { personIds } = seedPeople(server.store, video, [{ tracks }], [own, other]);
  const found = createFaceBlur(server.store).tracksOf(video, { faces: 'except', person_ids: personIds });
  expect(found.map(({ samples }) => samples[0]!.box.x)).toEqual([0.75]);
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
  expect(find({ faces: 'all' })()).not.toEqual([]);
  expect(find({ faces: 'only', person_ids: ['12345'] })).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test.each(['a person is deleted', 'people are turned off and on', 'the video moves', 'an analysis is stopped'])(
  'faces are not known any more after %s',
  async (what) => {
    const [project, other] = await Promise.all(
      ['p', 'q'].map(async (name) => Number((await client.post('/projects', { name })).body.id)),
    );
    const { jobId } = await client.upload(`${what}.mp4`, fakeMedia());
    const video = () => server.store.videos.get(1, jobId)!;
    await client.patch(`/videos/${jobId}`, { project_id: String(project) });
    const { personIds } = seedPeople(server.store, video(), [
      { tracks: [{ start: 0, end: 1 }] },
      { tracks: [{ start: 2, end: 3 }] },
    ]);
    const find = () => createFaceBlur(server.store).tracksOf(video(), { faces: 'all' });
    expect(find()).not.toEqual([]);
    if (what === 'a person is deleted') await client.call('DELETE', `/people/${personIds[0]}`);
    if (what === 'people are turned off and on') {
      await client.call('DELETE', `/projects/${project}/people`);
      await client.post(`/projects/${project}/people`, { acknowledged: true });
    }
    if (what === 'the video moves') {
      server.store.people.enable(other!);
      await client.patch(`/videos/${jobId}`, { project_id: String(other) });
    }
    if (what === 'an analysis is stopped')
      server.store.people.put(video().id, { engine: 'faces@test', tracks: [], heads: [] });
    expect(find).toThrow(expect.objectContaining({ code: 'not_ready' }));
  },
);

test('only people of another project are refused, since they would blur nobody', async () => {
  const people = await Promise.all(
    ['r', 's'].map(async (name) => {
      const project = (await client.post('/projects', { name })).body.id as string;
      const { jobId } = await client.upload(`${name}.mp4`, fakeMedia());
      await client.patch(`/videos/${jobId}`, { project_id: project });
      const video = server.store.videos.get(1, jobId)!;
      const { personIds } = seedPeople(server.store, video, [{ tracks: [{ start: 0, end: 1 }] }]);
      return { video, id: personIds[0]! };
    }),
  );
  const [own, other] = people as [(typeof people)[0], (typeof people)[0]];
  const faces = createFaceBlur(server.store);
  const only = (ids: string[]) => faces.tracksOf(own.video, { faces: 'only', person_ids: ids });
  expect(() => only([other.id])).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(only([own.id, other.id])).not.toEqual([]);
});

test('the faces of a video without any are known', async () => {
  const project = Number((await client.post('/projects', { name: 'empty' })).body.id);
  const { jobId } = await client.upload('empty.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: String(project) });
  const video = server.store.videos.get(1, jobId)!;
  server.store.people.enable(project);
  server.store.people.put(video.id, { engine: 'faces@test', tracks: [], heads: [] });
  const find = () => createFaceBlur(server.store).tracksOf(video, { faces: 'all' });
  expect(find).toThrow(expect.objectContaining({ code: 'not_ready' }));
  server.store.people.complete(video.id);
  expect(find()).toEqual([]);
});
