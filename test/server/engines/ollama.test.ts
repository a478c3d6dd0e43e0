import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Client, createClient } from '../../fixtures/client.ts';
import { type OllamaDouble, startOllamaDouble } from '../../fixtures/ollama-double.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';

let server: TestServer;
let double: OllamaDouble;
let client: Client;
beforeEach(async () => {
  double = await startOllamaDouble();
  server = await startTestServer();
  client = createClient(server, `Bearer ${server.token}`);
});
afterEach(async () => {
  await server.close();
  await double.close();
});

it('returns the status of the configured server, and of one to test', async () => {
  expect((await client.get('/models/ollama')).body).toMatchObject({ url: null, reachable: false });
  const tried = await client.post('/models/ollama/test', { url: `${double.url}/` });
  expect(tried.body).toMatchObject({ url: double.url, reachable: true, version: '0.12.6', reason: null });
  expect(tried.body.models[0]).toMatchObject({ name: 'moondream', capabilities: ['completion', 'vision'] });
  expect((await client.get('/models/ollama')).body.url).toBeNull();
  await client.patch('/models/settings', { ollama_url: double.url });
  double.onlyAnswers = false;
  double.mode = 'html';
  const { body } = await client.get('/models/ollama');
  expect(body).toMatchObject({ url: double.url, reachable: false, reason: expect.stringContaining('not Ollama') });
});

it('makes no connection while offline', async () => {
  await client.patch('/models/settings', { offline: true });
  const { body } = await client.post('/models/ollama/test', { url: 'http://192.0.2.1:11434' });
  expect(body).toMatchObject({ reachable: false, reason: expect.stringContaining('offline') });
});

it('keeps further servers, and says the health of each', async () => {
  const other = await startOllamaDouble({ models: [{ name: 'moondream' }, { name: 'gemma3:4b' }] });
  const change = { ollama_url: double.url, ollama_more_urls: [`${other.url}/`, 'http://127.0.0.1:1', other.url] };
  const saved = await client.patch('/models/settings', change);
  expect(saved.body).toMatchObject({ ollama_url: double.url, ollama_more_urls: [other.url, 'http://127.0.0.1:1'] });
  const { body } = await client.get('/models/ollama');
  expect(body).toMatchObject({ url: double.url, reachable: true, reason: null });
  expect(body.models.map(({ name }: { name: string }) => name)).toEqual([
    'moondream',
    'llama3.2:3b',
    'nomic-embed-text',
    'gemma3:4b',
  ]);
  expect(body.servers).toMatchObject([
    { url: double.url, reachable: true, models: ['moondream', 'llama3.2:3b', 'nomic-embed-text'] },
    { url: other.url, reachable: true, models: ['moondream', 'gemma3:4b'] },
    { url: 'http://127.0.0.1:1', reachable: false, reason: expect.stringContaining('127.0.0.1:1') },
  ]);
  await other.close();
  // Without the first, the others go on.
  await client.patch('/models/settings', { ollama_url: null });
  expect((await client.get('/models/ollama')).body).toMatchObject({ url: other.url, reachable: false });
});

it('keeps the credentials of further servers apart from their URLs, until they are removed', async () => {
  const options = server.services.engineOptions;
  const [login, plain] = ['http://reel:scope@127.0.0.1:1', 'http://127.0.0.1:1'];
  const { body } = await client.patch('/models/settings', { ollama_more_urls: [login] });
  expect(body.ollama_more_urls).toEqual([plain]);
  expect(options.ollamaAuthorization(plain)).toBe(`Basic ${Buffer.from('reel:scope').toString('base64')}`);
  // A form saves the URL that it was shown.
  await client.patch('/models/settings', { ollama_more_urls: [plain, double.url] });
  expect(options.ollamaAuthorization(plain)).not.toBeNull();
  expect(options.ollamaAuthorization(double.url)).toBeNull();
  await client.patch('/models/settings', { ollama_more_urls: [double.url] });
  expect(options.ollamaAuthorization(plain)).toBeNull();
});
