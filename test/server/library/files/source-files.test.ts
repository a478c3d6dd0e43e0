import { mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { localClient, otherClient } from '../../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../../fixtures/server.ts';
import { tempFolder } from '../../../fixtures/temp.ts';

const MODULES = '["scenes","ocr","visualelements"]';

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  const client = localClient(server);
  const analyze = async (jobId: string) => {
    await client.post(`/processing/${jobId}/start`, { selected_insights: MODULES });
    expect((await client.settled(jobId)).body.status).toBe('completed');
  };
  const add = async (path: string, mode: 'copy' | 'reference') => {
    const { status, body } = await client.post('/storage/import', { path, mode });
    expect(status).toBe(200);
    const registered = await client.post('/processing/register-upload', {
      file_path: body.file_path,
      file_name: 'a.mp4',
    });
    await analyze(registered.body.job_id);
    return { jobId: registered.body.job_id as string, filePath: body.file_path as string, referenced: body.referenced };
  };
  const media = async (jobId: string) => (await client.get(`/videos/${jobId}/media`)).body;
  const play = async (jobId: string) => {
    const { body } = await client.get(`/videos/${jobId}/playback`);
    const response = await fetch(body.playback_url);
    const text = await response.text();
    return { status: response.status, text, code: response.ok ? undefined : JSON.parse(text).error.code };
  };
  const findings = async (jobId: string) => (await client.get(`/results/job/${jobId}`)).body.segments ?? [];
  return { server, client, analyze, add, media, play, findings };
}

const stored = (server: TestServer, filePath: string) => join(server.dataFolder, 'storage', filePath);

/** 300 KB: the middle is in neither head nor tail. */
const LONG = fakeMedia(10, 'x'.repeat(300_000));

async function overwriteMiddle(file: string, text = 'changed'): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.write(text, 150_000);
  await handle.close();
}

describe('a changed source file', () => {
  test('is found by the stamps of all files, without a query for each', async () => {
    const { server, client } = await start();
    const videos: Awaited<ReturnType<typeof client.upload>>[] = [];
    for (let i = 0; i < 30; i++) videos.push(await client.upload(`${i}.mp4`, fakeMedia(10, `${i}`)));
    await rm(stored(server, videos[7]!.filePath));
    const problems = async () => {
      server.statements.length = 0;
      const { body } = await client.get('/storage/sources');
      expect(body).toMatchObject([{ job_id: videos[7]!.jobId, state: 'missing' }]);
      return server.statements.length;
    };
    // The uploads are still being hashed at first, which takes statements of its own.
    await expect.poll(problems).toBeLessThan(20);
  });

  test('is refused for playing, analysis, sharing, and clips, with its own code and state', async () => {
    const { server, client, analyze, media, play, findings } = await start();
    const { jobId, filePath } = await client.upload('a.mp4', fakeMedia());
    await analyze(jobId);
    const link = (await client.post('/shared-reports', { video_id: jobId, expires_at: null })).body;
    expect(await media(jobId)).toMatchObject({ source_state: 'ok', source_exists: true, referenced_path: null });
    await writeFile(stored(server, filePath), fakeMedia(20, 'another recording'));

    expect(await media(jobId)).toMatchObject({ source_state: 'changed', source_exists: true });
    expect(await play(jobId)).toMatchObject({ status: 409, code: 'source_changed' });
    for (const [path, body] of [
      [`/processing/${jobId}/start`, { selected_insights: MODULES }],
      [`/videos/${jobId}/process`, { modules: ['scenes'] }],
      [`/videos/${jobId}/reprocess`, {}],
      ['/shared-reports', { video_id: jobId, expires_at: null }],
      ['/clips', { clips: [{ job_id: jobId, start_time: 0, end_time: 2 }] }],
    ] as const) {
      expect((await client.post(path, body)).body.error).toMatchObject({ code: 'source_changed' });
    }
    // A link that exists serves the findings, but not what was recorded over the file.
    expect((await client.get(`/shared-reports/${link.share_hash}`)).body.playback_url).toBeNull();
    expect((await client.get('/storage/sources')).body).toMatchObject([{ job_id: jobId, state: 'changed' }]);
    expect(await findings(jobId)).not.toEqual([]);
  });

  test('is noticed in the middle with its size and times kept', async () => {
    const { server, client, analyze, media, play } = await start();
    const { jobId, filePath } = await client.upload('a.mp4', LONG);
    await analyze(jobId);
    await server.services.sourceFiles.hashPending();
    const file = stored(server, filePath);
    const { atime, mtime } = await stat(file);
    await overwriteMiddle(file);
    await utimes(file, atime, mtime);
    await expect.poll(async () => (await media(jobId)).source_state, { timeout: 30_000 }).toBe('changed');
    expect(await play(jobId)).toMatchObject({ status: 409, code: 'source_changed' });
  });

  test('with another time but the same bytes stays usable', async () => {
    const { server, client, analyze, play } = await start();
    const { jobId, filePath } = await client.upload('a.mp4', LONG);
    await analyze(jobId);
    await server.services.sourceFiles.hashPending();
    await utimes(stored(server, filePath), new Date(), new Date(Date.now() - 1e7));
    expect(await play(jobId)).toMatchObject({ status: 200, text: LONG });
  });

  test('replaces findings, edits, and links only on request, and never mixes them', async () => {
    const { server, client, analyze, media, play, findings } = await start();
    const { jobId, filePath } = await client.upload('a.mp4', fakeMedia());
    await analyze(jobId);
    const [first] = await findings(jobId);
    await client.patch(`/segments/${first.id}`, { content: 'edited' });
    const link = (await client.post('/shared-reports', { video_id: jobId, expires_at: null })).body;
    await writeFile(stored(server, filePath), fakeMedia(20, 'another recording'));
    expect((await client.post(`/videos/${jobId}/relink`, {})).body.error.code).toBe('invalid_request');
    expect((await client.post(`/videos/${jobId}/relink`, { replace: true })).status).toBe(200);
    expect((await client.get(`/videos/${jobId}`)).body).toMatchObject({ status: 'uploaded', duration: 20 });
    expect(await media(jobId)).toMatchObject({ source_state: 'ok' });
    expect(await play(jobId)).toMatchObject({ status: 200, text: fakeMedia(20, 'another recording') });
    expect((await client.get(`/shared-reports/${link.share_hash}`)).status).toBe(404);
    await analyze(jobId);
    expect((await findings(jobId)).some(({ content }: { content: string }) => content === 'edited')).toBe(false);
  });

  test('that is set by a request to analyze removes the findings of the former file', async () => {
    const { client, analyze, findings } = await start();
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    await analyze(jobId);
    const { body: place } = await client.post('/storage/upload-url', { file_name: 'b.mp4', content_type: 'video/mp4' });
    const put = { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: fakeMedia(20, 'b') };
    expect((await fetch(place.upload_url, put)).status).toBe(200);
    const request = { modules: ['scenes'], storage_path: place.file_path };
    expect((await client.post(`/videos/${jobId}/process`, request)).status).toBe(200);
    await client.settled(jobId);
    const modules = (await findings(jobId)).map(({ module }: { module: string }) => module);
    expect([...new Set(modules)]).toEqual(['scenes']);
    expect((await client.get(`/videos/${jobId}`)).body).toMatchObject({ storage_path: place.file_path, duration: 20 });
  });

  test('that was not analyzed yet is taken as it is', async () => {
    const { server, client, analyze } = await start();
    const { jobId, filePath } = await client.upload('a.mp4', fakeMedia());
    await writeFile(stored(server, filePath), fakeMedia(20, 'still being written'));
    await analyze(jobId);
    expect((await client.get(`/videos/${jobId}`)).body.duration).toBe(20);
  });
});

describe('relinking', () => {
  test('finds a moved file by its content, alone or with all others of a folder', async () => {
    const { server, client, add, media, play } = await start();
    const folder = await tempFolder();
    const videos = [];
    for (const name of ['one', 'two', 'three']) {
      const path = join(folder, `${name}.mp4`);
      await writeFile(path, `${LONG}${name}`);
      videos.push({ name, path, ...(await add(path, 'reference')) });
    }
    expect(videos.map(({ referenced }) => referenced)).toEqual([true, true, true]);
    await server.services.sourceFiles.hashPending();
    const [one, two, three] = videos as [(typeof videos)[0], (typeof videos)[0], (typeof videos)[0]];
    expect(await media(one.jobId)).toMatchObject({ referenced_path: one.path, source_state: 'ok' });
    const moved = join(folder, 'archive', '2026');
    await mkdir(moved, { recursive: true });
    for (const { path, name } of videos) await rename(path, join(moved, `${name} renamed.mov`));
    // Same size, head, and tail.
    await writeFile(join(moved, 'decoy.mp4'), `${LONG}two`);
    await overwriteMiddle(join(moved, 'decoy.mp4'));
    expect(await media(one.jobId)).toMatchObject({ source_state: 'missing', source_exists: false });
    expect((await client.get('/storage/sources')).body).toHaveLength(3);

    const wrong = await client.post(`/videos/${one.jobId}/relink`, { path: join(moved, 'two renamed.mov') });
    expect(wrong.body.error.code).toBe('source_changed');
    const right = await client.post(`/videos/${one.jobId}/relink`, { path: join(moved, 'one renamed.mov') });
    expect(right.status).toBe(200);
    expect(await play(one.jobId)).toMatchObject({ status: 200, text: `${LONG}one` });

    await rm(join(moved, 'three renamed.mov'));
    const { body } = await client.post('/storage/relink', { path: folder });
    expect(body.relinked).toMatchObject([{ job_id: two.jobId, path: join(moved, 'two renamed.mov') }]);
    expect(body.unresolved).toMatchObject([{ job_id: three.jobId, state: 'missing' }]);
    expect(await play(two.jobId)).toMatchObject({ status: 200, text: `${LONG}two` });
  });

  test('copies a restored file back to the library if it was kept there', async () => {
    const { server, client, analyze, play } = await start();
    const { jobId, filePath } = await client.upload('a.mp4', LONG);
    await analyze(jobId);
    await server.services.sourceFiles.hashPending();
    const elsewhere = join(await tempFolder(), 'from-backup.mp4');
    await rename(stored(server, filePath), elsewhere);
    expect((await client.post(`/videos/${jobId}/relink`, { path: elsewhere })).status).toBe(200);
    await rm(elsewhere);
    expect(await play(jobId)).toMatchObject({ status: 200, text: LONG });
  });

  test('is for the local user, by absolute paths, and not during an analysis', async () => {
    const { server, client } = await start();
    const other = await otherClient(server);
    const { jobId } = await other.upload('b.mp4', fakeMedia());
    const folder = await tempFolder();
    expect((await other.post('/storage/relink', { path: folder })).status).toBe(403);
    expect((await other.post(`/videos/${jobId}/relink`, { path: join(folder, 'x') })).status).toBe(403);
    expect((await client.post('/storage/relink', { path: 'relative' })).status).toBe(400);
    expect((await client.post('/storage/relink', { path: join(folder, 'none') })).status).toBe(404);
    expect((await client.post(`/videos/${jobId}/relink`, { path: folder })).status).toBe(404);
    const own = await client.upload('c.mp4', fakeMedia());
    server.hold.on = true;
    await client.post(`/processing/${own.jobId}/start`, { selected_insights: MODULES });
    expect((await client.post(`/videos/${own.jobId}/relink`, { replace: true })).status).toBe(409);
  });
});

describe('imports', () => {
  test('a copy does not change with what is later written over the original', async () => {
    const { client, add, play } = await start();
    const original = join(await tempFolder(), 'camera.mp4');
    await writeFile(original, LONG);
    const { jobId, referenced } = await add(original, 'copy');
    expect(referenced).toBe(false);
    const link = (await client.post('/shared-reports', { video_id: jobId, expires_at: null })).body;
    await overwriteMiddle(original, 'private recording');
    await writeFile(original, fakeMedia(20, 'private recording'));
    expect(await play(jobId)).toMatchObject({ status: 200, text: LONG });
    const { playback_url } = (await client.get(`/shared-reports/${link.share_hash}`)).body;
    expect(await (await fetch(playback_url)).text()).toBe(LONG);
  });

  test('a reference follows the setting, is never deleted, and serves no other content', async () => {
    const { server, client, add, media, play } = await start();
    const original = join(await tempFolder(), 'camera.mp4');
    await writeFile(original, LONG);
    await client.patch('/storage/options', { import_mode: 'reference' });
    expect((await client.post('/storage/import', { path: original })).body.referenced).toBe(true);
    const { jobId, filePath } = await add(original, 'reference');
    expect((await client.post('/storage/import', { path: original })).body.file_path).toBe(filePath);
    await server.services.sourceFiles.hashPending();
    const link = (await client.post('/shared-reports', { video_id: jobId, expires_at: null })).body;
    const { playback_url } = (await client.get(`/shared-reports/${link.share_hash}`)).body;
    expect(await (await fetch(playback_url)).text()).toBe(LONG);
    await overwriteMiddle(original, 'private recording');
    expect((await fetch(playback_url)).status).toBe(409);
    expect(await play(jobId)).toMatchObject({ status: 409, code: 'source_changed' });
    expect(await media(jobId)).toMatchObject({ source_state: 'changed', referenced_path: original });
    await client.delete(`/videos/${jobId}`);
    await client.call('DELETE', '/storage/files', { file_path: filePath });
    expect((await readFile(original, 'latin1')).length).toBe(LONG.length);
  });
});
