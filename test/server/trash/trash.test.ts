import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RESTORED_AT } from '../../../src/db/recovery/mark-restored.ts';
import { type Client, localClient } from '../../fixtures/client.ts';
import { fakeMedia, movableClock, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const DAY_MS = 86_400_000;
const MODULES = '["scenes","ocr","visualelements"]';
const USER = 1;

const clock = movableClock();
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock });
  client = localClient(server);
});
afterAll(() => server.close());

/** An analyzed video with a correction, a moment in a story, a link, and a chat, in a project. */
async function analyzed(name: string) {
  const { jobId, filePath } = await client.upload(name, fakeMedia(10));
  await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
  await client.settled(jobId);
  const project = (await client.post('/projects', { name })).body.id as string;
  await client.patch(`/videos/${jobId}`, { project_id: project });
  const sign = (await client.get(`/results/job/${jobId}?modules=ocr`)).body.segments[0].id;
  const segment = (await client.patch(`/segments/${sign}`, { content: `TAXI ${name}` })).body.id as string;
  const moment = (await client.post('/moments', { job_id: jobId, start_time: 1, title: `m ${name}`, tags: [name] }))
    .body.id as string;
  const items = [{ kind: 'moment', moment_id: moment }];
  const story = (await client.post('/stories', { title: `s ${name}`, items })).body.id as string;
  const link = (await client.post('/shared-reports', { video_id: jobId })).body.share_hash as string;
  const storyLink = (await client.post('/shared-reports', { story_id: story })).body.share_hash as string;
  const ask = { question: 'Where is a bridge?', video_id: jobId };
  const session = (await client.post('/chat/ask', ask)).body.session_id as string;
  return { jobId, filePath, project, segment, moment, story, link, storyLink, session };
}

/** Everything that belongs to a video, as the API returns it. */
async function whole({
  jobId,
  project,
  moment,
  story,
  link,
  storyLink,
  session,
}: Awaited<ReturnType<typeof analyzed>>) {
  const paths = [
    `/videos/${jobId}`,
    `/results/job/${jobId}`,
    `/processing/${jobId}/status`,
    `/videos/${jobId}/shared-reports`,
    `/videos?project_id=${project}`,
    `/projects/${project}`,
    `/moments/${moment}`,
    `/moments?job_id=${jobId}`,
    `/stories/${story}`,
    `/chat/sessions?video_id=${jobId}`,
    `/chat/sessions/${session}/messages`,
    '/tags',
  ];
  const answers = await Promise.all(paths.map((path) => client.get(path)));
  // Their URLs are signed again each time.
  const {
    playback_url: _,
    thumbnail_url: __,
    still_url: ___,
    ...shared
  } = (await client.get(`/shared-reports/${link}`)).body;
  const sharedStory = (await client.get(`/shared-reports/${storyLink}`)).body.items.length;
  const { body: hits } = await client.post('/search', { query: 'taxi', mode: 'keyword', job_ids: [jobId] });
  return { answers: answers.map(({ status, body }) => [status, body]), video: shared.video, sharedStory, hits };
}

test('a video in the trash is nowhere, and comes back as it was', async () => {
  const of = await analyzed('alpha');
  const { jobId, project, segment, moment, story, link, storyLink, session } = of;
  const before = await whole(of);
  const usage = (await client.get('/usage/summary')).body;
  const own = [
    `/videos/${jobId}`,
    `/results/job/${jobId}`,
    `/processing/${jobId}/status`,
    `/videos/${jobId}/playback`,
    `/videos/${jobId}/shared-reports`,
    `/videos/${jobId}/media`,
    `/videos/${jobId}/speakers`,
    `/videos/${jobId}/analyses`,
    `/shared-reports/${link}`,
    `/chat/sessions?video_id=${jobId}`,
  ];
  for (const path of own) expect((await client.get(path)).status, path).toBe(200);
  expect((await client.post(`/videos/${jobId}/trash`)).body).toEqual({ ok: true });

  for (const path of own) expect((await client.get(path)).status, path).toBe(404);
  for (const [path, body] of [
    [`/processing/${jobId}/start`, { selected_insights: MODULES }],
    [`/videos/${jobId}/reprocess`, {}],
    [`/videos/${jobId}/process`, { modules: ['scenes'] }],
    ['/moments', { job_id: jobId, start_time: 1 }],
    ['/shared-reports', { video_id: jobId }],
    ['/chat/ask', { question: 'What?', video_id: jobId }],
    ['/clips', { clips: [{ job_id: jobId, start_time: 0, end_time: 1 }] }],
    ['/manifests', { videos: [jobId] }],
    ['/enterprise?action=getResults', { job_id: jobId }],
  ] as const) {
    expect((await client.post(path, body)).status, path).toBe(404);
  }
  expect((await client.patch(`/segments/${segment}`, { content: 'x' })).status).toBe(404);
  expect((await client.patch(`/videos/${jobId}`, { name: 'x' })).status).toBe(404);

  for (const path of ['/videos', '/dashboard', `/videos?project_id=${project}`, '/moments', '/search/languages']) {
    expect(JSON.stringify((await client.get(path)).body), path).not.toContain(jobId);
  }
  for (const mode of ['keyword', 'vector', 'hybrid']) {
    const { body: hits } = await client.post('/search', { query: 'taxi', mode });
    expect(JSON.stringify(hits), mode).not.toContain(jobId);
  }
  expect((await client.post('/search', { query: 'taxi', job_ids: [jobId] })).body).toEqual([]);
  expect((await client.get(`/projects/${project}`)).body.video_count).toBe(0);
  const tag = (await client.get('/tags')).body.find(({ name }: { name: string }) => name === 'alpha');
  expect(tag.moment_count).toBe(0);
  expect((await client.get('/usage/summary')).body.total_file_size_gb).toBeLessThanOrEqual(usage.total_file_size_gb);
  const library = await client.post('/chat/ask', { question: 'Where is a taxi?', scope: { type: 'library' } });
  expect(JSON.stringify(library.body)).not.toContain(jobId);

  // Stories say what is in the trash; links of them leave it out.
  expect((await client.get(`/stories/${story}`)).body.items[0].moment.deleted_at).not.toBeNull();
  expect((await client.get(`/stories/${story}`)).body.duration).toBe(0);
  expect((await client.get(`/shared-reports/${storyLink}`)).body.items).toEqual([]);
  // Chats can be read, as those of a deleted video.
  const chats = (await client.get('/chat/sessions?deleted=true')).body;
  expect(chats).toMatchObject([{ id: session, video_deleted: true, video_name: 'alpha' }]);
  expect((await client.get(`/chat/sessions/${session}/messages`)).body).toHaveLength(2);

  const { body: trash } = await client.get('/trash');
  expect(trash).toMatchObject({ keep_days: 30, moments: [], stories: [], videos: [{ job_id: jobId, name: 'alpha' }] });
  expect(trash.videos[0].deleted_at).toBe('2026-03-01T12:00:00.000');
  expect(trash.bytes).toBeGreaterThan(0);

  expect((await client.post(`/videos/${jobId}/restore`)).body).toMatchObject({ job_id: jobId, name: 'alpha' });
  expect(await whole(of)).toEqual(before);
  expect((await client.get('/trash')).body.videos).toEqual([]);
  expect((await client.post(`/moments/${moment}/restore`)).status).toBe(200);
  const { body: history } = await client.get(`/videos/${jobId}/audit`);
  const entries = history.entries.map(({ action }: { action: string }) => action);
  expect(entries.filter((action: string) => action === 'trashed' || action === 'recovered')).toEqual([
    'trashed',
    'recovered',
  ]);
  expect(history.is_intact).toBe(true);
});

test('links and signed URLs of a video in the trash are closed, and open again after it', async () => {
  const { jobId, link } = await analyzed('iota');
  const urls = [
    (await client.get(`/shared-reports/${link}`)).body.playback_url,
    (await client.get(`/videos/${jobId}/playback`)).body.playback_url,
  ];
  const states = async () => [
    server.services.reports.linkStatus(link),
    ...(await Promise.all(urls.map(async (url) => (await fetch(url)).status))),
  ];
  expect(await states()).toEqual([200, 200, 200]);
  await client.post(`/videos/${jobId}/trash`);
  expect(await states()).toEqual([404, 404, 404]);
  await client.post(`/videos/${jobId}/restore`);
  expect(await states()).toEqual([200, 200, 200]);
});

test('a link that is revoked while its video is in the trash stays revoked, and in the history', async () => {
  const { jobId, story, link, storyLink } = await analyzed('theta');
  const paths = [`/videos/${jobId}/shared-reports`, `/stories/${story}/shared-reports`];
  const ids = await Promise.all(paths.map(async (path) => (await client.get(path)).body[0].id));
  await client.post(`/videos/${jobId}/trash`);
  for (const id of ids) expect((await client.delete(`/shared-reports/${id}`)).status).toBe(200);
  await client.post(`/videos/${jobId}/restore`);
  for (const hash of [link, storyLink]) expect((await client.get(`/shared-reports/${hash}`)).status).toBe(404);
  const { body: history } = await client.get(`/videos/${jobId}/audit`);
  const actions = history.entries.map(({ action }: { action: string }) => action);
  expect(actions.slice(-4)).toEqual(['trashed', 'revoked', 'revoked', 'recovered']);
});

test('moving and restoring are repeatable, and the time of the first counts', async () => {
  const { jobId } = await client.upload('beta.mp4', fakeMedia(5));
  await client.post(`/videos/${jobId}/trash`);
  const since = (await client.get('/trash')).body.videos[0].deleted_at;
  clock.moveBy(1000);
  expect((await client.post(`/videos/${jobId}/trash`)).status).toBe(200);
  expect((await client.get('/trash')).body.videos[0].deleted_at).toBe(since);
  for (let i = 0; i < 2; i++) expect((await client.post(`/videos/${jobId}/restore`)).status).toBe(200);
  const { body: history } = await client.get(`/videos/${jobId}/audit`);
  expect(history.entries.map(({ action }: { action: string }) => action).slice(-2)).toEqual(['trashed', 'recovered']);
});

test('cancels the analysis of a video that goes to the trash, without billing it', async () => {
  server.hold.on = true;
  const { jobId } = await client.upload('gamma.mp4', fakeMedia(60));
  const left = (await client.get('/usage/summary')).body.remaining_trial_minutes;
  await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
  await waitUntil(async () => (await client.get(`/processing/${jobId}/status`)).body.status === 'processing');
  expect((await client.post(`/videos/${jobId}/trash`)).status).toBe(200);
  server.hold.on = false;
  expect((await client.get('/usage/summary')).body.remaining_trial_minutes).toBe(left);
  expect((await client.post(`/videos/${jobId}/restore`)).body.status).toBe('failed');
  await client.delete(`/videos/${jobId}`);
});

test('deletes for good from the trash, as DELETE does without it', async () => {
  const { jobId, filePath } = await client.upload('delta.mp4', fakeMedia(5));
  await client.post(`/videos/${jobId}/trash`);
  expect((await client.delete(`/videos/${jobId}`)).body).toEqual({ ok: true });
  expect((await client.get('/trash')).body.videos).toEqual([]);
  expect((await client.post(`/videos/${jobId}/restore`)).status).toBe(404);
  // The source file stays, as the interface promises, until it is deleted itself.
  expect(existsSync(join(server.dataFolder, 'storage', filePath))).toBe(true);
  await client.call('DELETE', '/storage/files', { file_path: filePath });
  expect((await client.post(`/videos/${jobId}/trash`)).status).toBe(404);
});

test('registering the file of a video in the trash restores it', async () => {
  const { jobId, filePath } = await client.upload('epsilon.mp4', fakeMedia(5));
  await client.post(`/videos/${jobId}/trash`);
  const files = (await client.get('/storage/files')).body.files;
  expect(files.find((file: { file_path: string }) => file.file_path === filePath)).toMatchObject({
    job_id: jobId,
    in_trash: true,
  });
  const again = await client.post('/processing/register-upload', { file_path: filePath, file_name: 'epsilon.mp4' });
  expect(again.body).toEqual({ success: true, job_id: jobId, alreadyExists: true });
  expect((await client.get(`/videos/${jobId}`)).status).toBe(200);
});

test('lists and empties videos, moments, and stories together', async () => {
  const { jobId, filePath } = await client.upload('zeta.mp4', fakeMedia(5));
  const kept = await client.upload('eta.mp4', fakeMedia(6));
  const moment = (await client.post('/moments', { job_id: kept.jobId, start_time: 1, title: 'm' })).body.id;
  const inside = (await client.post('/moments', { job_id: jobId, start_time: 1, title: 'inside' })).body.id;
  const story = (await client.post('/stories', { title: 'st' })).body.id;
  await client.delete(`/moments/${moment}`);
  await client.delete(`/stories/${story}`);
  await client.post(`/videos/${jobId}/trash`);
  expect((await client.get('/trash')).body).toMatchObject({
    videos: [{ job_id: jobId }],
    moments: [{ id: moment }],
    stories: [{ id: story }],
  });
  expect((await client.delete('/trash')).body).toEqual({ ok: true, videos: 1, moments: 1, stories: 1 });
  expect((await client.get('/trash')).body).toMatchObject({ videos: [], moments: [], stories: [], bytes: 0 });
  for (const path of [`/moments/${moment}`, `/moments/${inside}`, `/stories/${story}`])
    expect((await client.get(path)).status).toBe(404);
  expect(existsSync(join(server.dataFolder, 'storage', filePath))).toBe(false);
  expect((await client.get(`/videos/${kept.jobId}`)).status).toBe(200);
});

test('deletes what was in the trash for 30 days, and nothing else', async () => {
  const old = await client.upload('old.mp4', fakeMedia(5));
  const young = await client.upload('young.mp4', fakeMedia(6));
  const moment = (await client.post('/moments', { job_id: young.jobId, start_time: 1, title: 'm' })).body.id;
  const story = (await client.post('/stories', { title: 'st' })).body.id;
  await client.post(`/videos/${old.jobId}/trash`);
  await client.delete(`/moments/${moment}`);
  await client.delete(`/stories/${story}`);
  clock.moveBy(15 * DAY_MS);
  client = localClient({ ...server, token: (await server.localToken()).token });
  await client.post(`/videos/${young.jobId}/trash`);
  clock.moveBy(15 * DAY_MS);
  await server.services.trash.purge();
  expect(server.store.videos.getAny(USER, old.jobId)).toBeDefined();

  clock.moveBy(1);
  // A library that was restored lately keeps its trash: it may be what it was restored for.
  server.store.settings.set(RESTORED_AT, clock.now() - DAY_MS);
  await server.services.trash.purge();
  expect(server.store.videos.getAny(USER, old.jobId)).toBeDefined();
  server.store.settings.set(RESTORED_AT, 0);
  await server.services.trash.purge();

  client = localClient({ ...server, token: (await server.localToken()).token });
  expect((await client.get('/trash')).body).toMatchObject({
    videos: [{ job_id: young.jobId }],
    moments: [],
    stories: [],
  });
  expect((await client.get(`/stories/${story}`)).status).toBe(404);
  expect(existsSync(join(server.dataFolder, 'storage', old.filePath))).toBe(false);
  const { body: history } = await client.get(`/videos/${old.jobId}/audit`);
  expect(history.entries.at(-1)).toMatchObject({ action: 'deleted', actor: { kind: 'system' } });
});
