import { createHash, randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { type Client, createClient, localClient } from '../../fixtures/client.ts';
import { extendedTest } from '../../fixtures/extended.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { noLinks } from '../../fixtures/this-system.ts';

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
    for (const file of [one, other]) await fs.writeFile(file, 'no video'.padEnd(60));
    const { id } = (await local.post('/watch-folders', { path: folder, stable_seconds: 0, modules: ['scenes'] })).body;
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 0, failed: 2 });
    /** Replaces a file at once by one of the same size and time, so that no scan takes it for a new one. */
    const repair = async (file: string) => {
      const { atime, mtime, size } = await fs.stat(file);
      const repaired = join(await tempFolder(), 'repaired.mp4');
      await fs.writeFile(repaired, fakeMedia(11, randomUUID()).padEnd(size));
      await fs.utimes(repaired, atime, mtime);
      await fs.rename(repaired, file);
      expect((await fs.stat(file)).size).toBe(size);
    };
    const retry = (body: object = {}) => local.post(`/watch-folders/${id}/retry`, body);
    await local.patch(`/watch-folders/${id}`, { enabled: false });
    await repair(one);
    expect((await retry({ path: one })).body).toMatchObject({ analyzed: 0, failed: 1 });
    for (const path of [one, join(folder, 'none.mp4')]) expect((await retry({ path })).status).toBe(404);
    await local.patch(`/watch-folders/${id}`, { enabled: true });
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 1, failed: 1 });
    // Tried at once, in vain.
    expect((await retry()).body).toMatchObject({ analyzed: 1, failed: 1 });
    await local.patch(`/watch-folders/${id}`, { enabled: false });
    await repair(other);
    expect((await retry()).body).toMatchObject({ analyzed: 1, failed: 0 });
    await local.patch(`/watch-folders/${id}`, { enabled: true });
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 2, failed: 0 });
    const key = (await local.post('/keys', { name: 'retry', scope: 'write' })).body.raw_key;
    expect((await createClient(server, key).post(`/watch-folders/${id}/retry`, {})).status).toBe(403);
  });

  test.each(['copy', 'reference'] as const)(
    'ends with one video of a file that grew, with its edits: %s',
    async (mode) => {
      const folder = await tempFolder();
      const path = join(folder, 'recording.mkv');
      const content = fakeMedia(6, `recording ${mode} `.padEnd(9000, randomUUID()));
      await fs.writeFile(path, fakeMedia(3, content.slice(7, 5000)));
      const { id } = (
        await local.post('/watch-folders', { path: folder, stable_seconds: 0, modules: ['scenes'], mode })
      ).body;
      await local.post(`/watch-folders/${id}/scan`);
      const [video] = (await local.get('/videos')).body.filter(
        ({ name }: { name: string }) => name === 'recording.mkv',
      );
      await local.settled(video.job_id);
      const segment = { module: 'transcription', content: 'Mine', start_time: 1, end_time: 2 };
      expect((await local.post(`/videos/${video.job_id}/segments`, segment)).status).toBe(201);
      await local.patch(`/videos/${video.job_id}`, { name: `My recording ${mode}` });
      // As after a restart: the next watcher reads from the database what was handled.
      await local.patch(`/watch-folders/${id}`, { enabled: false });
      await using file = await fs.open(path, 'r+');
      await file.write(content);
      await local.patch(`/watch-folders/${id}`, { enabled: true });
      expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({
        analyzed: 1,
        failed: 0,
        error: null,
      });
      await local.settled(video.job_id);
      const videos = (await local.get('/videos')).body;
      const own = videos.filter(
        ({ name }: { name: string }) => name === 'recording.mkv' || name === `My recording ${mode}`,
      );
      expect(own).toMatchObject([
        { job_id: video.job_id, name: `My recording ${mode}`, duration: 6, status: 'completed' },
      ]);
      const { body } = await local.get(`/results/job/${video.job_id}`);
      expect(body.segments.map(({ content }: { content: string }) => content)).toContain('Mine');
      expect((await local.get(`/videos/${video.job_id}/media`)).body).toMatchObject({ source_state: 'ok' });
      await local.delete(`/watch-folders/${id}`);
    },
  );

  test.skipIf(noLinks)(`imports what was opened, not what is at its path meanwhile${noLinks}`, async () => {
    const folder = await fs.realpath(await tempFolder());
    const [path, secret] = [join(folder, 'a.mp4'), join(folder, 'secret.mp4')];
    const content = fakeMedia(7, randomUUID());
    await fs.writeFile(path, content);
    await fs.writeFile(secret, fakeMedia(8, 'secret'));
    await using handle = await fs.open(path);
    const contentHash = createHash('sha256').update(content).digest('hex');
    await fs.rm(path);
    await fs.symlink(secret, path);
    const { imports } = server.services;
    const opened = { handle, real: path, contentHash };
    const { file_path } = await imports.importFile(1, path, 'opened.mp4', { mode: 'copy', reuse: true, opened });
    expect(await fs.readFile(join(server.dataFolder, 'storage', file_path), 'utf8')).toBe(content);
    await expect(imports.importFile(1, path, 'left.mp4', { mode: 'reference', reuse: true, opened })).rejects.toThrow();
  });

  test('makes another video of another file at the same path', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'latest.mkv');
    await fs.writeFile(path, fakeMedia(3, 'one'.padEnd(5000, randomUUID())));
    const body = { path: folder, stable_seconds: 0, modules: ['scenes'], mode: 'copy' };
    const { id } = (await local.post('/watch-folders', body)).body;
    await local.post(`/watch-folders/${id}/scan`);
    await fs.writeFile(path, fakeMedia(4, 'other'.padEnd(9000, randomUUID())));
    await local.post(`/watch-folders/${id}/scan`);
    const videos = (await local.get('/videos')).body.filter(({ name }: { name: string }) => name === 'latest.mkv');
    expect(videos.map(({ duration }: { duration: number }) => duration).sort()).toEqual([3, 4]);
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

  test('imports a file once that is in two watched folders', async () => {
    const folder = await tempFolder();
    await fs.mkdir(join(folder, 'sub'));
    await fs.writeFile(join(folder, 'sub', 'a.mp4'), fakeMedia(10, 'nested').padEnd(20_000_000));
    const ids: string[] = [];
    for (const path of [folder, join(folder, 'sub')]) {
      const request = { path, stable_seconds: 0, modules: ['scenes'], mode: 'copy', enabled: false };
      ids.push((await local.post('/watch-folders', request)).body.id);
    }
    const before = (await local.get('/videos')).body.length;
    await Promise.all(ids.map((id) => local.patch(`/watch-folders/${id}`, { enabled: true })));
    const scans = await Promise.all(ids.map((id) => local.post(`/watch-folders/${id}/scan`)));
    expect(scans.map(({ body }) => body.analyzed + body.known)).toEqual([1, 1]);
    expect(scans[0]!.body.analyzed + scans[1]!.body.analyzed).toBe(1);
    expect((await local.get('/videos')).body.length - before).toBe(1);
  });

  test('analyzes a file that was changed in place after its analysis as a new video', async () => {
    const folder = await tempFolder();
    const file = join(folder, 'cut.mp4');
    await fs.writeFile(file, fakeMedia(10, 'half'));
    const request = { path: folder, stable_seconds: 0, modules: ['scenes'], mode: 'reference' };
    const { id } = (await local.post('/watch-folders', request)).body;
    const jobs: string[] = [];
    for (const seconds of [20, 30]) {
      await local.post(`/watch-folders/${id}/scan`);
      const [newest] = (await local.get(`/watch-folders/${id}/files?outcome=queued`)).body;
      jobs.push(newest.job_id);
      await local.settled(newest.job_id);
      await fs.writeFile(file, fakeMedia(seconds, 'whole, and longer'.repeat(seconds)));
    }
    expect((await local.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ analyzed: 1, known: 0 });
    const durations = (await local.get('/videos')).body
      .filter(({ name }: { name: string }) => name === 'cut.mp4')
      .map(({ duration }: { duration: number }) => duration);
    expect(durations.sort()).toEqual([10, 20, 30]);
    expect(new Set(jobs).size).toBe(2);
  });

  extendedTest('answers a request for a scan before a long one has ended', async () => {
    const registering = Promise.withResolvers<void>();
    const slow = await startTestServer({
      async probe() {
        await registering.promise;
        throw new ReelscopeError('unreadable_media', 'Not a video.');
      },
    });
    onTestFinished(() => slow.close());
    const client = localClient(slow);
    const folder = await tempFolder();
    await fs.writeFile(join(folder, 'a.mp4'), fakeMedia());
    const { id } = (await client.post('/watch-folders', { path: folder, stable_seconds: 0 })).body;
    expect((await client.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ waiting: 1, failed: 0 });
    registering.resolve();
    expect((await client.post(`/watch-folders/${id}/scan`)).body).toMatchObject({ waiting: 0, failed: 1 });
  });

  test.skipIf(noLinks)(`recognizes a folder behind a link${noLinks}`, async () => {
    const folder = await tempFolder();
    const link = join(await tempFolder(), 'link');
    await fs.symlink(folder, link);
    expect((await local.post('/watch-folders', { path: folder })).status).toBe(201);
    const twice = await local.post('/watch-folders', { path: link });
    expect([twice.status, twice.body.error.message]).toEqual([409, `The folder ${folder} is already watched.`]);
  });

  test.skipIf(process.platform === 'win32')('refuses a folder that may not be read', async () => {
    const folder = await tempFolder();
    await fs.chmod(folder, 0);
    const isRoot = process.getuid?.() === 0;
    for (const existing of [true, false]) {
      if (isRoot) process.seteuid?.(65_534);
      const refused = await local
        .post('/watch-folders', { path: folder, existing })
        .finally(() => isRoot && process.seteuid?.(0));
      expect([refused.status, refused.body.error.message]).toEqual([403, `No permission to read ${folder}.`]);
    }
    expect((await local.get('/watch-folders')).body.map(({ path }: { path: string }) => path)).not.toContain(folder);
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
