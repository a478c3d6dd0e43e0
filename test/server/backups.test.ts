import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { openDatabase } from '../../src/db/open.ts';
import { requireSoundLibrary } from '../../src/db/recovery/backup.ts';
import { backupName } from '../../src/db/recovery/backup-names.ts';
import { addUser, addVideo, testStore } from '../db/store-fixture.ts';
import { localClient } from '../fixtures/client.ts';
import { seedPeople } from '../fixtures/people.ts';
import { fakeMedia, movableClock, startTestServer } from '../fixtures/server.ts';
import { tempFolder } from '../fixtures/temp.ts';

async function setUp(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  onTestFinished(() => server.close());
  return { server, client: localClient(server), folder: join(server.dataFolder, 'backups') };
}

describe('backups', () => {
  it('lets a host read the activity while the library is reopened', async () => {
    let read = (): void => {};
    const { server, client } = await setUp({ onStatement: () => read() });
    const { name } = (await client.call('POST', '/backups', {})).body;
    const states: (number | Error)[] = [];
    read = () => {
      const again = read;
      read = () => {};
      try {
        states.push(server.activity.snapshot().running);
      } catch (error) {
        states.push(error as Error);
      }
      read = again;
    };
    expect((await client.call('POST', '/backups/restore', { name })).status).toBe(200);
    expect(new Set(states)).toEqual(new Set([0]));
  });

  it('copies a library under writes, and restores it while the server runs', async () => {
    const { server, client, folder } = await setUp();
    const { jobId } = await client.upload('before.mp4', fakeMedia());
    await client.call('PATCH', `/videos/${jobId}`, { name: 'before' });
    // Writes go on during the backup.
    let isWriting = true;
    const writes = (async () => {
      let count = 0;
      while (isWriting) await client.call('POST', '/projects', { name: `project ${count++}` });
      return count;
    })();
    const made = await client.call('POST', '/backups', {});
    isWriting = false;
    expect(await writes).toBeGreaterThan(0);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ kind: 'manual', size_bytes: expect.any(Number) });
    await requireSoundLibrary(join(folder, made.body.name));

    await client.call('PATCH', `/videos/${jobId}`, { name: 'after' });
    const second = await client.upload('second.mp4', fakeMedia());
    const stream = await fetch(`${server.apiUrl}/events`, { headers: { authorization: `Bearer ${server.token}` } });
    const restored = await client.call('POST', '/backups/restore', { name: made.body.name });
    expect(restored).toMatchObject({ status: 200, body: { ok: true } });
    expect((await client.get('/videos')).body.map((video: { name: string }) => video.name)).toEqual(['before']);
    // Streams of the library before end, so that clients connect again.
    await expect(stream.text()).rejects.toThrow();
    // The source file of the video that was added later is still there, and so is its library.
    const files = (await client.get('/storage/files')).body.files.map((file: { file_path: string }) => file.file_path);
    expect(files.some((path: string) => path.endsWith('/second.mp4'))).toBe(true);
    const list = (await client.get('/backups')).body.backups;
    expect(list.map(({ kind }: { kind: string }) => kind)).toEqual(['restore', 'manual']);
    await client.call('POST', '/backups/restore', { name: restored.body.set_aside });
    expect((await client.get(`/videos/${second.jobId}`)).status).toBe(200);
    expect((await client.get(`/videos/${jobId}`)).body.name).toBe('after');
    // Analysis works in the reopened library.
    await client.call('POST', `/videos/${jobId}/process`, { modules: ['ocr'] });
    await expect.poll(async () => (await client.get(`/videos/${jobId}`)).body.status).toBe('completed');
  });

  it('keeps people out of the library that a restore sets aside', async () => {
    const { server, client, folder } = await setUp();
    const project = (await client.post('/projects', { name: 'p' })).body.id;
    const { jobId } = await client.upload('a.mp4', fakeMedia());
    await client.patch(`/videos/${jobId}`, { project_id: project });
    const made = (await client.call('POST', '/backups', {})).body.name;
    const name = 'Wilhelmina Findable';
    seedPeople(server.store, server.store.videos.get(1, jobId)!, [{ name, tracks: [{ start: 0, end: 1 }] }]);
    const { body } = await client.call('POST', '/backups/restore', { name: made });
    for (const file of await readdir(folder)) expect((await readFile(join(folder, file))).includes(name)).toBe(false);
    // All else is kept.
    await client.call('POST', '/backups/restore', { name: body.set_aside });
    expect((await client.get(`/projects/${project}/people`)).body).toMatchObject({ enabled: false, people: [] });
    expect((await client.get(`/videos/${jobId}`)).body.project_id).toBe(project);
  });

  it('removes people that a kill left in a library that was set aside, at the next start', async () => {
    const { client, folder } = await setUp();
    const { store, path } = await testStore();
    const userId = addUser(store);
    const { id: projectId } = store.projects.create(userId, { name: 'p', description: null });
    const video = store.videos.update(userId, addVideo(store, userId).jobId, { projectId })!;
    seedPeople(store, video, [{ name: 'Wilhelmina Findable', tracks: [{ start: 0, end: 1 }] }]);
    store.close();
    await mkdir(folder, { recursive: true });
    const left = join(folder, backupName('restore', 1));
    await copyFile(path, left);
    const hasName = async () => (await readFile(left)).includes('Wilhelmina Findable');
    expect(await hasName()).toBe(true);
    const made = (await client.call('POST', '/backups', {})).body.name;
    await client.call('POST', '/backups/restore', { name: made });
    await expect.poll(hasName, { timeout: 10_000 }).toBe(false);
    await requireSoundLibrary(left);
  });

  it('refuses what is not a library, damaged, or newer, and changes nothing', async () => {
    const { client, folder } = await setUp();
    await client.upload('kept.mp4', fakeMedia());
    const made = (await client.call('POST', '/backups', {})).body.name;
    const elsewhere = await tempFolder();
    const restore = (path: string) => client.call('POST', '/backups/restore', { path });
    const text = join(elsewhere, 'text.db');
    await writeFile(text, 'no database');
    expect(await restore(text)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    const other = join(elsewhere, 'other.db');
    new BetterSqlite3(other).exec('CREATE TABLE a (x)').close();
    expect(await restore(other)).toMatchObject({ status: 400 });
    const damaged = join(elsewhere, 'damaged.db');
    const bytes = await readFile(join(folder, made));
    bytes.fill(0x5a, 8192 * 4, bytes.length);
    await writeFile(damaged, bytes);
    const refused = await restore(damaged);
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'library_damaged' } } });
    expect(refused.body.error.message).toMatch(/^The backup .* is damaged\. Choose another one\.$/);
    const newer = join(elsewhere, 'newer.db');
    await copyFile(join(folder, made), newer);
    new BetterSqlite3(newer).exec("INSERT INTO migrations VALUES (999, 'future', 0)").close();
    expect(await restore(newer)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await restore(join(elsewhere, 'missing.db'))).toMatchObject({ status: 404 });
    expect((await client.get('/videos')).body).toHaveLength(1);
    expect(await readdir(folder)).toEqual([made]);
  });

  it('copies source files on request, and brings missing ones back', async () => {
    const { client, server } = await setUp();
    const { jobId, filePath } = await client.upload('clip.mp4', fakeMedia());
    const target = join(await tempFolder(), 'everything');
    // A file that stays in its place is part of it as well.
    const camera = join(await tempFolder(), 'camera.mp4');
    await writeFile(camera, fakeMedia(20));
    const { body: referenced } = await client.post('/storage/import', { path: camera, mode: 'reference' });
    await client.post('/processing/register-upload', { file_path: referenced.file_path, file_name: 'camera.mp4' });
    expect((await client.call('POST', '/backups', { path: target, media: true })).status).toBe(201);
    await client.call('DELETE', '/storage/files', { file_path: filePath });
    await client.call('POST', '/backups/restore', { path: target });
    expect(await readFile(join(server.dataFolder, 'storage', filePath), 'utf8')).toBe(fakeMedia());
    expect((await client.get(`/videos/${jobId}/media`)).body.source_exists).toBe(true);
    expect(await readFile(join(target, 'storage', referenced.file_path), 'utf8')).toBe(fakeMedia(20));
    expect((await client.get('/backups')).body.progress).toBeNull();
    expect(await client.call('POST', '/backups', { path: target, media: true })).toMatchObject({ status: 409 });
  });

  it('makes a daily copy, and keeps as many as the options say', async () => {
    const clock = movableClock();
    const { client, server, folder } = await setUp({ clock });
    await client.call('PATCH', '/storage/options', { kept_backups: 2 });
    const kinds = async () => (await readdir(folder).catch(() => [])).map((name) => name.replace(/.*-|\.db/g, ''));
    await server.services.backups.check();
    await server.services.backups.check();
    expect(await kinds()).toEqual(['daily']);
    for (let day = 0; day < 3; day++) {
      clock.moveBy(25 * 3_600_000);
      await server.services.backups.check();
    }
    expect(await kinds()).toEqual(['daily', 'daily']);
    await client.call('PATCH', '/storage/options', { daily_backups: false });
    clock.moveBy(25 * 3_600_000);
    await server.services.backups.check();
    expect(await kinds()).toHaveLength(2);
  });

  it('copies a library before its migration', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'reelscope.db');
    const old = new BetterSqlite3(path);
    migrate(old, MIGRATIONS.slice(0, -1));
    old.close();
    const backupFolder = join(folder, 'backups');
    openDatabase({ path, backupFolder }).close();
    const [name] = await readdir(backupFolder);
    expect(name).toMatch(/-migration\.db$/);
    await requireSoundLibrary(join(backupFolder, name!));
    openDatabase({ path: join(folder, 'new.db'), backupFolder }).close();
    expect(await readdir(backupFolder)).toHaveLength(1);
  });

  it('is for the local user only, and deletes only backups', async () => {
    const { client, server, folder } = await setUp();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'notes.txt'), 'x');
    for (const name of ['notes.txt', '..%2Freelscope.db', backupName('daily', 0)])
      expect((await client.call('DELETE', `/backups/${name}`)).status).toBe(404);
    const { name } = (await client.call('POST', '/backups', {})).body;
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect((await client.call('DELETE', `/backups/${name}`)).status).toBe(200);
    expect(await readdir(folder)).toEqual(['notes.txt']);
    expect((await fetch(`${server.apiUrl}/backups`)).status).toBe(401);
  });
});
