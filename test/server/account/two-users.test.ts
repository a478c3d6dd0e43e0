import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient, otherClient } from '../../fixtures/client.ts';
import { OPERATIONS } from '../../fixtures/conformance.ts';
import { seedPeople } from '../../fixtures/people.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let owner: Client;
let stranger: Client;
/** Ids of the owner’s records, by the path parameter that addresses them. */
let ids: Record<string, string>;
let filePath: string;
let videoId: string;
let ownerPicture: string;
let otherPerson: string;
let trackId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await otherClient(server, 'owner');
  stranger = await otherClient(server, 'stranger');
  const upload = await owner.upload('secret-film.mp4', fakeMedia(10));
  filePath = upload.filePath;
  const { jobId } = upload;
  // The second run keeps the findings of the first as an earlier analysis.
  for (let run = 0; run < 2; run++) {
    await owner.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await owner.settled(jobId);
  }
  videoId = (await owner.get(`/videos/${jobId}`)).body.id;
  const session = (await owner.post('/chat/ask', { question: 'Where is a bridge?', video_id: jobId })).body.session_id;
  ids = {
    job_id: jobId,
    session_id: session,
    segment_id: (await owner.get(`/results/job/${jobId}`)).body.segments[0].id,
    key_id: (await owner.post('/keys', { name: 'secret-key' })).body.id,
    project_id: (await owner.post('/projects', { name: 'secret-project' })).body.id,
    ...(await commentOn(owner, jobId)),
    event_id: eventOf(Number(filePath.split('/')[1]), Number(videoId)),
    logo_id: server.store.referenceLogos.add(Number(filePath.split('/')[1]), {
      name: 'secret-logo',
      picture: new Uint8Array([1]),
      width: 16,
      height: 16,
    }).logoId,
    notification_id: (await owner.get('/notifications')).body[0].id,
    moment_id: (await owner.post('/moments', { job_id: jobId, start_time: 1, title: 'secret-moment' })).body.id,
    tag_id: (await owner.post('/tags', { name: 'secret-tag' })).body.id,
    search_id: (await owner.post('/saved-searches', { name: 'secret-search', query: 'secret-query' })).body.id,
    analysis_id: (await owner.get(`/videos/${jobId}/analyses`)).body.analyses[1].id,
    ...(await storyOf(owner, jobId)),
    speaker_id: 'S1',
    voice_id: String(
      server.store.voices.save(Number(filePath.split('/')[1]), {
        name: 'secret-voice',
        engine: 'test@1',
        embedding: new Uint8Array(4),
      }).id,
    ),
  };
  ids['look_id'] = addCloserLook(Number(videoId));
  await owner.patch(`/videos/${jobId}`, { project_id: ids['project_id'], description: 'secret-words' });
  const people = [{ name: 'secret-person', tracks: [{ start: 1, end: 2 }] }, { tracks: [{ start: 3, end: 4 }] }];
  const video = { id: Number(videoId), projectId: Number(ids['project_id']) };
  const { personIds, trackIds } = seedPeople(server.store, video, people);
  [ids['person_id'], otherPerson] = personIds as [string, string];
  [[trackId]] = trackIds as [[string]];
  ownerPicture = await pictureOf(owner);
});
afterAll(() => server.close());

/** A story of the owner with one item. */
async function storyOf(client: Client, jobId: string): Promise<Record<string, string>> {
  const moment = (await client.post('/moments', { job_id: jobId, start_time: 2, title: 'secret-scene' })).body;
  const items = [{ kind: 'moment', moment_id: moment.id }];
  const { body } = await client.post('/stories', { title: 'secret-story', items });
  return { story_id: body.id, item_id: body.items[0].id };
}

/** An event of one video, which waits for nothing. */
function eventOf(userId: number, id: number): string {
  const event = server.store.eventGroups.create(userId, 'secret-event', [id]);
  server.store.eventGroups.update(userId, event.id, { status: 'ready' });
  return String(event.id);
}

/** A closer look that found nothing. */
function addCloserLook(videoId: number): string {
  const part = { start: 0, end: 1, region: null, tracks: [], modules: [], seconds: 1 };
  server.store.conditions.addCloser(videoId, { id: 'secret-look', createdAt: '2026-11-27T12:00:00.000', ...part });
  return 'secret-look';
}

/** A link to a video with a comment. */
async function commentOn(client: Client, jobId: string): Promise<Record<string, string>> {
  const { body: link } = await client.post('/shared-reports', { video_id: jobId, allow_comments: true });
  const comment = { name: 'secret-author', text: 'secret-comment', start_time: 1 };
  const { body } = await client.post(`/shared-reports/${link.share_hash}/comments`, comment);
  return { report_id: link.id, comment_id: body.id };
}

/** Everything that the owner can read, except for the last use of keys. */
async function pictureOf(client: Client): Promise<string> {
  const { job_id, session_id } = ids;
  const paths = [
    `/videos/${job_id}`,
    `/results/job/${job_id}`,
    `/processing/${job_id}/status`,
    `/videos/${job_id}/shared-reports`,
    `/videos/${job_id}/people`,
    `/videos/${job_id}/comments`,
  ];
  paths.push(
    '/projects',
    '/notifications',
    '/usage',
    '/usage/summary',
    '/profile',
    `/chat/sessions/${session_id}/messages`,
    '/chat/sessions',
    '/moments',
    '/tags',
    '/saved-searches',
    '/stories',
    '/event-groups',
    '/trash',
  );
  const answers = await Promise.all(paths.map((path) => client.get(path)));
  const keys = (await client.get('/keys')).body.map((key: { id: string; is_active: number }) => [
    key.id,
    key.is_active,
  ]);
  return JSON.stringify([answers.map((answer) => answer.body), keys]);
}

/** Bodies that would be valid if the caller owned the record. */
const BODIES: Record<string, () => unknown> = {
  'PATCH /keys/{key_id}': () => ({ is_active: false }),
  'POST /processing/{job_id}/start': () => ({ selected_insights: '["scenes"]' }),
  'PATCH /videos/{job_id}': () => ({ name: 'taken' }),
  'POST /videos/{job_id}/process': () => ({ modules: ['scenes'] }),
  'PATCH /chat/sessions/{session_id}': () => ({ title: 'taken' }),
  'POST /chat/sessions/{session_id}/messages': () => ({ content: 'taken' }),
  'PATCH /projects/{project_id}': () => ({ name: 'taken' }),
  'PATCH /moments/{moment_id}': () => ({ title: 'taken', start_time: 0 }),
  'POST /projects/{project_id}/people': () => ({ acknowledged: true }),
  'PATCH /people/{person_id}': () => ({ name: 'taken' }),
  'POST /people/{person_id}/merge': () => ({ into: otherPerson }),
  'POST /people/{person_id}/split': () => ({ track_ids: [trackId] }),
  'POST /people/{person_id}/separate': () => ({ track_ids: [trackId] }),
  'PATCH /tags/{tag_id}': () => ({ name: 'taken' }),
  'PATCH /queue/{job_id}': () => ({ position: 1 }),
  'PATCH /saved-searches/{search_id}': () => ({ name: 'taken' }),
  'PATCH /stories/{story_id}': () => ({ title: 'taken' }),
  'POST /stories/{story_id}/items': () => ({ items: [{ kind: 'heading', text: 'taken' }] }),
  'PATCH /stories/{story_id}/items/{item_id}': () => ({ text: 'taken' }),
  'PUT /stories/{story_id}/order': () => ({ item_ids: [] }),
  'PATCH /segments/{segment_id}': () => ({ content: 'taken' }),
  'POST /videos/{job_id}/closer-looks': () => ({ start_time: 0, end_time: 1 }),
  'POST /videos/{job_id}/closer-looks/estimate': () => ({ start_time: 0, end_time: 1 }),
  'POST /videos/{job_id}/segments': () => ({ module: 'ocr', content: 'taken', start_time: 0, end_time: 1 }),
  'POST /videos/{job_id}/transcript/edits': () => ({ edits: [{ type: 'remove', segment_id: '1' }] }),
  'PATCH /settings/reference-logos/{logo_id}': () => ({ name: 'taken' }),
  'PATCH /videos/{job_id}/speakers/{speaker_id}': () => ({ name: 'taken' }),
  'POST /videos/{job_id}/speakers/{speaker_id}/merge': () => ({ into: 'S2' }),
  'POST /videos/{job_id}/relink': () => ({ replace: true }),
  'PATCH /videos/{job_id}/comments/{comment_id}': () => ({ state: 'declined' }),
  'PATCH /event-groups/{event_id}': () => ({ title: 'taken' }),
  'POST /event-groups/{event_id}/recordings': () => ({ job_ids: [ids['job_id']] }),
  'PATCH /event-groups/{event_id}/recordings/{job_id}': () => ({ offset: null }),
};

/** Queries that would be valid if the caller owned the record. */
const QUERIES: Record<string, string> = {
  'GET /event-groups/{event_id}/export': '?format=otio',
  'GET /videos/{job_id}/compare': '?from=current',
  'GET /videos/{job_id}/coverage/miss': '?module=ocr&start_time=1',
  'GET /stories/{story_id}/export': '?format=html',
  'GET /videos/{job_id}/export': '?format=html',
};

test('webhooks, which can reach this machine and its network, are of the local user only', async () => {
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['share.revoked'] };
  for (const client of [owner, stranger]) {
    expect((await client.post('/webhooks', webhook)).status).toBe(403);
    expect((await client.get('/webhooks')).status).toBe(403);
    expect((await client.post('/webhooks/1/test')).status).toBe(403);
  }
});

describe("another user with the owner's ids", () => {
  const addressed = OPERATIONS.filter(
    // A share hash is its own permission; models, backups, webhooks, and watch folders belong to the installation.
    ({ path }) =>
      path.includes('{') &&
      !path.includes('share_hash') &&
      !/^\/(?:models|backups|webhooks|watch-folders)\//.test(path),
  );

  test.each(addressed.map((operation) => `${operation.method} ${operation.path}`))('%s answers 404', async (line) => {
    const [method = '', path = ''] = line.split(' ');
    const concrete = path.replace(
      /\{(\w+)\}/g,
      (_, name) => ids[name] ?? expect.fail(`This test needs an id of the owner for ${name}.`),
    );
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const answer = await stranger.call(
      method,
      concrete + (QUERIES[line] ?? ''),
      hasBody ? (BODIES[line]?.() ?? {}) : undefined,
    );
    expect(answer.status).toBe(404);
    expect(answer.body.error.code).toBe('not_found');
  });

  test.each<[string, (client: Client) => Promise<{ status: number }>, number]>([
    ['ask about the video', (c) => c.post('/chat/ask', { question: 'What?', video_id: ids['job_id'] }), 404],
    [
      'ask about the video in a stream',
      (c) => c.post('/chat/ask/stream', { question: 'What?', video_id: ids['job_id'] }),
      404,
    ],
    ['cite the video', (c) => c.post('/citations', { job_id: ids['job_id'], start_time: 1 }), 404],
    [
      'verify a quote of the video',
      (c) => c.post('/citations/verify', { claims: [{ job_id: ids['job_id'], quote: 'bridge' }] }),
      404,
    ],
    ['cut the video', (c) => c.post('/clips', { clips: [{ job_id: ids['job_id'], start_time: 0, end_time: 1 }] }), 404],
    [
      'collect a moment',
      async (c) => {
        const story = (await c.post('/stories', { title: 's' })).body;
        return c.post(`/stories/${story.id}/items`, { items: [{ kind: 'moment', moment_id: ids['moment_id'] }] });
      },
      404,
    ],
    ['file a story', (c) => c.post('/stories', { title: 's', project_id: ids['project_id'] }), 404],
    ['mark a moment of the video', (c) => c.post('/moments', { job_id: ids['job_id'], start_time: 1 }), 404],
    ['share the video', (c) => c.post('/shared-reports', { video_id: ids['job_id'] }), 404],
    ['share the video by its number', (c) => c.post('/shared-reports', { video_id: videoId }), 404],
    ['list its chats', (c) => c.get(`/chat/sessions?video_id=${ids['job_id']}`), 404],
    ['chat about it', (c) => c.post('/chat/sessions', { video_id: ids['job_id'] }), 404],
    ['register the file', (c) => c.post('/processing/register-upload', { file_path: filePath, file_name: 'a' }), 403],
    [
      'process the file',
      (c) => c.post('/videos/register-and-process', { storage_path: filePath, modules: ['scenes'] }),
      403,
    ],
    ['delete the file', (c) => c.call('DELETE', '/storage/files', { file_path: filePath }), 403],
    ['choose where models come from', (c) => c.patch('/models/settings', { models_url: 'http://127.0.0.1:9' }), 403],
    ['install a model from a path', (c) => c.post('/models/import', { path: '/etc/hostname' }), 403],
    ['download a model', (c) => c.post('/models/none/install', {}), 403],
    ['pause a download', (c) => c.post('/models/none/pause', {}), 403],
    ['watch a folder', (c) => c.post('/watch-folders', { path: '/tmp' }), 403],
    ['list watch folders', (c) => c.get('/watch-folders'), 403],
    ['remove a model', (c) => c.call('DELETE', '/models/none'), 403],
    ['import a local file', (c) => c.post('/storage/import', { path: '/etc/hostname' }), 403],
    ...['process', 'getStatus', 'getResults'].map(
      (action): [string, (client: Client) => Promise<{ status: number }>, number] => [
        `enterprise ${action}`,
        (c) => c.post(`/enterprise?action=${action}`, { job_id: ids['job_id'] }),
        404,
      ],
    ),
    [
      'enterprise askAgent',
      (c) => c.post('/enterprise?action=askAgent', { job_id: ids['job_id'], query: 'What?' }),
      404,
    ],
    [
      'enterprise registerUpload into the project',
      (c) => c.post('/enterprise?action=registerUpload', { name: 'a.mp4', project_id: ids['project_id'] }),
      404,
    ],
  ])("can't %s", async (_, act, status) => {
    expect((await act(stranger)).status).toBe(status);
  });

  test("can't move a video into the owner's project, or continue the owner's chat", async () => {
    const { jobId } = await stranger.upload('own.mp4', fakeMedia(5));
    expect((await stranger.patch(`/videos/${jobId}`, { project_id: ids['project_id'] })).status).toBe(404);
    await stranger.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await stranger.settled(jobId);
    const ask = { question: 'What?', video_id: jobId, session_id: ids['session_id'] };
    expect((await stranger.post('/chat/ask', ask)).status).toBe(404);
    expect(
      (await stranger.post(`/videos/${jobId}/process`, { modules: ['scenes'], storage_path: filePath })).status,
    ).toBe(403);
  });

  test('finds nothing of the owner in any list or search', async () => {
    const hidden = [ids['job_id']!, 'secret'];
    for (const path of [
      '/videos',
      '/keys',
      '/projects',
      '/notifications',
      '/usage',
      '/chat/sessions',
      '/dashboard',
      '/moments',
      '/moments?q=secret',
      `/moments?job_id=${ids['job_id']}`,
      `/moments?project_id=${ids['project_id']}`,
      `/moments?tag=${ids['tag_id']}`,
      '/moments?tag=secret-tag',
      `/stories?moment_id=${ids['moment_id']}`,
      `/stories?project_id=${ids['project_id']}`,
      '/tags',
      '/saved-searches',
      '/trash',
      `/videos?project_id=${ids['project_id']}`,
    ]) {
      const text = JSON.stringify((await stranger.get(path)).body);
      for (const word of hidden) expect(text, path).not.toContain(word);
    }
    const search = await stranger.post('/search', { query: 'bridge', job_ids: [ids['job_id']] });
    expect(search.body).toEqual([]);
    expect((await stranger.post('/search', { query: 'taxi', project_id: ids['project_id'] })).status).toBe(404);
  });

  test("lists and empties its own trash, not the owner's", async () => {
    const { jobId } = await owner.upload('secret-waste.mp4', fakeMedia(5));
    const moment = (await owner.post('/moments', { job_id: ids['job_id'], start_time: 3, title: 'secret-waste' })).body;
    await owner.post(`/videos/${jobId}/trash`);
    await owner.delete(`/moments/${moment.id}`);
    expect((await stranger.get('/trash')).body).toMatchObject({ videos: [], moments: [], stories: [], bytes: 0 });
    expect((await stranger.delete('/trash')).body).toMatchObject({ videos: 0, moments: 0, stories: 0 });
    expect((await stranger.post(`/videos/${jobId}/restore`)).status).toBe(404);
    expect((await stranger.delete(`/videos/${jobId}`)).status).toBe(404);
    expect((await owner.delete('/trash')).body).toMatchObject({ videos: 1, moments: 1, stories: 0 });
  });

  test('has changed nothing', async () => {
    expect(await pictureOf(owner)).toBe(ownerPicture);
  });
});

test('the owner has access by the same ids', async () => {
  expect((await owner.get(`/videos/${ids['job_id']}`)).status).toBe(200);
  expect((await owner.patch(`/chat/sessions/${ids['session_id']}`, { title: 'mine' })).status).toBe(200);
  expect((await owner.patch(`/notifications/${ids['notification_id']}/read`)).status).toBe(200);
  expect((await owner.delete(`/shared-reports/${ids['report_id']}`)).status).toBe(200);
  expect((await owner.delete(`/projects/${ids['project_id']}`)).status).toBe(200);
  expect((await owner.get(`/videos/${ids['job_id']}`)).body.project_id).toBeNull();
  expect((await localClient(server).get(`/videos/${ids['job_id']}`)).status).toBe(404);
});
