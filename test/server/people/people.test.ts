import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person, VideoPerson } from '../../../src/contract/analysis/people.ts';
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

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff);

async function setUp() {
  const project = (await client.post('/projects', { name: 'p' })).body.id as string;
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const video = server.store.videos.get(1, jobId)!;
  const seeded = seedPeople(server.store, video, [
    {
      name: 'Anna',
      tracks: [
        { start: 0, end: 4, thumbnail: JPEG },
        { start: 10, end: 12 },
      ],
    },
    { tracks: [{ start: 2, end: 5 }] },
  ]);
  const people = async (): Promise<Person[]> => (await client.get(`/projects/${project}/people`)).body.people;
  return { ...seeded, project, jobId, video, people };
}

describe('people', () => {
  test('are off until a user turns them on with consent', async () => {
    const project = (await client.post('/projects', { name: 'off' })).body.id as string;
    const path = `/projects/${project}/people`;
    expect((await client.get(path)).body).toEqual({ enabled: false, enabled_at: null, people: [] });
    expect((await client.post(path, {})).status).toBe(400);
    expect((await client.post(path, { acknowledged: true })).body).toMatchObject({ enabled: true, people: [] });
    expect((await client.delete(path)).status).toBe(200);
    expect((await client.get(path)).body.enabled).toBe(false);
  });

  test('are analyzed only where they are on, and in no default selection', async () => {
    const project = (await client.post('/projects', { name: 'on' })).body.id as string;
    const { jobId } = await client.upload('b.mp4', fakeMedia());
    await client.patch(`/videos/${jobId}`, { project_id: project });
    const start = () => client.post(`/processing/${jobId}/start`, { selected_insights: '["people"]' });
    const refused = await start();
    expect([refused.status, refused.body.error.code]).toEqual([409, 'people_off']);
    const names = async (query = '') =>
      (await client.get(`/modules${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await names(`?project_id=${project}`)).not.toContain('people');
    await client.post(`/projects/${project}/people`, { acknowledged: true });
    expect((await start()).status).toBe(200);
    await client.settled(jobId);
    expect(await names()).not.toContain('people');
  });

  test('are listed with time on screen, videos, and who is seen with them', async () => {
    const { people, personIds, jobId } = await setUp();
    const [anna, other] = await people();
    expect(anna).toMatchObject({ name: 'Anna', number: 1, videos: 1, appearances: 2, seconds: 6 });
    expect(anna!.cover).toBe('data:image/jpeg;base64,/9j/');
    expect(other).toMatchObject({ name: null, number: 2, seconds: 3, cover: null });
    const { body } = await client.get(`/people/${personIds[0]}`);
    expect(body.in_videos).toMatchObject([{ job_id: jobId, seconds: 6, appearances: 2, first_time: 0 }]);
    expect(body.seen_with).toEqual([{ person_id: personIds[1], name: null, number: 2, videos: 1, seconds: 2 }]);
  });

  test('are named, merged, split, and told apart', async () => {
    const { people, personIds, trackIds } = await setUp();
    const [anna, other] = personIds as [string, string];
    expect((await client.patch(`/people/${other}`, { name: ' Ben ' })).body.name).toBe('Ben');
    expect((await client.post(`/people/${other}/merge`, { into: other })).status).toBe(400);
    expect((await client.post(`/people/${other}/merge`, { into: anna })).body).toMatchObject({
      name: 'Anna',
      appearances: 3,
    });
    expect((await client.get(`/people/${other}`)).status).toBe(404);
    const split = await client.post(`/people/${anna}/split`, { track_ids: trackIds[1] });
    expect(split.body).toMatchObject({ name: null, number: 3, appearances: 1 });
    expect((await client.post(`/people/${anna}/separate`, { track_ids: trackIds[0] })).status).toBe(400);
    await client.post(`/people/${anna}/separate`, { track_ids: [trackIds[0]![1]] });
    expect((await people()).map(({ seconds }) => seconds)).toEqual([4, 3, 2]);
  });

  test('take their picture from a chosen appearance', async () => {
    const { personIds, trackIds } = await setUp();
    const path = `/people/${personIds[0]}`;
    expect((await client.patch(path, { cover_track_id: trackIds[1]![0] })).status).toBe(404);
    const { body } = await client.patch(path, { cover_track_id: trackIds[0]![1] });
    expect(body).toMatchObject({ cover_track_id: trackIds[0]![1], cover: null });
    const { tracks } = (await client.get(`${path}/tracks`)).body;
    expect(tracks).toMatchObject([{ start_time: 0, thumbnail: 'data:image/jpeg;base64,/9j/' }, { thumbnail: null }]);
  });

  test('have lanes and boxes in a video', async () => {
    const { jobId, personIds } = await setUp();
    const { body } = await client.get(`/videos/${jobId}/people`);
    expect(body.enabled).toBe(true);
    expect(body.people.map(({ spans }: VideoPerson) => spans)).toEqual([
      [
        { start_time: 0, end_time: 4 },
        { start_time: 10, end_time: 12 },
      ],
      [{ start_time: 2, end_time: 5 }],
    ]);
    const { tracks } = (await client.get(`/videos/${jobId}/people/tracks?person_id=${personIds[1]}`)).body;
    expect(tracks).toHaveLength(1);
    expect(tracks[0].boxes[1]).toEqual({ time: 2.25, x: 0.15, y: 0.3, width: 0.1, height: 0.15 });
  });

  test('are deleted with their videos and when these leave the project', async () => {
    const { people, jobId } = await setUp();
    await client.patch(`/videos/${jobId}`, { project_id: null });
    expect(await people()).toEqual([]);
  });
});
