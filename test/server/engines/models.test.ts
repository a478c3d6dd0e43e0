import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { systemClock } from '../../../src/base/time.ts';
import { IDENTITY_LIMITS, outgoingFetch } from '../../../src/models/outgoing.ts';
import { OidcIdentity } from '../../../src/server/account/oidc-identity.ts';
import { type Client, createClient } from '../../fixtures/client.ts';
import { type ModelHost, startModelHost } from '../../fixtures/model-host.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { writeWhisperModel } from '../../fixtures/whisper-model.ts';
import { writeOnnxWhisper } from '../../fixtures/whisper-onnx-model.ts';
import { LOOSE, TOYS, toyFiles, toyPath, WEIGHTS } from '../../models/installer/test-catalog.ts';

let server: TestServer;
let host: ModelHost;
let client: Client;

beforeEach(async () => {
  host = await startModelHost(toyFiles());
  server = await startTestServer({ models: { catalog: TOYS, retryMs: 1 } });
  client = createClient(server, `Bearer ${server.token}`);
  await client.patch('/models/settings', { models_url: `${host.url}/` });
});
afterEach(async () => {
  await server.close();
  await host.close();
});

const status = async (id: string) =>
  (await client.get('/models')).body.models.find((model: { id: string }) => model.id === id);
const installed = (id: string) => waitUntil(async () => (await status(id)).status === 'installed', { timeout: 20_000 });

async function events(id: string): Promise<{ name: string; body: { status: string; received_bytes: number } }[]> {
  const response = await fetch(`${server.apiUrl}/models/${id}/events`, {
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  return (await response.text())
    .split('\n\n')
    .filter((frame) => frame.startsWith('event:'))
    .map((frame) => {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(frame)!;
      return { name: name!, body: JSON.parse(data!) };
    });
}

describe('models', () => {
  it('lists installable models with their sizes', async () => {
    const { body } = await client.get('/models');
    expect(body.models).toHaveLength(TOYS.length);
    expect(body.models[0]).toMatchObject({
      id: 'one',
      status: 'available',
      size_bytes: WEIGHTS.length,
      checksum: 'sha1',
      source_url: `${host.url}/toys/models`,
      installed_at: null,
    });
    expect(body.models[2]).toMatchObject({ id: 'loose', size_bytes: null, checksum: 'pinned' });
    expect(body.recommended_ollama.length).toBeGreaterThan(2);
    expect(host.requests).toEqual([]);
  });

  it('installs, reports progress, and notifies the user at the end', async () => {
    host.holdAfter = 100_000;
    expect((await client.post('/models/one/install')).body).toMatchObject({ id: 'one', status: 'installing' });
    expect((await client.post('/models/one/install')).status).toBe(409);
    const changes = events('one');
    await waitUntil(async () => (await status('one')).received_bytes > 0);
    host.resume();
    const frames = await changes;
    expect(frames[0]!.name).toBe('status');
    expect(frames.at(-1)).toMatchObject({
      name: 'installed',
      body: { status: 'installed', received_bytes: WEIGHTS.length },
    });
    expect(await status('one')).toMatchObject({ status: 'installed', size_bytes: WEIGHTS.length });
    const file = join(server.dataFolder, 'models/one/weights.bin');
    expect(await readFile(file)).toEqual(WEIGHTS);
    // A truncated file is not a missing installation, and can be installed again.
    await writeFile(file, WEIGHTS.subarray(1));
    expect(await status('one')).toMatchObject({ status: 'failed', error: expect.stringContaining('damaged') });
    await client.post('/models/one/install');
    await installed('one');
    const notifications = await waitUntil(async () => {
      const { body } = await client.get('/notifications');
      return body.length > 0 && body;
    });
    expect(notifications[0]).toMatchObject({ type: 'success', message: 'Toy one is ready.' });
    expect((await events('one')).map((frame) => frame.name)).toEqual(['status']);
  });

  it('pauses and resumes', async () => {
    host.holdAfter = 100_000;
    await client.post('/models/one/install');
    await waitUntil(async () => (await status('one')).received_bytes > 0);
    expect((await client.post('/models/one/pause')).body).toMatchObject({ status: 'paused' });
    expect((await client.post('/models/one/pause')).status).toBe(409);
    host.resume();
    await client.post('/models/one/install');
    await installed('one');
    expect(host.requests.at(-1)!.range).toMatch(/^bytes=[1-9]\d*-$/);
  });

  it('reports the reason for a failed installation', async () => {
    host.troubles.push('wrong');
    await client.post('/models/one/install');
    await waitUntil(async () => (await status('one')).status === 'failed');
    expect(await status('one')).toMatchObject({ error_code: 'conflict', error: expect.stringContaining('checksum') });
    await waitUntil(async () => (await client.get('/notifications')).body[0]?.type === 'error');
  });

  it('lists an imported model that is damaged, which can be removed', async () => {
    const path = join(await tempFolder(), 'ggml-first.bin');
    await writeWhisperModel(path, { pieces: [' hi'], endSeconds: 1, multilingual: false });
    const { body } = await client.post('/models/import', { path });
    const folder = join(server.dataFolder, 'models', body.id);
    const weights = (await readdir(folder)).find((name) => name !== 'model.json')!;
    await writeFile(join(folder, weights), 'cut');
    const listed = async () =>
      (await client.get('/models')).body.models.filter(({ id }: { id: string }) => id === body.id);
    expect(await listed()).toEqual([
      expect.objectContaining({ status: 'failed', error: expect.stringContaining('import it again') }),
    ]);
    expect(await status(body.id)).toMatchObject({ status: 'failed' });
    await rm(join(folder, weights));
    expect(await listed()).toHaveLength(1);
    expect((await client.delete(`/models/${body.id}`)).body).toEqual({ ok: true });
    expect(await listed()).toEqual([]);
  });

  it('keeps the speech model in use when another one is imported', async () => {
    const folder = await tempFolder();
    const inUse = async () => (await client.get('/models')).body.speech_model;
    const imported = async (path: string) => (await client.post('/models/import', { path })).body;
    expect(await inUse()).toBe('whisper-base-int8');
    const ggml = join(folder, 'ggml-first.bin');
    await writeWhisperModel(ggml, { pieces: [' hi'], endSeconds: 1, multilingual: false });
    expect(await imported(ggml)).toMatchObject({ id: 'own-first', languages: ['en'] });
    expect(await inUse()).toBe('own-first');
    expect((await client.get('/models/settings')).body.speech_model).toBeNull();

    // A model for the processor would come first in the automatic choice.
    await writeOnnxWhisper(folder, 'second', { pieces: [[' hi', 0]], end: 1 });
    expect(await imported(join(folder, 'second'))).toMatchObject({ id: 'own-second', languages: 'multilingual' });
    expect(await inUse()).toBe('own-first');
    await client.patch('/models/settings', { speech_model: null });
    expect(await inUse()).toBe('own-second');
    // Importing a model that the choice ignores changes no setting.
    await imported(ggml);
    expect((await client.get('/models/settings')).body.speech_model).toBeNull();
  });

  it('imports and removes', async () => {
    const file = join(await tempFolder(), 'loose.bin');
    await writeFile(file, LOOSE);
    expect((await client.post('/models/import', { path: file })).body).toMatchObject({
      id: 'loose',
      status: 'installed',
    });
    expect((await client.delete('/models/loose')).body).toEqual({ ok: true });
    expect((await client.delete('/models/loose')).status).toBe(404);
    expect((await client.post('/models/import', { path: join(file, 'no') })).status).toBe(404);
    expect((await client.post('/models/import', {})).status).toBe(400);
    expect(await readFile(file)).toEqual(LOOSE);
  });

  it('requires a caller and valid settings', async () => {
    const stranger = createClient(server);
    expect((await stranger.get('/models')).status).toBe(401);
    expect((await stranger.post('/models/one/install')).status).toBe(401);
    for (const bad of [
      { models_url: 'file:///etc' },
      { offline: 'yes' },
      { speech_language: 'English' },
      { text_languages: ['English'] },
    ]) {
      expect((await client.patch('/models/settings', bad)).status).toBe(400);
    }
    expect(
      (await client.patch('/models/settings', { speech_language: 'de', speech_vocabulary: ['Okapi'] })).body,
    ).toMatchObject({
      speech_language: 'de',
      speech_vocabulary: ['Okapi'],
      offline: false,
    });
    const languages = { text_languages: ['ru', 'de', 'ru'] };
    expect((await client.patch('/models/settings', languages)).body.text_languages).toEqual(['ru', 'de']);
    expect((await client.post('/models/unknown/install')).status).toBe(404);
    expect((await client.get('/models/unknown/events')).status).toBe(404);
  });
});

describe('offline', () => {
  it('starts no download, and resumes none', async () => {
    host.holdAfter = 100_000;
    await client.post('/models/one/install');
    await waitUntil(async () => (await status('one')).received_bytes > 0);
    await client.post('/models/one/pause');
    const before = host.requests.length;
    expect((await client.patch('/models/settings', { offline: true })).body.offline).toBe(true);
    const refused = await client.post('/models/one/install');
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('offline');
    expect(host.requests).toHaveLength(before);
    expect((await client.get('/models')).body.offline).toBe(true);
  });

  it('applies to the identity provider as well', async () => {
    const reached: string[] = [];
    vi.stubGlobal('fetch', async (input: URL | string) => {
      reached.push(String(input));
      throw new Error('nobody is to be asked');
    });
    try {
      const settings = { issuer: 'https://id.example.org', audience: 'reelscope' };
      const identity = new OidcIdentity(
        settings,
        systemClock,
        createLogger(() => {}),
        outgoingFetch(() => true, IDENTITY_LIMITS),
      );
      await expect(identity.verify('a.b.c')).rejects.toMatchObject({ code: 'forbidden' });
      const keys = { ...settings, jwksUri: 'https://id.example.org/keys' };
      const token = [{ alg: 'ES256', kid: '1' }, { iss: settings.issuer, sub: 'x', exp: 9e9 }, 's']
        .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
        .join('.');
      const known = new OidcIdentity(
        keys,
        systemClock,
        createLogger(() => {}),
        outgoingFetch(() => true, IDENTITY_LIMITS),
      );
      await expect(known.verify(token)).rejects.toThrow();
      expect(reached).toEqual([]);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('permits a local server, but not its redirects to other machines', async () => {
    const outgoing = outgoingFetch(() => true, IDENTITY_LIMITS);
    expect((await outgoing(`${host.url}${toyPath('loose.bin')}`)).status).toBe(200);
    host.troubles.push('redirect');
    await expect(outgoing(`${host.url}${toyPath('loose.bin')}`)).rejects.toThrow();
    for (const url of [
      'https://example.org/',
      'http://192.168.1.5/',
      'http://127.0.0.1.example.org/',
      'http://[::2]/',
    ]) {
      await expect(outgoing(url)).rejects.toMatchObject({ code: 'forbidden' });
    }
  });

  it('all connections of the product use checked functions', async () => {
    const root = join(import.meta.dirname, '../../../src');
    const allowed = [
      'models/outgoing.ts',
      // Webhooks connect to addresses that they have checked.
      'server/webhooks/post.ts',
      // The command line connects to the server of this machine, and the window to its own server.
      'server/client/api-client.ts',
      'server/client/send-request.ts',
      // Script of the documentation page, which sends requests to its own server.
      'server/http/docs/page.ts',
      'renderer',
    ];
    const ways =
      /(?<![.\w#])fetch\(|https?\.(request|get)\(|\bnet\.connect\(|createConnection\(|new WebSocket\(|from 'undici'|\brequest\b[^;]* from 'node:https?'/;
    const offenders: string[] = [];
    for (const file of await readdir(root, { recursive: true })) {
      if (!/\.tsx?$/.test(file) || allowed.some((path) => file.replaceAll('\\', '/').startsWith(path))) continue;
      if (ways.test(await readFile(join(root, file), 'utf8'))) offenders.push(file);
    }
    expect(offenders).toEqual([]);
  });
});
