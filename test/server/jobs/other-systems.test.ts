import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Client, localClient } from '../../fixtures/client.ts';
import { hold, imitate } from '../../fixtures/other-systems.ts';
import { fakeMedia, startTestServer, type TestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';

vi.mock('node:fs/promises', async (original) =>
  (await import('../../fixtures/other-systems.ts')).otherSystem(await original()),
);

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterAll(() => server?.close());

/** A video that is being analyzed. */
async function analyzed(name: string) {
  server.hold.on = true;
  const { jobId, filePath } = await client.upload(name, new TextEncoder().encode(fakeMedia(10, name)));
  await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
  await waitUntil(async () => (await client.get(`/processing/${jobId}/status`)).body.status === 'processing');
  return { jobId, filePath, file: join(server.dataFolder, 'storage', filePath) };
}

it('deletes a video in the middle of its analysis, once a virus scanner has closed its files', async () => {
  imitate({ platform: 'win32', holdsOpenFiles: true });
  const { jobId, filePath, file } = await analyzed('scanned.mp4');
  const close = hold(file, 'EPERM');
  setTimeout(close, 300);
  expect((await client.delete(`/videos/${jobId}`)).status).toBe(200);
  expect((await client.delete(`/storage/files?file_path=${encodeURIComponent(filePath)}`)).status).toBe(200);
  await expect(fs.stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await client.get(`/videos/${jobId}`)).status).toBe(404);
});

it.each([
  ['no hard links (exFAT)', { link: 'EISDIR', platform: 'win32' }],
  ['no links and no modes', { symlink: 'EPERM', chmod: 'ENOTSUP', platform: 'win32' }],
  ['names without case or composition', { foldsNames: true, platform: 'darwin' }],
] as const)('analyzes, repeats, and deletes a video on a system with %s', async (name, differences) => {
  imitate(differences);
  const { jobId, filePath, file } = await analyzed(`Zu\u0308rich ${name}.mp4`);
  server.finish(jobId);
  expect((await client.get(`/videos/${jobId}`)).body.status).toBe('completed');
  server.hold.on = false;
  expect((await client.post(`/videos/${jobId}/process`, { modules: ['ocr'] })).status).toBe(200);
  await waitUntil(async () => (await client.get(`/videos/${jobId}`)).body.status === 'completed');
  expect((await client.delete(`/videos/${jobId}`)).status).toBe(200);
  expect((await client.delete(`/storage/files?file_path=${encodeURIComponent(filePath)}`)).status).toBe(200);
  await expect(fs.stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
});

it('imports from drives that can’t tell the real path (RAM disks), and refuses them elsewhere', async () => {
  const source = join(await tempFolder(), 'ram.mp4');
  await fs.writeFile(source, fakeMedia(10, 'ram'));
  const importIt = () => client.post('/storage/import', { path: source, mode: 'copy' });
  imitate({ realpath: 'EISDIR', platform: 'win32' });
  expect((await importIt()).status).toBe(200);
  const own = await client.post('/storage/import', { path: join(server.dataFolder, 'reelscope.db'), mode: 'copy' });
  expect(own.status).toBe(403);
  imitate({ realpath: 'EISDIR', platform: 'linux' });
  expect((await importIt()).status).toBeGreaterThanOrEqual(400);
});
