import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../../src/db/index.ts';
import { createPendingCopies } from '../../../../src/server/library/files/pending-copies.ts';
import { SourceFiles } from '../../../../src/server/library/files/source-files.ts';
import { ObjectStore } from '../../../../src/storage/object-store.ts';
import { localClient } from '../../../fixtures/client.ts';
import { fakeMedia, startTestServer } from '../../../fixtures/server.ts';
import { slowDisk } from '../../../fixtures/slow-disk.ts';
import { tempFolder } from '../../../fixtures/temp.ts';

const CONTENT = fakeMedia(10, 'x'.repeat(3_000_000));
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const LATER = fakeMedia(10, 'y'.repeat(3_000_000));
const NAME = 'clip.mp4';

async function start() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const client = localClient(server);
  const original = join(await tempFolder(), NAME);
  await writeFile(original, CONTENT);
  const add = async () => {
    const request = { path: original, import_id: crypto.randomUUID(), wait: false };
    const { body: imported } = await client.post('/storage/import', request);
    const { file_path } = imported;
    const { body } = await client.post('/processing/register-upload', { file_path, file_name: NAME });
    return { imported, jobId: body.job_id as string, filePath: file_path as string, importId: request.import_id };
  };
  const play = async (jobId: string) =>
    (await fetch((await client.get(`/videos/${jobId}/playback`)).body.playback_url)).text();
  const imports = async () => (await client.get('/storage/imports')).body;
  const media = async (jobId: string) => (await client.get(`/videos/${jobId}/media`)).body;
  return { server, client, original, add, play, imports, media };
}

afterEach(() => void vi.restoreAllMocks());

describe('a file that is copied in the background', () => {
  test('is analyzed and played where it is, then from its copy', async () => {
    const disk = slowDisk();
    const { server, client, original, add, play, imports, media } = await start();
    const { imported, jobId, filePath, importId } = await add();
    expect(imported).toMatchObject({ referenced: false, copying: true });
    expect(await imports()).toMatchObject([
      { import_id: importId, done_bytes: 1000, total_bytes: CONTENT.length, error: null },
    ]);
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    expect((await client.settled(jobId)).body.status).toBe('completed');
    expect(await play(jobId)).toBe(CONTENT);
    expect(existsSync(join(server.dataFolder, 'storage', filePath))).toBe(false);

    disk.copy();
    await expect.poll(imports).toEqual([]);
    await rm(original);
    expect(await play(jobId)).toBe(CONTENT);
    expect(await media(jobId)).toMatchObject({ source_state: 'ok', referenced_path: null, sha256: SHA256 });
    expect(await readFile(join(server.dataFolder, 'storage', filePath), 'utf8')).toBe(CONTENT);
  });

  test('leaves nothing if its video is deleted meanwhile', async () => {
    const disk = slowDisk();
    const { server, client, original, add, imports } = await start();
    const { jobId } = await add();
    await client.delete(`/videos/${jobId}?permanent=true`);
    await client.delete('/trash');
    disk.copy();
    await expect.poll(imports).toEqual([]);
    expect(await readdir(join(server.dataFolder, 'storage', 'users', '1')).catch(() => [])).toEqual([]);
    expect(existsSync(original)).toBe(true);
  });

  test('is kept where it is if it changes meanwhile, which its video shows', async () => {
    const disk = slowDisk();
    const { client, original, server, add, imports, media } = await start();
    const { jobId } = await add();
    await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    await client.settled(jobId);
    await writeFile(original, fakeMedia(10, 'y'.repeat(3_000_000)));
    disk.copy();
    await expect.poll(imports).toEqual([]);
    expect(await media(jobId)).toMatchObject({ source_state: 'changed', referenced_path: original });
    expect(await readdir(join(server.dataFolder, 'storage', 'users', '1'))).toEqual([]);
  });

  test('is listed with the reason of a failed copy, and used where it is', async () => {
    vi.spyOn(ObjectStore.prototype, 'cloneFile').mockResolvedValue(undefined);
    vi.spyOn(ObjectStore.prototype, 'copyFile').mockRejectedValue(
      Object.assign(new Error('input/output error'), { code: 'EIO' }),
    );
    const { add, imports, play } = await start();
    const { jobId } = await add();
    await expect.poll(imports).toMatchObject([{ error_code: 'internal', error: 'input/output error' }]);
    expect(await play(jobId)).toBe(CONTENT);
  });

  test('is refused if the disk has no room for it', async () => {
    slowDisk();
    vi.spyOn(ObjectStore.prototype, 'freeBytes').mockResolvedValue(1000);
    const { client, original } = await start();
    const answer = await client.post('/storage/import', { path: original, wait: false });
    expect(answer.body.error.code).toBe('storage_full');
  });
});

describe('copies of an earlier process', () => {
  async function library() {
    const folder = await tempFolder();
    const original = join(folder, NAME);
    await writeFile(original, CONTENT);
    const store = openStore({ path: ':memory:' });
    onTestFinished(() => store.close());
    const objects = await ObjectStore.open(join(folder, 'storage'));
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const files = new SourceFiles({ store, objects, log });
    onTestFinished(() => files.close());
    const { id: userId } = store.users.findOrCreate('test', 'one').user;
    const storagePath = `users/${userId}/${NAME}`;
    await files.reference(userId, storagePath, original, true);
    const resume = (isResuming = true) => createPendingCopies({ store, objects, files, log, isResuming });
    const row = () => store.sourceFiles.get(userId, storagePath);
    return { original, objects, files, path: { userId, fileName: NAME }, resume, row };
  }

  test('begin again', async () => {
    const { resume, row, objects, path } = await library();
    const first = resume();
    await first.close();
    expect(row()).toMatchObject({ isCopying: 1 });
    const second = resume();
    await expect.poll(row).toMatchObject({ isCopying: 0, location: null });
    await second.close();
    expect(await readFile(objects.fileOf(path), 'utf8')).toBe(CONTENT);
  });

  test('are taken as they are if they were complete', async () => {
    const { original, objects, path, resume, row } = await library();
    await objects.importFile(original, path);
    const copies = resume();
    await expect.poll(row).toMatchObject({ isCopying: 0, location: null });
    await copies.close();
  });

  test.each([
    ['changed', (original: string) => writeFile(original, 'changed')],
    ['is gone', (original: string) => rm(original)],
  ])('are taken if they were complete and the source %s', async (_case, spoil) => {
    const { original, objects, path, resume, row } = await library();
    await objects.importFile(original, path);
    await spoil(original);
    const copies = resume();
    await expect.poll(row).toMatchObject({ isCopying: 0, location: null });
    await copies.close();
    expect(await readFile(objects.fileOf(path), 'utf8')).toBe(CONTENT);
  });

  test('are replaced if the library knows a later state of the source', async () => {
    const { original, objects, path, files, row, resume } = await library();
    await objects.importFile(original, path);
    await writeFile(original, LATER);
    await files.reference(path.userId, row()!.storagePath, original, true);
    const copies = resume();
    await expect.poll(row).toMatchObject({ isCopying: 0, location: null });
    await copies.close();
    expect(await readFile(objects.fileOf(path), 'utf8')).toBe(LATER);
  });

  test('wait for a server that stays', async () => {
    const { resume, row } = await library();
    await resume(false).close();
    expect(row()).toMatchObject({ isCopying: 1 });
  });
});
