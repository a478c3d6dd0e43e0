import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';

let server: TestServer;
let local: Client;
beforeAll(async () => {
  server = await startTestServer();
  local = localClient(server);
});
afterAll(() => server.close());

describe('/watch-folders', () => {
  test('imports and queues what is in a folder, once for each content', async () => {
    const folder = await tempFolder();
    const file = (name: string) => join(folder, name);
    await fs.writeFile(file('a.mp4'), fakeMedia(10, 'a'));
    await fs.writeFile(file('same.mp4'), fakeMedia(10, 'a'));
    await fs.writeFile(file('broken.mp4'), 'no video');
    const project = (await local.post('/projects', { name: 'Harbor' })).body;
    const request = { path: folder, stable_seconds: 0, modules: ['scenes'], project_id: project.id };
    const created = await local.post('/watch-folders', request);
    expect(created).toMatchObject({ status: 201, body: { path: folder, enabled: true, modules: ['scenes'] } });
    const { id } = created.body;
    const scanned = (await local.post(`/watch-folders/${id}/scan`)).body;
    expect(scanned).toMatchObject({ state: 'watching', analyzed: 1, known: 1, failed: 1, waiting: 0, error: null });
    const files = (await local.get(`/watch-folders/${id}/files`)).body;
    expect(files.map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual(['failed', 'known', 'queued']);
    const videos = (await local.get('/videos')).body;
    expect(videos).toMatchObject([{ name: 'a.mp4', project_id: project.id, selected_insights: '["scenes"]' }]);

    // A new name, a deleted video, and a restart change nothing.
    await local.settled(videos[0].job_id);
    await local.delete(`/videos/${videos[0].job_id}`);
    await fs.rename(file('a.mp4'), file('renamed.mp4'));
    await local.patch(`/watch-folders/${id}`, { enabled: false });
    expect((await local.get(`/watch-folders/${id}`)).body).toMatchObject({ enabled: false, state: 'off' });
    await local.patch(`/watch-folders/${id}`, { enabled: true });
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 1, known: 2 });
    expect((await local.get('/videos')).body).toEqual([]);

    await local.delete(`/watch-folders/${id}`);
    expect((await local.get('/watch-folders')).body).toEqual([]);
    expect(await fs.readdir(folder)).toContain('renamed.mp4');
  });

  test('lists files by outcome, with what it waits for and what its rules leave out', async () => {
    const folder = await tempFolder();
    await fs.writeFile(join(folder, 'a.mp4'), fakeMedia(10, 'listed'));
    await fs.writeFile(join(folder, 'notes.mov'), fakeMedia(10, 'other'));
    const rules = { name_pattern: '*.mp4', stable_seconds: 0, modules: ['scenes'] };
    const { id } = (await local.post('/watch-folders', { path: folder, ...rules })).body;
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 1, skipped: 1 });
    const list = async (query = '') => (await local.get(`/watch-folders/${id}/files${query}`)).body;
    expect(await list('?outcome=skipped')).toMatchObject([{ path: join(folder, 'notes.mov'), skipped_by: 'name' }]);
    expect(await list('?outcome=queued')).toMatchObject([{ path: join(folder, 'a.mp4'), skipped_by: null }]);
    expect(await list('?outcome=failed')).toEqual([]);
    expect(await list()).toHaveLength(2);
    await local.patch(`/watch-folders/${id}`, { stable_seconds: 60 });
    await fs.writeFile(join(folder, 'late.mp4'), fakeMedia(10, 'late'));
    await local.post(`/watch-folders/${id}/scan`);
    expect(await list('?outcome=waiting')).toMatchObject([{ path: join(folder, 'late.mp4'), outcome: 'waiting' }]);
    expect((await local.get(`/watch-folders/${id}/files?outcome=gone`)).status).toBe(400);
  });

  test('tries failed files again, one or all, also after a pause', async () => {
    const folder = await tempFolder();
    const [one, other] = [join(folder, 'one.mp4'), join(folder, 'other.mp4')];
    for (const file of [one, other]) await fs.writeFile(file, 'no video');
    const { id } = (await local.post('/watch-folders', { path: folder, stable_seconds: 0, modules: ['scenes'] })).body;
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 0, failed: 2 });
    /** Writes content of the same size and time, so that no scan takes the file for a new one. */
    const repair = async (file: string, content: string) => {
      const { atime, mtime, size } = await fs.stat(file);
      await fs.writeFile(file, content.padEnd(size));
      await fs.utimes(file, atime, mtime);
      expect((await fs.stat(file)).size).toBe(size);
    };
    const retry = (body: object = {}) => local.post(`/watch-folders/${id}/retry`, body);
    await repair(one, fakeMedia(11).trim());
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 0, failed: 2 });
    expect((await retry({ path: one })).body).toMatchObject({ analyzed: 1, failed: 1 });
    for (const path of [one, join(folder, 'none.mp4')]) expect((await retry({ path })).status).toBe(404);
    expect((await retry()).body).toMatchObject({ analyzed: 1, failed: 1 });
    await repair(other, fakeMedia(12).trim());
    await local.patch(`/watch-folders/${id}`, { enabled: false });
    expect((await retry()).body).toMatchObject({ analyzed: 1, failed: 0 });
    await local.patch(`/watch-folders/${id}`, { enabled: true });
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 2, failed: 0 });
    const key = (await local.post('/keys', { name: 'retry', scope: 'write' })).body.raw_key;
    expect((await createClient(server, key).post(`/watch-folders/${id}/retry`, {})).status).toBe(403);
  });

  test('looks at key frames only, if asked', async () => {
    const folder = await tempFolder();
    await fs.writeFile(join(folder, 'a.mp4'), fakeMedia(10, 'depth'));
    const body = { path: folder, stable_seconds: 0, depth: 'preview', modules: ['scenes', 'transcription'] };
    const { id } = (await local.post('/watch-folders', body)).body;
    await local.post(`/watch-folders/${id}/scan`);
    const [file] = (await local.get(`/watch-folders/${id}/files?outcome=queued`)).body;
    await local.settled(file.job_id);
    const job = server.store.jobs.get((await local.get('/profile')).body.id, file.job_id);
    expect([job?.job?.depth, job?.modules.map(({ module }) => module)]).toEqual(['preview', ['scenes']]);
  });

  test('leaves out what is there already, if asked', async () => {
    const folder = await tempFolder();
    await fs.writeFile(join(folder, 'old.mp4'), fakeMedia(10, 'old'));
    const body = { path: folder, stable_seconds: 0, existing: false };
    const { id } = (await local.post('/watch-folders', body)).body;
    await fs.writeFile(join(folder, 'new.mp4'), fakeMedia(10, 'new'));
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 1 });
  });

  test.each([
    ['a relative path', { path: 'footage' }, 400],
    ['no folder', { path: '/no/such/folder' }, 404],
    ['an unknown project', { path: '/tmp', project_id: '999' }, 404],
    ['an unknown module', { path: '/tmp', modules: ['taste'] }, 400],
  ])('refuses %s', async (_, body, status) => {
    expect((await local.post('/watch-folders', body)).status).toBe(status);
  });

  test('refuses the library itself, a folder twice, and keys without full access', async () => {
    expect((await local.post('/watch-folders', { path: join(server.dataFolder, 'storage') })).status).toBe(403);
    const folder = await tempFolder();
    expect((await local.post('/watch-folders', { path: folder })).status).toBe(201);
    expect((await local.post('/watch-folders', { path: `${folder}/` })).status).toBe(409);
    const key = (await local.post('/keys', { name: 'script', scope: 'write' })).body.raw_key;
    expect((await createClient(server, key).post('/watch-folders', { path: folder })).status).toBe(403);
  });
});
