import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ReelscopeError } from '../../../../src/contract/errors.ts';
import { ObjectStore } from '../../../../src/storage/object-store.ts';
import { type Client, localClient, otherClient } from '../../../fixtures/client.ts';
import { fakeMedia, movableClock, startTestServer, type TestServer } from '../../../fixtures/server.ts';
import { tempFolder } from '../../../fixtures/temp.ts';

const clock = movableClock();
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock, uploadLimitBytes: 5_000_000 });
  client = localClient(server);
});
afterAll(() => server.close());

const place = async (name = 'clip.mp4', type = 'video/mp4') =>
  (await client.post('/storage/upload-url', { file_name: name, content_type: type })).body as {
    upload_url: string;
    file_path: string;
    sanitized_filename: string;
  };
const put = async (url: string, body: string, headers: Record<string, string> = { 'Content-Type': 'video/mp4' }) => {
  const response = await fetch(url, { method: 'PUT', headers, body });
  return { status: response.status, body: JSON.parse(await response.text()) };
};
const changed = (url: string, change: (url: URL) => void) => {
  const copy = new URL(url);
  change(copy);
  return copy.href;
};
const arriving = () => readdir(join(server.dataFolder, 'storage', 'incoming'));

describe('upload', () => {
  test('queues the analysis of a new video together with its registration', async () => {
    const { body: project } = await client.post('/projects', { name: 'Field work' });
    const { upload_url, file_path } = await place('field.mp4');
    await put(upload_url, fakeMedia(8));
    const request = {
      file_path,
      file_name: 'field.mp4',
      project_id: project.id,
      selected_insights: '["scenes"]',
    };
    expect((await client.post('/processing/register-upload', { ...request, project_id: '999' })).status).toBe(404);
    const { body } = await client.post('/processing/register-upload', request);
    expect(body).toMatchObject({ alreadyExists: false });
    const video = async () => (await client.get(`/videos/${body.job_id}`)).body;
    expect(await video()).toMatchObject({ project_id: project.id });
    await expect.poll(async () => (await video()).status).toBe('completed');
    expect((await client.post('/processing/register-upload', request)).body).toMatchObject({ alreadyExists: true });
    expect(await video()).toMatchObject({ status: 'completed' });
  });

  test('stores a file at the presigned URL as a video', async () => {
    const { upload_url, file_path, sanitized_filename } = await place('Größe 1.mp4');
    expect([file_path, sanitized_filename]).toEqual(['users/1/Größe_1.mp4', 'Größe_1.mp4']);
    expect(await put(upload_url, fakeMedia(7))).toMatchObject({
      status: 200,
      body: { success: true, file_path, file_size: 7 },
    });
    const registered = await client.post('/processing/register-upload', { file_path, file_name: 'Größe 1.mp4' });
    expect(registered.body).toMatchObject({ success: true, alreadyExists: false });
    const again = await client.post('/processing/register-upload', { file_path, file_name: 'x' });
    expect(again.body).toEqual({ success: true, alreadyExists: true, job_id: registered.body.job_id });
    expect((await client.get(`/videos/${registered.body.job_id}`)).body).toMatchObject({
      name: 'Größe 1.mp4',
      status: 'uploaded',
      duration: 7,
      file_size: 7,
      storage_path: file_path,
    });
  });

  test('of the same file by two callers creates one video', async () => {
    const { upload_url, file_path } = await place();
    await put(upload_url, fakeMedia());
    const both = await Promise.all(
      [1, 2].map(() => client.post('/processing/register-upload', { file_path, file_name: 'a' })),
    );
    expect(both[0]!.body.job_id).toBe(both[1]!.body.job_id);
  });

  test('assigns each name once', async () => {
    const names = [];
    for (let i = 0; i < 3; i++) names.push((await place('same.mp4')).sanitized_filename);
    expect(names).toEqual(['same.mp4', 'same-2.mp4', 'same-3.mp4']);
  });

  test.each<[string, (url: string) => string, Record<string, string> | undefined]>([
    [
      'another name',
      (url) =>
        changed(url, (u) => {
          u.pathname = u.pathname.replace('clip', 'clap');
        }),
      undefined,
    ],
    [
      'another user',
      (url) =>
        changed(url, (u) => {
          u.pathname = u.pathname.replace('/1/', '/2/');
          u.searchParams.set('user', '2');
        }),
      undefined,
    ],
    ['a later end', (url) => changed(url, (u) => u.searchParams.set('expires', '99999999999')), undefined],
    ['an end that is no number', (url) => changed(url, (u) => u.searchParams.set('expires', 'never')), undefined],
    ['another signature', (url) => changed(url, (u) => u.searchParams.set('signature', 'a'.repeat(64))), undefined],
    [
      'half a signature',
      (url) => changed(url, (u) => u.searchParams.set('signature', u.searchParams.get('signature')!.slice(0, 32))),
      undefined,
    ],
    ['no signature', (url) => changed(url, (u) => u.searchParams.delete('signature')), undefined],
    [
      'another type in address and header',
      (url) => changed(url, (u) => u.searchParams.set('content_type', 'text/html')),
      { 'Content-Type': 'text/html' },
    ],
    ['another type in the header', (url) => url, { 'Content-Type': 'video/webm' }],
    ['the type left to any', (url) => changed(url, (u) => u.searchParams.set('content_type', '*/*')), undefined],
  ])('with %s is rejected, and leaves nothing', async (_, change, headers) => {
    const { upload_url, file_path } = await place();
    const answer = await put(change(upload_url), fakeMedia(), headers);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
    expect((await client.post('/processing/register-upload', { file_path, file_name: 'a' })).status).toBe(404);
  });

  test('works for 15 minutes, not longer', async () => {
    const [early, late] = [await place(), await place()];
    clock.moveBy(15 * 60_000 - 1000);
    expect((await put(early.upload_url, fakeMedia())).status).toBe(200);
    clock.moveBy(1000);
    expect((await put(late.upload_url, fakeMedia())).status).toBe(403);
  });

  test('answers 413 beyond the limit, and 409 for the same path twice', async () => {
    const { upload_url } = await place();
    expect((await put(upload_url, 'x'.repeat(5_000_001))).status).toBe(413);
    expect((await put(upload_url, fakeMedia())).status).toBe(200);
    expect((await put(upload_url, fakeMedia())).status).toBe(409);
  });

  test('leaves nothing after an interruption, and can be repeated', async () => {
    const { upload_url, file_path } = await place();
    const url = new URL(upload_url);
    const socket = connect(server.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `PUT ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: video/mp4\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(10_000)}`,
    );
    while ((await arriving()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.destroy();
    while ((await arriving()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await client.post('/processing/register-upload', { file_path, file_name: 'a' })).status).toBe(404);
    expect((await put(upload_url, fakeMedia())).status).toBe(200);
  });
});

describe('a cut upload', () => {
  /** Sends a request and closes the sending side before its body is complete; returns the answer. */
  const cut = async (method: string, upload_url: string, headers: string[], body: string) => {
    const url = new URL(upload_url);
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    const head = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, 'Content-Type: video/mp4'];
    socket.end(`${[...head, ...headers].join('\r\n')}\r\n\r\n${body}`);
    let answer = '';
    for await (const chunk of socket) answer += chunk;
    return answer;
  };

  test.each([
    ['announced', ['Content-Length: 100000'], fakeMedia()],
    ['chunked', ['Transfer-Encoding: chunked'], `5\r\n${fakeMedia().slice(0, 5)}\r\n`],
  ])('of %s length gets incomplete_upload', async (_, headers, body) => {
    const { upload_url } = await place();
    const answer = await cut('PUT', upload_url, headers, body);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"incomplete_upload"');
    expect(await arriving()).toEqual([]);
  });

  test('continues where it was cut', async () => {
    const { upload_url, file_path } = await place();
    const content = fakeMedia(8, 'x'.repeat(100_000));
    const headers = ['Upload-Offset: 0', 'Upload-Complete: ?1', `Content-Length: ${content.length}`];
    expect(await cut('PATCH', upload_url, headers, content.slice(0, 40_000))).toContain('"code":"incomplete_upload"');
    const state = await fetch(upload_url, { method: 'HEAD' });
    expect([state.headers.get('upload-offset'), state.headers.get('upload-complete')]).toEqual(['40000', '?0']);
    const last = { 'Upload-Offset': '40000', 'Upload-Complete': '?1' };
    const whole = await fetch(upload_url, { method: 'PATCH', headers: last, body: content.slice(40_000) });
    expect([whole.status, await whole.json()]).toEqual([200, { success: true, file_path, file_size: content.length }]);
    expect(await readFile(join(server.dataFolder, 'storage', file_path), 'utf8')).toBe(content);
    const after = await fetch(upload_url);
    expect(await after.json()).toEqual({ upload_offset: content.length, complete: true });
    expect((await client.post('/processing/register-upload', { file_path, file_name: 'a' })).status).toBe(200);
    expect(await readdir(join(server.dataFolder, 'storage', 'partial'))).toEqual([]);
  });
});

describe('an upload in parts', () => {
  const send = (url: string, offset: number | string, body: string, isLast = false) =>
    fetch(url, {
      method: 'PATCH',
      headers: { 'Upload-Offset': String(offset), ...(isLast && { 'Upload-Complete': '?1' }) },
      body,
    });

  test('is whole after the last one', async () => {
    const { upload_url, file_path } = await place();
    const first = await send(upload_url, 0, 'REEL ');
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5']);
    // Nothing is there before the end.
    expect((await client.post('/processing/register-upload', { file_path, file_name: 'a' })).status).toBe(404);
    expect((await send(upload_url, 5, '12 ', true)).status).toBe(200);
    const { body } = await client.post('/processing/register-upload', { file_path, file_name: 'a' });
    expect((await client.get(`/videos/${body.job_id}`)).body).toMatchObject({ duration: 12, file_size: 8 });
    expect((await send(upload_url, 8, 'more', true)).status).toBe(409);
  });

  test('refuses a part that does not fit, and names the offset', async () => {
    const { upload_url } = await place();
    await send(upload_url, 0, 'REEL ');
    for (const offset of [0, 4, 6]) {
      const answer = await send(upload_url, offset, '12 ', true);
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([409, '5']);
    }
    for (const offset of ['', '-1', '1.5', 'x']) expect((await send(upload_url, offset, '12 ')).status).toBe(400);
    expect((await send(upload_url, 5, 'x'.repeat(5_000_000))).status).toBe(413);
    expect(
      (
        await send(
          changed(upload_url, (url) => url.searchParams.set('user', '2')),
          5,
          'x',
        )
      ).status,
    ).toBe(403);
  });

  test('continues over a restart, with a new URL, and is deleted by its path', async () => {
    const { upload_url, file_path } = await place('long.mp4');
    await send(upload_url, 0, 'REEL ');
    clock.moveBy(15 * 60_000);
    expect((await send(upload_url, 5, '12 ', true)).status).toBe(403);
    // The name stays taken.
    expect((await place('long.mp4')).sanitized_filename).toBe('long-2.mp4');
    const objects = await ObjectStore.open(join(server.dataFolder, 'storage'));
    expect(await objects.partialBytes({ userId: 1, fileName: 'long.mp4' })).toBe(5);
    const renewal = { file_name: 'long.mp4', content_type: 'video/mp4', file_path };
    expect((await (await otherClient(server)).post('/storage/upload-url', renewal)).status).toBe(403);
    const { body } = await client.post('/storage/upload-url', renewal);
    expect((await fetch(body.upload_url)).headers.get('upload-offset')).toBe('5');
    expect((await client.call('DELETE', '/storage/files', { file_path })).body).toEqual({ ok: true });
    expect((await client.post('/storage/upload-url', renewal)).status).toBe(404);
  });

  test('takes over from a connection that its client has lost', async () => {
    const { upload_url } = await place();
    const url = new URL(upload_url);
    const folder = join(server.dataFolder, 'storage', 'partial');
    const others = await readdir(folder);
    const lost = connect(server.port, '127.0.0.1');
    lost.on('error', () => {});
    lost.write(
      `PATCH ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nUpload-Offset: 0\r\nContent-Length: 100\r\n\r\nREEL `,
    );
    const bytes = async () => {
      const [name] = (await readdir(folder)).filter((other) => !others.includes(other));
      return name === undefined ? 0 : (await stat(join(folder, name))).size;
    };
    while ((await bytes()) < 5) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await send(upload_url, 5, '12 ', true)).status).toBe(200);
    lost.destroy();
  });
});

test('a PUT with a range is 400, and stores nothing', async () => {
  const { upload_url, file_path } = await place();
  const range = { 'Content-Type': 'video/mp4', 'Content-Range': 'bytes 5-7/8' };
  const { status, body } = await put(upload_url, '12 ', range);
  expect([status, body.error.code]).toEqual([400, 'invalid_request']);
  expect(body.error.message).toContain('Upload-Offset');
  expect((await client.post('/processing/register-upload', { file_path, file_name: 'a' })).status).toBe(404);
  expect((await put(upload_url, fakeMedia())).status).toBe(200);
});

describe('invalid files', () => {
  test.each([
    ['no video', 'hello'],
    ['0 bytes', ''],
  ])('%s: 422 without registration', async (_, content) => {
    const before = (await client.get('/videos')).body.length;
    const { upload_url, file_path } = await place();
    await put(upload_url, content);
    const answer = await client.post('/processing/register-upload', { file_path, file_name: 'a.mp4' });
    expect([answer.status, answer.body.error.code]).toEqual([422, 'unreadable_media']);
    const direct = await client.post('/videos/register-and-process', { storage_path: file_path, modules: ['scenes'] });
    expect(direct.status).toBe(422);
    expect((await client.get('/videos')).body.length).toBe(before);
  });
});

describe('files', () => {
  test('are deleted once, by body or query, and the video remains', async () => {
    const { jobId, filePath } = await client.upload('gone.mp4', fakeMedia());
    expect((await client.call('DELETE', '/storage/files', { file_path: filePath })).body).toEqual({ ok: true });
    expect((await client.delete(`/storage/files?file_path=${encodeURIComponent(filePath)}`)).status).toBe(404);
    expect((await client.delete('/storage/files')).status).toBe(400);
    expect((await client.get(`/videos/${jobId}`)).status).toBe(200);
    const start = await client.post(`/processing/${jobId}/start`, { selected_insights: '["scenes"]' });
    expect(start.body.error.code).toBe('not_ready');
  });

  test('of this machine are imported without an upload, for its user only', async () => {
    const source = join(await tempFolder(), 'outside.mp4');
    await writeFile(source, fakeMedia(4));
    const own = join(server.dataFolder, 'inside.mp4');
    await writeFile(own, fakeMedia(4));
    expect((await client.post('/storage/import', { path: own })).body.error.code).toBe('forbidden');
    const { body } = await client.post('/storage/import', { path: source });
    const { body: video } = await client.post('/processing/register-upload', { ...body, file_name: 'outside.mp4' });
    expect((await client.get(`/videos/${video.job_id}`)).body.duration).toBe(4);
    expect((await client.post('/storage/import', { path: 'relative.mp4' })).status).toBe(400);
    expect((await client.post('/storage/import', { path: '/nowhere/at/all.mp4' })).status).toBe(404);
    expect((await (await otherClient(server)).post('/storage/import', { path: source })).status).toBe(403);
  });
});

describe('playback', () => {
  test('streams from a presigned URL, with ranges and conditions', async () => {
    const { jobId } = await client.upload('play.mp4', fakeMedia(5, 'abcdefghij'));
    const { body } = await client.get(`/videos/${jobId}/playback`);
    const whole = await fetch(body.playback_url);
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'video/mp4',
      fakeMedia(5, 'abcdefghij'),
    ]);
    const etag = whole.headers.get('etag')!;
    const part = await fetch(body.playback_url, { headers: { Range: 'bytes=7-9', 'If-Range': etag } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 7-9/17', 'abc']);
    expect((await fetch(body.playback_url, { headers: { Range: 'bytes=7-9', 'If-Range': '"old"' } })).status).toBe(200);
    expect((await fetch(body.playback_url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    expect((await fetch(body.playback_url, { headers: { Range: 'bytes=100-' } })).status).toBe(416);
    const head = await fetch(body.playback_url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '17']);
    expect(body.thumbnail_url).toBeNull();
  });

  test('rejects a changed or expired URL', async () => {
    const { jobId } = await client.upload('play.mp4', fakeMedia());
    const { body } = await client.get(`/videos/${jobId}/playback`);
    const other = await client.upload('other.mp4', fakeMedia());
    expect((await fetch(body.playback_url.replace(jobId, other.jobId))).status).toBe(403);
    expect((await fetch(changed(body.playback_url, (url) => url.searchParams.set('user', '2')))).status).toBe(403);
    clock.moveBy(7 * 3600_000);
    expect((await fetch(body.playback_url)).status).toBe(403);
  });
});

describe('a file that arrives for a registered video', () => {
  const error = new ReelscopeError('unreadable_media', 'Not read.', {
    cause: new ReelscopeError('worker_unresponsive', 'The worker process did not respond in time.'),
  });

  test('is kept if its worker hangs, without a time limit for the connection', async () => {
    const timeouts: number[] = [];
    const other = await startTestServer({ probe: () => Promise.reject(error) });
    onTestFinished(() => other.close());
    const { body } = await localClient(other).post('/enterprise?action=registerUpload', { name: 'a.mp4' });
    const url = new URL(body.upload_url);
    const name = decodeURIComponent(url.pathname.replace('/uploads/', ''));
    const socket = { setTimeout: (ms: number) => void timeouts.push(ms) };
    const incoming = Object.assign(Readable.from([Buffer.from(fakeMedia())]), {
      headers: { 'content-type': 'video/mp4' },
      socket,
    });
    const query = Object.fromEntries(url.searchParams) as never;
    await other.services.uploads.receiveUpload(name, query, incoming as never);
    expect(timeouts).toEqual([]);
    const stored = join(other.dataFolder, 'storage', name);
    expect(await readFile(stored, 'utf8')).toBe(fakeMedia());
  });
});
