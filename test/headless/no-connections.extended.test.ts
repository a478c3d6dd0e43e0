import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { TEXT_FORMATS } from '../../src/core/formats/index.ts';
import { type Client, createClient } from '../fixtures/client.ts';
import { ENTRY, startServe } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { canTrace, outgoingCalls, TRACE_NOTE, traceTo } from '../fixtures/network-trace.ts';
import { ollamaDouble } from '../fixtures/ollama.ts';
import { texture } from '../fixtures/pictures.ts';
import { concat, silence } from '../fixtures/sounds.ts';
import { speechLike } from '../fixtures/speech.ts';
import { tempFolder } from '../fixtures/temp.ts';
import { textPicture } from '../fixtures/text.ts';
import { writeWhisperModel } from '../fixtures/whisper-model.ts';

/** Reserved for documentation (RFC 5737, RFC 2606): nothing answers there. */
const FOREIGN_OLLAMA = 'http://192.0.2.7:11434';
const FOREIGN_MIRROR = 'https://models.example';

/** A clip with two shots, text, and speech, in a container that browsers can't play. */
async function writeClip(path: string): Promise<void> {
  const text = await textPicture(320, 180, 'OPEN DAY');
  const pictures = Array.from({ length: 60 }, (_, i) => (i < 30 ? texture(320, 180, 1) : text));
  const samples = concat(silence(1, 16_000), speechLike(4, 16_000, 1), silence(1, 16_000));
  await writeMedia(path, {
    video: { width: 320, height: 180, frameRate: 10, pictures },
    audio: { sampleRate: 16_000, samples, codec: 'pcm_s16le' },
  });
}

async function download(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  expect([url.replace(/\?.*/, ''), response.status]).toEqual([url.replace(/\?.*/, ''), 200]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Polls at a pace that leaves the recorded processes their time. */
async function pollUntil<T>(read: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * Uploads and registers a clip. On a loaded machine, the recorded probe can exceed its time limit: it is then repeated.
 */
async function importClip(client: Client, path: string): Promise<string> {
  const { body: place } = await client.post('/storage/upload-url', {
    file_name: 'clip.avi',
    content_type: 'video/mp4',
  });
  const headers = { 'Content-Type': 'video/mp4' };
  expect((await fetch(place.upload_url, { method: 'PUT', headers, body: await readFile(path) })).status).toBe(200);
  const register = () =>
    client.post('/processing/register-upload', { file_path: place.file_path, file_name: 'clip.avi' });
  const { body } = await pollUntil(register, (answer) => answer.status < 500);
  expect(body).toHaveProperty('job_id');
  return body.job_id;
}

/** Uses every part of the product that reads or writes a video. */
async function useEverything(client: Client, apiUrl: string, authorization: string, path: string): Promise<void> {
  const jobId = await importClip(client, path);
  const { body: modules } = await client.get('/modules');
  const names = (modules as { name: string; available: boolean }[])
    .filter((one) => one.available)
    .map((one) => one.name);
  expect(names).toEqual(expect.arrayContaining(['scenes', 'ocr', 'logos', 'visualelements', 'audioevents']));
  expect(names).toContain('transcription');
  await client.post(`/processing/${jobId}/start`, { selected_insights: JSON.stringify(names) });
  const status = await pollUntil(
    async () => (await client.get(`/processing/${jobId}/status`)).body,
    (body) => body.status !== 'queued' && body.status !== 'processing',
  );
  expect(status).toMatchObject({ status: 'completed', error: null });

  for (const mode of ['hybrid', 'vector', 'keyword']) {
    expect((await client.post('/search', { query: 'open day', mode, limit: 5 })).status).toBe(200);
  }
  const question = { question: 'When is the open day?', video_id: jobId };
  expect((await client.post('/chat/ask', question)).status).toBe(200);
  const ollama = await ollamaDouble();
  await client.patch('/models/settings', { ollama_url: ollama.url });
  expect((await client.post('/chat/ask', question)).status).toBe(200);
  expect(ollama.requests.length).toBeGreaterThan(0);

  for (const format of ['json', ...Object.keys(TEXT_FORMATS)]) {
    expect([format, (await client.get(`/results/job/${jobId}?format=${format}`)).status]).toEqual([format, 200]);
  }
  for (const count of [1, 2]) {
    const clips = Array.from({ length: count }, (_, i) => ({ job_id: jobId, start_time: i, end_time: i + 1 }));
    const response = await fetch(`${apiUrl}/clips`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ clips }),
    });
    expect(response.headers.get('content-type')).toBe(count === 1 ? 'video/mp4' : 'application/zip');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  }
  const proxy = await pollUntil(
    async () => (await client.get(`/videos/${jobId}/proxy`)).body,
    ({ state }) => state !== 'waiting' && state !== 'running',
  );
  expect(proxy).toMatchObject({ state: 'ready' });
  const { body: playback } = await client.get(`/videos/${jobId}/playback`);
  await download(playback.thumbnail_url);
  await download(playback.playback_url);
  const { body: report } = await client.post('/shared-reports', { video_id: jobId, expires_at: null });
  expect((await client.get(`/shared-reports/${report.share_hash}`)).status).toBe(200);
  expect((await client.post('/backups', {})).status).toBe(201);
}

describe('connections while offline', () => {
  it.skipIf(!canTrace)(
    `analysis, search, chat, and export connect to no other machine and look up no name${TRACE_NOTE}`,
    { timeout: 900_000 },
    async () => {
      const [folder, home] = await Promise.all([tempFolder(), tempFolder()]);
      const [path, model, trace] = ['clip.avi', 'ggml-toy.bin', 'trace.txt'].map((name) => join(folder, name));
      await writeClip(path!);
      await writeWhisperModel(model!, { pieces: [' Good', ' even', 'ing', '.'], endSeconds: 1.5 });
      const serve = await startServe(join(folder, 'data'), {
        prefix: traceTo(trace!),
        env: { PATH: process.env['PATH'], HOME: home, TMPDIR: folder },
      });
      const { ready } = serve;
      const authorization = `Bearer ${ready.token}`;
      const client = createClient({ apiUrl: ready.api_url }, authorization);
      await client.patch('/models/settings', {
        offline: true,
        ollama_url: FOREIGN_OLLAMA,
        models_url: FOREIGN_MIRROR,
      });
      expect((await client.post('/models/import', { path: model })).status).toBe(200);
      await useEverything(client, ready.api_url, authorization, path!);
      // Neither does a request that needs another machine.
      await client.patch('/models/settings', { ollama_url: FOREIGN_OLLAMA });
      expect((await client.post('/models/whisper-tiny/install')).status).toBe(403);
      expect((await client.get('/models/ollama')).body.reachable).toBe(false);
      expect((await client.post('/models/ollama/test', { url: FOREIGN_OLLAMA })).body.reachable).toBe(false);
      process.kill(ready.pid, 'SIGTERM');
      expect(await serve.result).toMatchObject({ code: 0 });

      const calls = await readFile(trace!, 'utf8');
      // Several processes were recorded: the server, and a worker for each file and job.
      expect(new Set(calls.split('\n').map((line) => line.split(' ')[0])).size).toBeGreaterThan(3);
      expect(outgoingCalls(calls)).toEqual([]);
      // Of the account's folder, only the cache of compiled code is written.
      const cache = join('.cache', 'reelscope');
      expect(
        (await readdir(home, { recursive: true })).filter((path) => path !== '.cache' && !path.startsWith(cache)),
      ).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.endsWith('.log'))).toEqual([]);
    },
  );

  it.skipIf(!canTrace)(`doctor connects to no other machine${TRACE_NOTE}`, { timeout: 120_000 }, async () => {
    const folder = await tempFolder();
    const trace = join(folder, 'trace.txt');
    const [command, ...args] = [
      ...traceTo(trace),
      process.execPath,
      ENTRY,
      'doctor',
      '--data-dir',
      join(folder, 'data'),
    ];
    await promisify(execFile)(command!, args);
    expect((await stat(trace)).size).toBeGreaterThan(0);
    expect(outgoingCalls(await readFile(trace, 'utf8'))).toEqual([]);
  });
});

describe('outgoing calls of a trace', () => {
  it.skipIf(!canTrace)(`include real connections and look-ups${TRACE_NOTE}`, async () => {
    const trace = join(await tempFolder(), 'trace.txt');
    const script = `
      require('node:net').connect(9, '192.0.2.1').on('error', () => {});
      require('node:dns').lookup('name.example', () => {});
      setTimeout(() => process.exit(), 1000);`;
    const [command, ...args] = [...traceTo(trace), process.execPath, '-e', script];
    expect(spawnSync(command!, args).status).toBe(0);
    const calls = outgoingCalls(await readFile(trace, 'utf8')).join('\n');
    expect(calls).toContain('"192.0.2.1"');
    expect(calls).toMatch(/htons\(53\)|systemd\/resolve|nscd/);
  });

  it.each([
    [
      'an IPv4 connection',
      '7 connect(3, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("93.184.216.34")}, 16) = 0',
      1,
    ],
    [
      'an IPv6 connection',
      '7 connect(3, {sa_family=AF_INET6, sin6_port=htons(443), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 0',
      1,
    ],
    [
      'a name server on this machine',
      '7 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("127.0.0.53")}, 16) = 0',
      1,
    ],
    [
      'the resolver service',
      '7 connect(3, {sa_family=AF_UNIX, sun_path="/run/systemd/resolve/io.systemd.Resolve"}, 42) = 0',
      1,
    ],
    [
      'a look-up by nscd',
      '7 sendto(3, "\\2\\0\\0\\0\\16\\0\\0\\0\\5\\0\\0\\0a.de\\0", 17, MSG_NOSIGNAL, NULL, 0) = 17',
      1,
    ],
    ['a user by nscd', '7 sendto(3, "\\2\\0\\0\\0\\1\\0\\0\\0\\5\\0\\0\\01000\\0", 17, MSG_NOSIGNAL, NULL, 0) = 17', 0],
    [
      'an IPv4 loopback connection',
      '7 connect(3, {sa_family=AF_INET, sin_port=htons(8471), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
      0,
    ],
    [
      'an IPv6 loopback connection',
      '7 connect(3, {sa_family=AF_INET6, sin6_port=htons(8471), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0',
      0,
    ],
    ['a local socket', '7 connect(3, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT', 0],
  ])('accepts or refuses %s', (_name, line, count) => {
    expect(outgoingCalls(line)).toHaveLength(count);
  });
});
