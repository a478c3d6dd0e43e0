import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ReelscopeError } from '../../../src/contract/errors.ts';
import { type Client, localClient, otherClient } from '../../fixtures/client.ts';
import { fakeMedia, movableClock, startTestServer, type TestServer } from '../../fixtures/server.ts';

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
    const source = join(server.dataFolder, 'outside.mp4');
    await (await import('node:fs/promises')).writeFile(source, fakeMedia(4));
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
      ...{ headers: { 'content-type': 'video/mp4' }, socket },
    });
    const query = Object.fromEntries(url.searchParams) as never;
    await other.services.uploads.receiveUpload(name, query, incoming as never);
    expect(timeouts).toEqual([]);
    const stored = join(other.dataFolder, 'storage', name);
    expect(await readFile(stored, 'utf8')).toBe(fakeMedia());
  });
});
