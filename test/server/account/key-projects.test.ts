import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let local: Client;
let confined: Client;
let key: { id: string; raw_key: string };
const inside = { project: '', jobId: '', id: '' };
const outside = { project: '', jobId: '', id: '', moment: '', story: '', session: '', comment: '' };
/** Events of a video of each project, of the other one alone, and of a video that is gone. */
let foreignEvents: string[];

beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
  for (const [place, name] of [
    [inside, 'Harbor'],
    [outside, 'Zeppelin'],
  ] as const) {
    place.project = (await local.post('/projects', { name: `${name} project` })).body.id;
    const { jobId } = await local.upload(`${name}.mp4`, fakeMedia(10, name));
    await local.patch(`/videos/${jobId}`, { project_id: place.project });
    await local.post(`/processing/${jobId}/start`, { selected_insights: '["scenes","ocr"]' });
    await local.settled(jobId);
    place.jobId = jobId;
    place.id = (await local.get(`/videos/${jobId}`)).body.id;
  }
  const { jobId } = outside;
  outside.moment = (await local.post('/moments', { job_id: jobId, start_time: 1, title: 'Zeppelin lands' })).body.id;
  outside.story = (await local.post('/stories', { title: 'Zeppelin story' })).body.id;
  outside.session = (await local.post('/chat/sessions', { video_id: jobId })).body.id;
  const { share_hash } = (await local.post('/shared-reports', { video_id: jobId, allow_comments: true })).body;
  const comment = { name: 'Zeppelin pilot', text: 'Zeppelin?', start_time: 1 };
  outside.comment = (await local.post(`/shared-reports/${share_hash}/comments`, comment)).body.id;
  const gone = await local.upload('Zeppelin gone.mp4', fakeMedia(10, 'gone'));
  const goneId = server.store.videos.get(1, gone.jobId)!.id;
  foreignEvents = [[Number(inside.id), Number(outside.id)], [Number(outside.id)], [goneId]].map((videos) => {
    const { id } = server.store.eventGroups.create(1, 'Zeppelin event', videos);
    server.store.eventGroups.update(1, id, { status: 'ready' });
    return String(id);
  });
  await local.delete(`/videos/${gone.jobId}`);
  await local.delete('/trash');
  key = (await local.post('/keys', { name: 'Client', projects: [inside.project] })).body;
  confined = createClient(server, key.raw_key);
});
afterAll(() => server.close());

describe('a key that is confined to a project', () => {
  test('names its projects, which must be the user’s', async () => {
    expect(key).toMatchObject({ projects: [inside.project], scope: 'admin' });
    expect((await local.get('/keys?q=client')).body).toMatchObject([{ projects: [inside.project] }]);
    expect((await local.post('/keys', { name: 'x', projects: ['999'] })).status).toBe(404);
    expect((await local.post('/keys', { name: 'x', projects: [] })).status).toBe(400);
    const foreign = await otherClient(server);
    expect((await foreign.post('/keys', { name: 'x', projects: [inside.project] })).status).toBe(404);
    expect((await local.post('/keys', { name: 'x' })).body.projects).toBeNull();
  });

  test('is refused if a limit is misspelled, and so is a link', async () => {
    const before = (await local.get('/keys')).body.length;
    for (const name of ['project', 'Projects', 'project_ids', 'scopes', 'expiresAt_']) {
      const { status, body } = await local.post('/keys', { name: 'x', [name]: [inside.project] });
      expect([status, body.error?.code, body.error?.message], name).toEqual([
        400,
        'invalid_request',
        expect.stringContaining(`Unknown field ${name}. Did you mean`),
      ]);
    }
    expect((await local.get('/keys')).body).toHaveLength(before);
    const link = await local.post('/shared-reports', { video_id: inside.jobId, pasword: 'opens nothing' });
    expect([link.status, link.body.error?.message]).toEqual([400, 'Unknown field pasword. Did you mean password?']);
    // Fields of other clients stay ignored, and are named.
    const foreign = await local.post('/keys', { name: 'x', color: 'green' });
    expect([foreign.status, foreign.headers.get('X-Ignored')]).toEqual([201, expect.stringContaining('"color"')]);
  });

  test('sees, searches, asks about, and analyzes the videos of its project', async () => {
    const { project, jobId } = inside;
    expect((await confined.get('/videos')).body).toMatchObject([{ job_id: jobId }]);
    expect((await confined.get('/projects')).body).toMatchObject([{ id: project }]);
    for (const path of [`/videos/${jobId}`, `/results/job/${jobId}`, `/processing/${jobId}/status`])
      expect((await confined.get(path)).status, path).toBe(200);
    const everywhere = (await local.post('/search', { query: 'bridge', mode: 'keyword' })).body;
    expect(new Set(everywhere.map((hit: { job_id: string }) => hit.job_id)).size).toBe(2);
    const { body: hits } = await confined.post('/search', { query: 'bridge', mode: 'keyword' });
    expect(hits.map((hit: { job_id: string }) => hit.job_id)).toEqual([jobId]);
    const include = await confined.post('/search', { query: 'zeppelin', mode: 'keyword', include: ['moments'] });
    expect(include.body).toEqual({ segments: [], moments: [] });
    const question = 'Which shots are there?';
    expect((await confined.post('/chat/ask', { question, video_id: jobId })).status).toBe(200);
    const scope = { type: 'project', project_id: project };
    expect((await confined.post('/chat/ask', { question, scope })).status).toBe(200);
    expect((await confined.post(`/videos/${jobId}/reprocess`, {})).status).toBe(200);
    await confined.settled(jobId);
  });

  test('finds nothing of another project', async () => {
    const { jobId, id, project, session } = outside;
    const question = 'Which shots are there?';
    const scopes = [
      { type: 'project', project_id: project },
      { type: 'videos', job_ids: [inside.jobId, jobId] },
    ];
    for (const [path, body] of [
      [`/processing/${jobId}/start`, { selected_insights: '["scenes"]' }],
      [`/processing/${jobId}/cancel`, {}],
      [`/videos/${jobId}/reprocess`, {}],
      ['/search', { query: 'bridge', job_ids: [jobId] }],
      ['/search', { query: 'bridge', project_id: project }],
      ['/chat/ask', { question, video_id: jobId }],
      ['/chat/ask', { question, video_id: jobId.toUpperCase() }],
      ['/chat/ask', { question, video_id: id }],
      ['/chat/ask/stream', { question, video_id: jobId }],
      ['/citations', { job_id: jobId, start_time: 1 }],
      ['/clips', { clips: [{ job_id: jobId, start_time: 0, end_time: 1 }] }],
      ...scopes.map((scope) => ['/chat/ask', { question, scope }] as const),
    ] as const) {
      expect((await confined.post(path, body)).status, `${path} ${JSON.stringify(body)}`).toBe(404);
    }
    for (const body of [
      { question, scope: { type: 'library' } },
      { question, scope: { type: 'story', story_id: outside.story } },
      { question, video_id: inside.jobId, session_id: session },
    ])
      expect((await confined.post('/chat/ask', body)).status).toBe(403);
    expect((await confined.get(`/videos?project_id=${project}`)).body).toEqual([]);
  });

  test('receives no name or id of another project’s video from any GET', async () => {
    const { paths } = (await local.get('/openapi.json')).body as { paths: Record<string, { get?: object }> };
    const secrets = [outside.jobId, 'Zeppelin', outside.jobId.toUpperCase()];
    let answered = 0;
    const refused = new Set<string>();
    for (const path of Object.keys(paths).filter((each) => paths[each]!.get)) {
      for (const place of [inside, outside]) {
        const ids: Record<string, string> = {
          job_id: place.jobId,
          project_id: place.project,
          moment_id: outside.moment,
          story_id: outside.story,
          session_id: outside.session,
        };
        const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
        const headers = { Authorization: key.raw_key };
        const response = await fetch(server.apiUrl + target, { headers });
        // Streams of live events stay open; their first frame is enough.
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
        const text = isStream ? await firstPart(response) : await response.text();
        if (path === '/openapi.json' || path === '/docs') continue;
        for (const secret of secrets) expect(text.includes(secret), `${target} has ${secret}`).toBe(false);
        if (response.ok) answered++;
        else refused.add(`${response.status} ${path}`);
      }
    }
    expect(answered).toBeGreaterThan(15);
    for (const path of ['/keys', '/dashboard', '/trash', '/events', '/notifications', '/backups', '/models', '/usage'])
      expect([...refused]).toContain(`403 ${path}`);
    for (const path of ['/videos/{job_id}', '/results/job/{job_id}', '/projects/{project_id}'])
      expect([...refused]).toContain(`404 ${path}`);
  });

  test('has no part in events, comments, checks, and closer looks of another project', async () => {
    const { jobId, comment } = outside;
    expect((await local.get('/event-groups')).body).toHaveLength(3);
    expect((await confined.get('/event-groups')).body).toEqual([]);
    expect((await confined.get(`/event-groups?job_id=${jobId}`)).status).toBe(404);
    for (const [method, path, body] of [
      ...foreignEvents.flatMap((id) => {
        const event = `/event-groups/${id}`;
        return [
          ['GET', event, undefined],
          ['PATCH', event, { title: 'taken' }],
          ['POST', `${event}/sync`, undefined],
          ['POST', `${event}/recordings`, { job_ids: [inside.jobId] }],
          ['PATCH', `${event}/recordings/${inside.jobId}`, { offset: 1 }],
          ['GET', `${event}/export?format=otio`, undefined],
          ['DELETE', event, undefined],
        ] as const;
      }),
      ['POST', '/event-groups', { job_ids: [inside.jobId, jobId] }],
      ['POST', '/sync', { job_ids: [inside.jobId, jobId] }],
      ['GET', `/videos/${jobId}/comments`, undefined],
      ['PATCH', `/videos/${jobId}/comments/${comment}`, { state: 'accepted' }],
      ['PATCH', `/videos/${inside.jobId}/comments/${comment}`, { state: 'accepted' }],
      ['DELETE', `/videos/${inside.jobId}/comments/${comment}`, undefined],
      ['POST', '/checks', { text: 'A zeppelin.', job_ids: [jobId] }],
      ['POST', '/checks', { text: 'A zeppelin.', project_id: outside.project }],
      ['POST', '/checks/stream', { text: 'A zeppelin.', job_ids: [jobId] }],
      ['POST', '/checks/fact-sheet', { text: 'A zeppelin.', format: 'json', job_ids: [jobId] }],
      ['GET', `/videos/${jobId}/coverage`, undefined],
      ['GET', `/videos/${jobId}/coverage/miss?module=ocr&start_time=1`, undefined],
      ['GET', `/videos/${jobId}/closer-looks`, undefined],
      ['POST', `/videos/${jobId}/closer-looks`, { start_time: 0, end_time: 1 }],
      ['POST', `/videos/${jobId}/closer-looks/estimate`, { start_time: 0, end_time: 1 }],
    ] as const)
      expect([method, path, (await confined.call(method, path, body)).status]).toEqual([method, path, 404]);
    const { body } = await confined.post('/checks', { text: '“There is a bridge over a river,” said Zeppelin.' });
    expect(JSON.stringify(body.passages)).not.toContain(jobId);
    expect((await local.get('/event-groups')).body).toHaveLength(3);
  });

  test('sends no request that is not tied to its project', async () => {
    for (const [method, path, body] of [
      ['POST', '/keys', { name: 'wider' }],
      ['POST', '/projects', { name: 'x' }],
      ['PATCH', `/videos/${inside.jobId}`, { project_id: null }],
      ['DELETE', `/videos/${inside.jobId}`, undefined],
      ['POST', `/videos/${inside.jobId}/process`, { modules: ['ocr'], storage_path: 'users/1/Zeppelin.mp4' }],
      ['POST', '/shared-reports', { video_id: inside.jobId }],
      ['POST', '/backups', {}],
      ['POST', '/tokens', {}],
      ['POST', '/enterprise?action=getResults', { job_id: outside.jobId }],
    ] as const) {
      expect((await confined.call(method, path, body)).status, `${method} ${path}`).toBe(403);
    }
  });

  test('loses sight of a video that leaves the project', async () => {
    await local.patch(`/videos/${inside.jobId}`, { project_id: null });
    expect((await confined.get(`/videos/${inside.jobId}`)).status).toBe(404);
    expect((await confined.get('/videos')).body).toEqual([]);
    await local.delete(`/projects/${inside.project}`);
    expect((await confined.get('/projects')).body).toEqual([]);
  });
});

async function firstPart(response: Response): Promise<string> {
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
