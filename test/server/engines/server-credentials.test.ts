import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../../../src/server/start.ts';
import { type Client, localClient, otherClient } from '../../fixtures/client.ts';
import { startTestServer, type TestServer, testHost } from '../../fixtures/server.ts';
import { tempFolder } from '../../fixtures/temp.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const SECRET = 'hunter2';

let server: TestServer;
let client: Client;

beforeEach(async () => {
  server = await startTestServer();
  client = localClient(server);
});
afterEach(() => server.close());

/** A server that records the Authorization header of each request. */
async function recorder() {
  const seen: (string | undefined)[] = [];
  const http = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no"}');
  }).listen(0, '127.0.0.1');
  await waitUntil(() => http.listening);
  const { port } = http.address() as { port: number };
  return { seen, port, close: () => http.close() };
}

test('credentials of a server are sent to it, and shown and stored nowhere else', async () => {
  const ollama = await recorder();
  const url = `http://127.0.0.1:${ollama.port}`;
  const { body } = await client.patch('/models/settings', {
    ollama_url: `http://me:${SECRET}@127.0.0.1:${ollama.port}/`,
    models_url: `http://me:${SECRET}@127.0.0.1:${ollama.port}/mirror`,
  });
  expect(body).toMatchObject({ ollama_url: url, models_url: `${url}/mirror` });
  const answers = await Promise.all(
    ['/models/settings', '/models/ollama', '/models', '/modules', '/about'].map((path) => client.get(path)),
  );
  expect(JSON.stringify(answers.map((answer) => answer.body))).not.toContain(SECRET);
  expect(JSON.stringify(server.store.settings.all())).not.toContain(SECRET);
  expect(JSON.stringify(server.log)).not.toContain(SECRET);
  const basic = `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`;
  await waitUntil(() => ollama.seen.length > 0);
  expect(new Set(ollama.seen)).toEqual(new Set([basic]));

  // A form saves the URL that it was shown.
  await client.patch('/models/settings', { ollama_url: url });
  ollama.seen.length = 0;
  await client.get('/models/ollama');
  expect(new Set(ollama.seen)).toEqual(new Set([basic]));

  const other = await recorder();
  await client.patch('/models/settings', { ollama_url: `http://127.0.0.1:${other.port}` });
  await client.get('/models/ollama');
  expect(new Set(other.seen)).toEqual(new Set([undefined]));
  ollama.close();
  other.close();
});

test('only the local user reads model settings', async () => {
  const other = await otherClient(server);
  expect((await other.get('/models/settings')).status).toBe(403);
  expect((await other.get('/models/ollama')).status).toBe(403);
  expect((await client.get('/models/settings')).status).toBe(200);
});

test('credentials that an earlier version stored in URLs move to the secret store', async () => {
  const host = testHost(join(await tempFolder(), 'data'));
  const work = () =>
    ({ media: {}, jobs: { close: async () => {}, modules: async () => [] }, close: async () => {} }) as never;
  const settings: { get(key: string): unknown; set(key: string, value: unknown): void }[] = [];
  const start = () =>
    startServer(host, {
      port: 0,
      work: (parts) => {
        settings.push(parts.store.settings);
        return work();
      },
    });
  const first = await start();
  settings[0]!.set('ollama.url', `http://me:${SECRET}@192.168.7.5:11434`);
  settings[0]!.set('models.url', `https://me:${SECRET}@mirror.example/hub`);
  await first.close();
  const second = await start();
  expect([settings[1]!.get('ollama.url'), settings[1]!.get('models.url')]).toEqual([
    'http://192.168.7.5:11434',
    'https://mirror.example/hub',
  ]);
  const basic = `Basic ${Buffer.from(`me:${SECRET}`).toString('base64')}`;
  expect(second.services.engineOptions.engineSettings().ollama?.authorization).toBe(basic);
  expect(second.services.engineOptions.authorization('models_url', 'https://mirror.example/hub')).toBe(basic);
  await second.close();
});
