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
