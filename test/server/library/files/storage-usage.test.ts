import { existsSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidV7 } from '../../../../src/base/ids.ts';
import { startServer } from '../../../../src/server/start.ts';
import { type Client, localClient, otherClient } from '../../../fixtures/client.ts';
import { fakeMedia, startTestServer, type TestServer, testHost } from '../../../fixtures/server.ts';
import { createTempFolder } from '../../../fixtures/temp.ts';
import { waitUntil } from '../../../fixtures/wait.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server.close());

test("sums the usage of each kind, with shared files for the machine's user", async () => {
  const { jobId } = await client.upload('a.mp4', fakeMedia(10));
  const folder = join(server.dataFolder, 'stills', jobId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'poster.jpg'), Buffer.alloc(1000));
  await mkdir(join(server.dataFolder, 'models', 'x'), { recursive: true });
  await writeFile(join(server.dataFolder, 'models', 'x', 'weights.bin'), Buffer.alloc(5000));
  await mkdir(join(server.dataFolder, 'models', '.prepared'));
  await writeFile(join(server.dataFolder, 'models', '.prepared', 'copy.onnx'), Buffer.alloc(700));
  await writeFile(join(server.dataFolder, 'models', 'speech-speed.json'), '{}');
  const { body } = await client.get('/storage/summary');
  expect(body).toMatchObject({
    originals: { files: 1, bytes: fakeMedia(10).length },
    copies: { files: 0, bytes: 0 },
    stills: { files: 1, bytes: 1000 },
    installation: { models: { files: 1, bytes: 5000 } },
  });
  const { models, database, other } = body.installation;
  expect(database.bytes).toBeGreaterThan(10_000);
  const parts = [body.originals, body.copies, body.stills, body.trash, models, database, other];
  expect(body.total_bytes).toBe(parts.reduce((sum, { bytes }) => sum + bytes, 0));

  await client.post(`/videos/${jobId}/trash`);
  const after = (await client.get('/storage/summary')).body;
  expect(after).toMatchObject({ originals: { files: 0, bytes: 0 }, stills: { files: 0, bytes: 0 } });
  expect(after.trash).toEqual({ files: 2, bytes: fakeMedia(10).length + 1000 });
  await client.post(`/videos/${jobId}/restore`);

  const stranger = await otherClient(server);
  expect((await stranger.get('/storage/summary')).body).toMatchObject({ installation: null, total_bytes: 0 });
});

/** Uploads a file without registering it. */
async function put(to: Client, name: string, content: string): Promise<string> {
  const { body } = await to.post('/storage/upload-url', { file_name: name, content_type: 'video/mp4' });
  await fetch(body.upload_url, { method: 'PUT', headers: { 'Content-Type': 'video/mp4' }, body: content });
  return body.file_path;
}

test("finds a duplicate by content regardless of its name, within the user's videos", async () => {
  const { jobId } = await client.upload('first.mp4', fakeMedia(12, 'same'));
  const filePath = await put(client, 'second.mp4', fakeMedia(12, 'same'));
  const unlike = await put(client, 'third.mp4', fakeMedia(12, 'soma'));
  const ask = (path: string) => client.get(`/storage/duplicates?file_path=${encodeURIComponent(path)}`);
  expect((await ask(filePath)).body).toMatchObject([{ job_id: jobId, name: 'first.mp4' }]);
  expect((await ask(unlike)).body).toEqual([]);
  const { storage_path } = (await client.get(`/videos/${jobId}`)).body;
  expect((await ask(storage_path)).body).toEqual([]);
  expect((await ask('users/999/x.mp4')).status).toBe(403);
  expect((await ask(filePath.replace('second', 'none'))).status).toBe(404);
  const stranger = await otherClient(server);
  const theirs = await put(stranger, 'mine.mp4', fakeMedia(12, 'same'));
  const { body } = await stranger.get(`/storage/duplicates?file_path=${encodeURIComponent(theirs)}`);
  expect(body).toEqual([]);
});

test('deletes orphans and files that are not media at start, and nothing else', async () => {
  const temporary = await createTempFolder();
  const data = temporary.path;
  await (await startServer(testHost(data), { port: 0 })).close();
  // A day and an hour after the database was created.
  const now = Date.now() + 90_000_000;
  const clock = { now: () => now };
  const gone = uuidV7();
  const unknown = '01890000-0000-7000-8000-000000000000';
  const write = async (path: string, text: string, age = 0) => {
    const file = join(data, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
    const then = now / 1000 - age;
    await utimes(file, then, then);
    return file;
  };
  const still = await write(`stills/${gone}/poster.jpg`, 'x');
  const copy = await write(`proxies/${gone}.0123456789ab.mp4`, 'x');
  const part = await write('clips/unfinished/1.mp4', 'x');
  const refused = await write('storage/users/1/notes.mp4', 'no video', 89_000);
  const fresh = await write('storage/users/1/fresh.mp4', 'no video', 60);
  const kept = await write('storage/users/1/kept.mp4', fakeMedia(10), 89_000);
  const older = await write(`stills/${unknown}/poster.jpg`, 'x');
  const refusedBefore = await write('storage/users/1/before.mp4', 'no video', 180_000);
  const probe = async (path: string) => {
    const { ReelscopeError } = await import('../../../../src/contract/errors.ts');
    if (path.includes('kept')) return { container: 'x', duration: 1, sizeBytes: 1, video: null, audio: null };
    throw new ReelscopeError('unreadable_media', 'No.');
  };
  const started = await startServer(testHost(data), {
    port: 0,
    clock,
    work: () => ({
      media: {
        probe,
        thumbnail: async () => false,
        shrink: async () => [],
        describeUpload: async () => null as never,
        describeStill: async () => null,
        describeStills: async () => [],
        embedForFrames: async () => null as never,
        embedFrames: async () => null as never,
        logo: async () => null as never,
        embed: async () => null as never,
      },
      jobs: { close: async () => {} } as never,
      close: async () => {},
    }),
  });
  const isGone = () => [still, copy, part, refused].every((file) => !existsSync(file));
  await waitUntil(isGone, { timeout: 30_000, interval: 20 });
  expect([fresh, kept, older, refusedBefore].every((file) => existsSync(file))).toBe(true);
  await started.close();
  await temporary.remove();
});

test('keeps stills, proxies, and clips when the database is missing or empty', async () => {
  const temporary = await createTempFolder();
  const data = temporary.path;
  const made = await startServer(testHost(data), { port: 0 });
  await made.close();
  const jobId = uuidV7();
  const files = [`stills/${jobId}/poster.jpg`, `proxies/${jobId}.0123456789ab.mp4`].map((path) => join(data, path));
  for (const file of files) {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, 'x');
  }
  for (const suffix of ['', '-wal', '-shm']) await rm(join(data, `reelscope.db${suffix}`), { force: true });
  // The start that creates the database, and the next one, whose database is still younger than the files.
  for (let start = 0; start < 2; start++) {
    const started = await startServer(testHost(data), { port: 0 });
    await delay(500);
    await started.close();
    expect(files.every((file) => existsSync(file))).toBe(true);
  }
  await temporary.remove();
});
