import { afterAll, beforeAll, expect, test } from 'vitest';
import { PeopleChange, ProjectChange, VideoChange } from '../../../src/contract/library/library-events.ts';
import { type Client, localClient, otherClient } from '../../fixtures/client.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

/** Subscribes to library events; validates frames against the contract. */
async function listen(token = server.token) {
  const abort = new AbortController();
  const response = await fetch(`${server.apiUrl}/events`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
  })().catch(() => {});
  await waitUntil(() => text.startsWith(': listening\n\n'), { timeout: 30_000 });
  const changes = () =>
    [...text.matchAll(/^event: video\ndata: (.*)$/gm)].map(([, data]) => VideoChange.parse(JSON.parse(data!)));
  const seen = (jobId: string, change: string) =>
    waitUntil(() => changes().some((each) => each.job_id === jobId && each.change === change), { timeout: 30_000 });
  const bodies = (name: string): unknown[] =>
    [...text.matchAll(new RegExp(`^event: ${name}\ndata: (.*)$`, 'gm'))].map(([, data]) => JSON.parse(data!));
  return { response, changes, seen, bodies, ended, stop: () => abort.abort() };
}

test('reports videos that are added, changed, analyzed, and deleted', async () => {
  const library = await listen();
  expect(library.response.headers.get('content-type')).toMatch('text/event-stream');
  const { jobId } = await client.upload('a.mp4', fakeMedia());
  await library.seen(jobId, 'added');
  expect(library.changes().some(({ change }) => change === 'changed')).toBe(false);
  await client.call('PATCH', `/videos/${jobId}`, { name: 'Another name' });
  await library.seen(jobId, 'changed');
  const before = library.changes().length;
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await client.settled(jobId);
  await waitUntil(() => library.changes().length >= before + 2, { timeout: 30_000 });
  await client.call('DELETE', `/videos/${jobId}`);
  await library.seen(jobId, 'removed');
  library.stop();
  await library.ended;
});

test('does not report videos of other users', async () => {
  const stranger = await otherClient(server);
  const library = await listen();
  const { jobId: theirs } = await stranger.upload('b.mp4', fakeMedia());
  await stranger.post(`/processing/${theirs}/start`, { selected_insights: '["scenes"]' });
  await stranger.settled(theirs);
  const { jobId } = await client.upload('c.mp4', fakeMedia());
  await library.seen(jobId, 'added');
  expect(library.changes().map(({ job_id }) => job_id)).toEqual([jobId]);
  library.stop();
});

test('reports changes of projects and of their people, without names of people', async () => {
  const library = await listen();
  const { id } = (await client.post('/projects', { name: 'Harbor' })).body;
  await client.patch(`/projects/${id}`, { name: 'Port' });
  await client.post(`/projects/${id}/people`, { acknowledged: true });
  const { jobId } = await client.upload('d.mp4', fakeMedia());
  await client.patch(`/videos/${jobId}`, { project_id: id });
  seedPeople(server.store, server.store.videos.get(1, jobId)!, [{ tracks: [{ start: 0, end: 1 }] }]);
  const [person] = (await client.get(`/projects/${id}/people`)).body.people;
  await client.patch(`/people/${person.id}`, { name: 'Ada' });
  await client.call('DELETE', `/people/${person.id}`);
  await client.call('DELETE', `/projects/${id}/people`);
  await client.call('DELETE', `/projects/${id}`);
  const projects = () => library.bodies('project').map((body) => ProjectChange.parse(body));
  await waitUntil(() => projects().some(({ change }) => change === 'removed'), { interval: 10 });
  expect(projects().map(({ change, project }) => [change, project?.name])).toEqual([
    ['added', 'Harbor'],
    ['changed', 'Port'],
    ['removed', undefined],
  ]);
  const people = library.bodies('people');
  expect(people.map((body) => PeopleChange.parse(body).project_id)).toEqual([id, id, id, id]);
  expect(JSON.stringify(people)).not.toMatch('Ada');
  library.stop();
});
