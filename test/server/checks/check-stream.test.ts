import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CheckEvents } from '../../../src/contract/evidence/checks.ts';
import { createApiClient } from '../../../src/server/client/api-client.ts';
import { checkText } from '../../../src/server/client/check-text.ts';
import { localClient } from '../../fixtures/client.ts';
import { type OllamaDouble, startOllamaDouble } from '../../fixtures/ollama-double.ts';
import { startTestServer, type TestServer } from '../../fixtures/server.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const PATIENT = { timeout: 30_000 };
let server: TestServer;
let ollama: OllamaDouble;

beforeAll(async () => {
  [server, ollama] = await Promise.all([startTestServer(), startOllamaDouble()]);
  const settings = { ollama_url: ollama.url, ollama_language_model: 'llama3.2:3b' };
  await localClient(server).patch('/models/settings', settings);
});
beforeEach(() => {
  ollama.mode = 'well';
  ollama.answer = () => ({ sentences: [] });
});
afterAll(async () => {
  await server.close();
  await ollama.close();
});

/** Sentences of several requests to a model. @param name sets them apart from those of other tests */
const longText = (name: string) =>
  Array.from({ length: 90 }, (_, i) => `The ferry ${name} of pier ${i} left the old harbor at noon again.`).join(' ');

const post = (path: string, text: string, signal?: AbortSignal) =>
  fetch(`${server.apiUrl}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
    ...(signal && { signal }),
  });

test('streams the progress of the model and of the comparison, then the passages', async () => {
  const frames = (await (await post('/checks/stream', longText('Anna'))).text()).split('\n\n');
  const events = frames.flatMap((frame) => {
    const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    return name === undefined
      ? []
      : [{ name, body: CheckEvents[name as keyof typeof CheckEvents].parse(JSON.parse(data!)) }];
  });
  const progress = events.flatMap(({ name, body }) => (name === 'progress' ? [CheckEvents.progress.parse(body)] : []));
  const steps = (stage: string) =>
    progress.filter((one) => one.stage === stage).map(({ done, total }) => [done, total]);
  expect(steps('dividing')).toEqual([
    [0, 2],
    [1, 2],
  ]);
  expect(steps('comparing')[0]).toEqual([0, 90]);
  expect(steps('comparing').at(-1)).toEqual([89, 90]);
  expect(events.filter(({ name }) => name !== 'progress').map(({ name }) => name)).toEqual(['checked']);
  expect(events.at(-1)!.name).toBe('checked');
});

test('the client returns what the route without a stream does, and its errors', async () => {
  const api = createApiClient(server.apiUrl, async () => server.token);
  const { signal } = new AbortController();
  const text = longText('Bela');
  const checked = await checkText(api, { text }, { signal });
  expect(checked).toEqual((await localClient(server).post('/checks', { text })).body);
  const quotations = Array.from({ length: 2001 }, (_, i) => `“The quoted words of witness ${i}.”`).join(' ');
  await expect(checkText(api, { text: quotations }, { signal })).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('2,001'),
  });
});

test.each(['/checks/stream', '/checks'])('the model stops when the connection of %s closes', async (path) => {
  ollama.mode = 'hang';
  const [asked, aborted] = [ollama.requests.length, ollama.open.aborted];
  const abort = new AbortController();
  const response = post(path, longText(path), abort.signal).then((answer) => answer.text());
  await waitUntil(() => ollama.requests.length > asked, PATIENT);
  abort.abort();
  await expect(response).rejects.toThrow();
  await waitUntil(() => ollama.open.aborted > aborted, PATIENT);
  expect(ollama.requests.length).toBe(asked + 1);
});
