import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, localClient, otherClient } from '../../fixtures/client.ts';
import { FINDINGS, fakeMedia, movableClock, startTestServer, type TestServer } from '../../fixtures/server.ts';

const clock = movableClock();
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock });
  client = localClient(server);
});
afterAll(() => server.close());

const MODULES = '["scenes","ocr","visualelements"]';
const upload = async (seconds = 10) => (await client.upload('a.mp4', fakeMedia(seconds))).jobId;
const processed = async (modules = MODULES) => {
  const jobId = await upload();
  await client.post(`/processing/${jobId}/start`, { selected_insights: modules });
  await client.settled(jobId);
  return jobId;
};
const statusOf = async (jobId: string) => (await client.get(`/processing/${jobId}/status`)).body;
const untilProcessing = async (jobId: string) => {
  while ((await statusOf(jobId)).status !== 'processing');
};

describe('processing', () => {
  test('moves from uploaded through queued to completed', async () => {
    const jobId = await upload();
    expect(await statusOf(jobId)).toMatchObject({ status: 'uploaded', error: null, processing_time: null });
    const started = await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
    expect(started.body).toMatchObject({ job_id: jobId, status: 'queued', queue_position: 1 });
    expect((await client.settled(jobId)).body).toMatchObject({
      status: 'completed',
      processing_time: 1.5,
      progress: 100,
    });
    expect((await client.get(`/videos/${jobId}`)).body.selected_insights).toBe(MODULES);
  });

  test('analyzed_at is the end of the last run, which a new name leaves', async () => {
    const jobId = await upload();
    expect((await client.get(`/videos/${jobId}`)).body.analyzed_at).toBeNull();
    await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
    await client.settled(jobId);
    const { analyzed_at } = (await client.get(`/videos/${jobId}`)).body;
    clock.moveBy(3_600_000);
    const { body } = await client.patch(`/videos/${jobId}`, { name: 'renamed' });
    expect(body).toMatchObject({ name: 'renamed', analyzed_at });
    expect(body.updated_at > analyzed_at).toBe(true);
  });

  test.each([['[]'], ['["nope"]'], ['scenes'], ['{"a":1}'], ['[1]'], ['null'], ['']])(
    'selected_insights %s: 400 with the names',
    async (text) => {
      const answer = await client.post(`/processing/${await upload()}/start`, { selected_insights: text });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('visualelements');
    },
  );

  test('409 while queued or processing; permitted again after completed and failed', async () => {
    server.hold.on = true;
    const jobId = await upload();
    await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
    const calls = [
      () => client.post(`/processing/${jobId}/start`, { selected_insights: MODULES }),
      () => client.post(`/videos/${jobId}/process`, { modules: ['scenes'] }),
      () => client.post(`/videos/${jobId}/reprocess`),
      () => client.post('/enterprise?action=process', { job_id: jobId }),
    ];
    for (const call of calls) expect((await call()).body.error.code).toBe('conflict');
    await untilProcessing(jobId);
    for (const call of calls) expect((await call()).status).toBe(409);
    server.finish(jobId, 'failed');
    expect(await statusOf(jobId)).toMatchObject({ status: 'failed', error: 'Scripted failure.' });
    server.hold.on = false;
    expect((await client.post(`/videos/${jobId}/process`, { modules: ['scenes'] })).body).toMatchObject({
      job_id: jobId,
      status: 'queued',
    });
    expect((await client.settled(jobId)).body.status).toBe('completed');
    expect((await client.post(`/videos/${jobId}/reprocess`)).body.status).toBe('queued');
    await client.settled(jobId);
  });

  test.each(['stopped', 'failed'])('a run that is %s is reported, and keeps earlier results', async (how) => {
    const jobId = await processed();
    const contentsOf = (segments: { content: string }[]) => segments.map(({ content }) => content);
    const before = contentsOf((await client.get(`/results/job/${jobId}`)).body.segments);
    server.hold.on = true;
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await untilProcessing(jobId);
    expect(contentsOf((await client.get(`/results/job/${jobId}`)).body.segments)).toEqual(before);
    if (how === 'stopped') await client.post(`/processing/${jobId}/cancel`);
    else server.finish(jobId, 'failed');
    server.hold.on = false;
    expect(await statusOf(jobId)).toMatchObject({
      status: 'failed',
      error_code: how === 'stopped' ? 'cancelled' : 'internal',
      has_results: true,
    });
    const { body: results } = await client.get(`/results/job/${jobId}`);
    expect(results).toMatchObject({
      status: 'completed',
      processing_time: 1.5,
      latest_run: { status: 'failed', error_code: how === 'stopped' ? 'cancelled' : 'internal' },
    });
    expect(contentsOf(results.segments)).toEqual(before);
    const { body: hits } = await client.post('/search', { query: 'taxi', job_ids: [jobId], mode: 'keyword' });
    expect(contentsOf(hits)).toEqual(['TAXI']);
    const { body: report } = await client.post('/shared-reports', { video_id: jobId });
    expect(contentsOf((await client.get(`/shared-reports/${report.share_hash}`)).body.segments)).toEqual(before);

    // After clearing, no earlier results exist.
    server.hold.on = true;
    await client.post(`/videos/${jobId}/reprocess`);
    await untilProcessing(jobId);
    await client.post(`/processing/${jobId}/cancel`);
    server.hold.on = false;
    expect(await statusOf(jobId)).toMatchObject({ status: 'failed', has_results: false });
    expect((await client.get(`/results/job/${jobId}`)).status).toBe(409);
  });

  test('cancel: queued returns to uploaded, processing to failed; otherwise 409', async () => {
    server.hold.on = true;
    const jobId = await upload();
    expect((await client.post(`/processing/${jobId}/cancel`)).status).toBe(409);
    await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
    await untilProcessing(jobId);
    expect((await client.post(`/processing/${jobId}/cancel`)).body).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
    });
    server.hold.on = false;
  });

  test("register-and-process creates and queues the video; the name defaults to the path's", async () => {
    const { body: place } = await client.post('/storage/upload-url', {
      file_name: 'direct.mp4',
      content_type: 'video/mp4',
    });
    await fetch(place.upload_url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: fakeMedia() });
    const { body } = await client.post('/videos/register-and-process', {
      storage_path: place.file_path,
      modules: ['scenes'],
      initial_prompt: 'Ada Lovelace',
    });
    expect(body.status).toBe('queued');
    await client.settled(body.job_id);
    expect((await client.get(`/videos/${body.job_id}`)).body.name).toBe('direct.mp4');
    expect(server.store.videos.get(1, body.job_id)?.initialPrompt).toBe('Ada Lovelace');
  });

  test('process accepts another source file, unless another video has it', async () => {
    const jobId = await processed();
    const { body: place } = await client.post('/storage/upload-url', {
      file_name: 'longer.mp4',
      content_type: 'video/mp4',
    });
    await fetch(place.upload_url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: fakeMedia(99) });
    await client.post(`/videos/${jobId}/process`, { modules: ['scenes'], storage_path: place.file_path });
    await client.settled(jobId);
    expect((await client.get(`/videos/${jobId}`)).body).toMatchObject({ storage_path: place.file_path, duration: 99 });
    const other = await processed();
    expect(
      (await client.post(`/videos/${other}/process`, { modules: ['scenes'], storage_path: place.file_path })).status,
    ).toBe(409);
    expect(
      (await client.post(`/videos/${other}/process`, { modules: ['scenes'], storage_path: 'users/1/none.mp4' })).status,
    ).toBe(404);
    expect(
      (await client.post(`/videos/${other}/process`, { modules: ['scenes'], storage_path: 'users/9/x.mp4' })).status,
    ).toBe(403);
  });

  test('reprocess clears the findings and keeps the modules', async () => {
    const jobId = await processed('["ocr"]');
    server.hold.on = true;
    await client.post(`/videos/${jobId}/reprocess`);
    expect(server.store.segments.list(1, jobId)).toEqual([]);
    await untilProcessing(jobId);
    server.finish(jobId);
    server.hold.on = false;
    expect((await client.get(`/results/job/${jobId}`)).body.ocr.length).toBe(FINDINGS.ocr!.length);
  });
});

describe('videos', () => {
  test('are listed, filtered, updated, and moved to projects', async () => {
    const { body: project } = await client.post('/projects', { name: 'News', description: 'd' });
    const jobId = await upload();
    const { body: video } = await client.patch(`/videos/${jobId}`, {
      name: ' New  name ',
      description: 'line\nline',
      project_id: project.id,
    });
    expect(video).toMatchObject({ name: 'New  name', description: 'line\nline', project_id: project.id });
    expect((await client.get(`/videos?project_id=${project.id}`)).body).toEqual([video]);
    expect((await client.get('/videos?status=uploaded')).body).toContainEqual(video);
    expect((await client.get('/videos?status=failed')).body).not.toContainEqual(video);
    expect((await client.get('/videos?status=done')).status).toBe(400);
    expect((await client.get('/projects')).body.find((one: { id: string }) => one.id === project.id).video_count).toBe(
      1,
    );
    expect((await client.patch(`/videos/${jobId}`, { project_id: null })).body.project_id).toBeNull();
    await client.patch(`/videos/${jobId}`, { project_id: project.id });
    expect((await client.delete(`/projects/${project.id}`)).body).toEqual({ ok: true });
    expect((await client.get(`/videos/${jobId}`)).body.project_id).toBeNull();
  });

  test('are deleted with their findings; the source file and the chats remain', async () => {
    const jobId = await processed();
    const { body: report } = await client.post('/shared-reports', { video_id: jobId });
    const { body: asked } = await client.post('/chat/ask', { question: 'bridge?', video_id: jobId });
    const { storage_path } = (await client.get(`/videos/${jobId}`)).body;
    expect((await client.delete(`/videos/${jobId}`)).body).toEqual({ ok: true });
    for (const path of [`/videos/${jobId}`, `/results/job/${jobId}`, `/shared-reports/${report.share_hash}`]) {
      expect((await client.get(path)).status, path).toBe(404);
    }
    // Chats stay readable, marked.
    const chats = (await client.get('/chat/sessions?deleted=true')).body;
    expect(chats).toMatchObject([
      {
        id: asked.session_id,
        video_id: null,
        job_id: null,
        video_name: 'a.mp4',
        video_deleted: true,
        message_count: 2,
      },
    ]);
    const { body: messages } = await client.get(`/chat/sessions/${asked.session_id}/messages`);
    expect(messages).toMatchObject([{ content: 'bridge?' }, { content: asked.answer }]);
    const other = await processed();
    const about = { question: 'bridge?', video_id: other, session_id: asked.session_id };
    expect((await client.post('/chat/ask', about)).body.error.code).toBe('conflict');
    expect((await client.get('/chat/sessions')).body[0]).toMatchObject({ video_deleted: true });
    expect((await client.post('/search', { query: 'bridge', job_ids: [jobId] })).body).toEqual([]);
    const again = await client.post('/processing/register-upload', { file_path: storage_path, file_name: 'again' });
    expect(again.body.alreadyExists).toBe(false);
  });
});

test('deleting a video during processing bills nothing', async () => {
  const user = await otherClient(server, 'deleter');
  server.hold.on = true;
  const { jobId } = await user.upload('d.mp4', fakeMedia(2000 * 60));
  await user.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await user.delete(`/videos/${jobId}`);
  server.hold.on = false;
  expect((await user.get('/usage')).body).toMatchObject([{ state: 'void', duration_minutes: 0 }]);
  const { jobId: next } = await user.upload('e.mp4', fakeMedia(2000 * 60));
  expect((await user.post(`/processing/${next}/start`, { selected_insights: '["scenes"]' })).status).toBe(200);
  await user.settled(next);
});

describe('results', () => {
  test('409 before completion, then all segments and one array per module', async () => {
    const waiting = await upload();
    expect((await client.get(`/results/job/${waiting}`)).body.error.code).toBe('not_ready');
    const jobId = await processed();
    const { body } = await client.get(`/results/job/${jobId}`);
    expect(body.segments.length).toBe(4);
    expect(body.segments.map((one: { start_time: number }) => one.start_time)).toEqual([0, 3, 3.2, 5.4]);
    expect([body.scenes.length, body.ocr.length, body.visualelements.length]).toEqual([2, 1, 1]);
    expect(Object.keys(body)).not.toContain('logos');
    const some = (await client.get(`/results/job/${jobId}?modules=ocr,logos`)).body;
    expect([some.segments.length, some.ocr.length, some.logos]).toEqual([1, 1, []]);
    expect((await client.get(`/results/job/${jobId}?modules=ocr,nope`)).status).toBe(400);
  });

  test.each([
    [
      'csv',
      'text/csv',
      'module,start_time,end_time,content,engine,confidence,start_timecode,end_timecode\r\nscenes,0,3,"Shot 1: a street, 3 s",scripted@1,,00:00:00.000,00:00:03.000\r\n',
    ],
    [
      'md',
      'text/markdown',
      '# a.mp4\n\nLength 0:10. Not analyzed in full: Speech, Brands, Sound, Summary, Chapters, Keywords.\n\n## Shots\n\n- **[0:00]** Shot 1: a street, 3 s\n',
    ],
  ])('as %s', async (format, type, start) => {
    const { headers, body } = await client.get(`/results/job/${await processed()}?format=${format}`);
    expect(headers.get('content-type')).toContain(type);
    expect(body.startsWith(start), body).toBe(true);
  });

  test.each(['srt', 'vtt'])('never as %s without speech', async (format) => {
    const { status, body } = await client.get(`/results/job/${await processed()}?format=${format}`);
    expect([status, body.error.code]).toEqual([409, 'not_ready']);
  });
});

describe('shared reports', () => {
  test('show the findings without an account, and nothing of the owner', async () => {
    const jobId = await processed();
    const { status, body: report } = await client.post('/shared-reports', { video_id: jobId });
    expect([status, report.expires_at, report.is_active]).toEqual([201, null, 1]);
    expect(report.share_hash).toMatch(/^[0-9a-f]{64}$/);
    const response = await fetch(`${server.apiUrl}/shared-reports/${report.share_hash}`);
    const text = await response.text();
    const view = JSON.parse(text);
    expect(view).toMatchObject({
      share_hash: report.share_hash,
      video: { job_id: jobId, status: 'completed', duration: 10 },
    });
    expect(view.segments.length).toBe(4);
    expect(text).not.toMatch(/user_id|users\/|storage|project|Local user/);
    expect(await (await fetch(view.playback_url)).text()).toBe(fakeMedia());
    expect((await client.get(`/videos/${jobId}/shared-reports`)).body).toEqual([report]);
  });

  test('expire to the second, or immediately when revoked, with their media', async () => {
    const jobId = await processed();
    const inTenSeconds = new Date(clock.now() + 10_000).toISOString();
    const { body: report } = await client.post('/shared-reports', { video_id: jobId, expires_at: inTenSeconds });
    const address = `/shared-reports/${report.share_hash}`;
    const { body: view } = await client.get(address);
    clock.moveBy(9_999);
    expect((await client.get(address)).status).toBe(200);
    expect((await fetch(view.playback_url)).status).toBe(200);
    clock.moveBy(1);
    expect((await client.get(address)).body.error.code).toBe('share_expired');
    expect((await fetch(view.playback_url)).ok).toBe(false);
    const { body: other } = await client.post('/shared-reports', { video_id: jobId });
    const { body: otherView } = await client.get(`/shared-reports/${other.share_hash}`);
    await client.delete(`/shared-reports/${other.id}`);
    expect((await client.get(`/shared-reports/${other.share_hash}`)).status).toBe(404);
    expect((await fetch(otherView.playback_url)).status).toBe(404);
    expect((await client.post('/shared-reports', { video_id: jobId, expires_at: '2020-01-01' })).status).toBe(400);
    expect((await client.delete(`/shared-reports/${other.share_hash}`)).status).toBe(404);
  });
});

describe('enterprise', () => {
  test('performs the actions of the other endpoints at one URL', async () => {
    const call = (action: string, body: unknown = {}) => client.post(`/enterprise?action=${action}`, body);
    const { body: project } = await call('createProject', { name: 'P' });
    expect((await call('listProjects')).body).toEqual((await client.get('/projects')).body);
    const { body: made } = await call('registerUpload', {
      name: 'e.mp4',
      selected_insights: '["scenes"]',
      project_id: project.id,
      initial_prompt: 'x',
    });
    expect((await call('process', { job_id: made.job_id })).body.error.code).toBe('not_ready');
    expect((await fetch(made.upload_url, { method: 'PUT', body: 'no video' })).status).toBe(422);
    expect((await fetch(made.upload_url, { method: 'PUT', body: fakeMedia(30) })).status).toBe(200);
    expect((await client.get(`/videos/${made.job_id}`)).body).toMatchObject({
      duration: 30,
      file_size: 8,
      project_id: project.id,
    });
    expect((await call('getResults', { job_id: made.job_id })).body.error.code).toBe('not_ready');
    expect((await call('process', { job_id: made.job_id })).body).toEqual({ job_id: made.job_id, status: 'queued' });
    await client.settled(made.job_id);
    expect((await call('getStatus', { job_id: made.job_id })).body).toEqual(
      (await client.get(`/processing/${made.job_id}/status`)).body,
    );
    const { body: results } = await call('getResults', { job_id: made.job_id, modules: ['scenes'] });
    expect([Object.keys(results), results.segments.length]).toEqual([['job_id', 'status', 'segments'], 2]);
    const { body: answer } = await call('askAgent', { job_id: made.job_id, query: 'Where is the bridge?' });
    expect(answer).toMatchObject({ job_id: made.job_id, segments_used: 1 });
    expect(answer.answer).toContain('**[00:03]**');
  });

  test('lists the actions for an unknown one', async () => {
    for (const path of [
      '/enterprise',
      '/enterprise?action=',
      '/enterprise?action=nope',
      '/enterprise?action=constructor',
    ]) {
      const { status, body } = await client.post(path);
      expect([status, body.error.details.actions.length]).toEqual([400, 7]);
    }
    expect((await client.post('/enterprise?action=getStatus', {})).status).toBe(400);
  });
});

describe('dashboard', () => {
  test('returns everything in at most 10 statements', async () => {
    const statements = async () => {
      server.statements.length = 0;
      await client.get('/dashboard');
      return server.statements.length;
    };
    // Work in the background, such as hashing, takes statements of its own.
    await expect.poll(statements).toBeLessThanOrEqual(10);
    expect(await statements()).toBeGreaterThan(0);
    const { body } = await client.get('/dashboard');
    expect(body.usage).toEqual((await client.get('/usage/summary')).body);
    expect(body.videos).toEqual((await client.get('/videos')).body);
  });
});

describe('usage', () => {
  test('sums, bills completed runs only, and warns at 80 and 100%', async () => {
    const user = await otherClient(server, 'consumer');
    const run = async (minutes: number, outcome: 'completed' | 'failed' | 'canceled' = 'completed') => {
      server.hold.on = true;
      const { jobId } = await user.upload('u.mp4', fakeMedia(minutes * 60));
      const start = await user.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
      if (start.status !== 200) return { start, jobId };
      while ((await user.get(`/processing/${jobId}/status`)).body.status !== 'processing');
      if (outcome === 'canceled') await user.post(`/processing/${jobId}/cancel`);
      else server.finish(jobId, outcome);
      server.hold.on = false;
      return { start, jobId };
    };
    const warnings = async () =>
      (await user.get('/notifications')).body.filter((one: { type: string }) => one.type === 'warning').length;
    await run(500, 'failed');
    await run(500, 'canceled');
    const failed = { state: 'void', duration_minutes: 0, processing_time: 0 };
    expect((await user.get('/usage')).body).toMatchObject([failed, failed]);
    expect((await user.get('/usage/summary')).body).toMatchObject({
      total_jobs: 2,
      total_minutes: 0,
      remaining_trial_minutes: 3000,
      usage_percentage: 0,
      trial_status: 'active',
    });
    await run(2399.5);
    expect(await warnings()).toBe(0);
    const { jobId } = await run(0.75);
    expect(await warnings()).toBe(1);
    const summary = (await user.get('/usage/summary')).body;
    expect(summary).toMatchObject({
      total_jobs: 4,
      total_minutes: 2400.25,
      total_duration_minutes: 2400.25,
      by_action: { process: 4, reprocess: 0 },
      remaining_trial_minutes: 599.75,
      total_limit_minutes: 3000,
      bonus_minutes: 0,
    });
    expect(summary.usage_percentage).toBeCloseTo(80.0083, 4);
    const refused = await run(600);
    expect([refused.start.status, refused.start.body.error.details]).toEqual([
      402,
      { required: 600, remaining: 599.75, limit: 3000 },
    ]);
    expect((await user.get(`/videos/${refused.jobId}`)).body.status).toBe('uploaded');
    await run(599.75);
    expect(await warnings()).toBe(2);
    expect((await user.get('/usage/summary')).body).toMatchObject({
      trial_status: 'expired',
      remaining_trial_minutes: 0,
      usage_percentage: 100,
    });
    expect((await run(0.1)).start.status).toBe(402);
    expect((await user.get(`/results/job/${jobId}`)).status).toBe(200);
    expect((await user.get('/usage')).body[0]).toMatchObject({
      action: 'process',
      duration_minutes: 599.75,
      modules: '["scenes"]',
      processing_time: 1.5,
    });
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    expect((await user.get(`/usage?start_date=${today}&end_date=${today}`)).body.length).toBe(5);
    expect((await user.get('/usage?start_date=2099-01-01')).body).toEqual([]);
    expect((await user.get('/usage?start_date=soon')).status).toBe(400);
    server.hold.on = false;
  });
});

describe('notifications and profile', () => {
  test('report ended jobs, and are read, counted, and deleted', async () => {
    const user = await otherClient(server, 'reader');
    for (let i = 0; i < 3; i++) {
      const { jobId } = await user.upload('n.mp4', fakeMedia());
      await user.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
      await user.settled(jobId);
    }
    const { body: list } = await user.get('/notifications');
    expect(list.map((one: { type: string }) => one.type)).toEqual(['success', 'success', 'success']);
    expect(Number(list[0].id)).toBeGreaterThan(Number(list[1].id));
    expect((await user.get('/notifications?limit=2')).body.length).toBe(2);
    expect((await user.get('/notifications?limit=99999')).status).toBe(200);
    for (const limit of ['0', '-1', '1.5', 'x'])
      expect((await user.get(`/notifications?limit=${limit}`)).status).toBe(400);
    expect((await user.patch(`/notifications/${list[0].id}/read`)).body).toEqual({ ok: true });
    expect((await user.get('/notifications/unread-count')).body).toEqual({ count: 2 });
    expect((await user.post('/notifications/read-all')).body).toEqual({ ok: true, updated: 2 });
    expect((await user.delete(`/notifications/${list[0].id}`)).body).toEqual({ ok: true });
    expect((await user.get('/notifications')).body.length).toBe(2);
  });

  test('updates the mutable fields of the profile', async () => {
    const changed = await client.patch('/profile', {
      full_name: 'Ada',
      timezone: 'Europe/Berlin',
      avatar_url: 'https://example.org/a.png',
      is_admin: 0,
      bonus_minutes: 1e9,
    });
    expect(changed.body).toMatchObject({ full_name: 'Ada', timezone: 'Europe/Berlin', is_admin: 1, bonus_minutes: 0 });
    for (const bad of [
      { timezone: 'Mars/Base' },
      { avatar_url: 'javascript:alert(1)' },
      { full_name: '' },
      { full_name: 'a\nb' },
    ]) {
      expect((await client.patch('/profile', bad)).status).toBe(400);
    }
  });
});
