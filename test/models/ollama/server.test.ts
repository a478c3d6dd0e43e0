import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { CanceledError } from '../../../src/base/errors.ts';
import { type OllamaOptions, openOllama } from '../../../src/models/ollama/server.ts';
import type { OllamaSettings } from '../../../src/models/ollama/settings.ts';
import { OLLAMA_LIMITS, outgoingFetch } from '../../../src/models/outgoing.ts';
import { deadAddress, ollamaDouble } from '../../fixtures/ollama.ts';
import { waitUntil } from '../../fixtures/wait.ts';
import { generatingEngineSuite } from '../../suites/generating-engine.ts';

function open(url: string, settings: Partial<OllamaSettings> = {}, tools: Partial<OllamaOptions> = {}) {
  return openOllama({ url, visionModel: null, languageModel: null, ...settings }, { fetch, ...tools });
}

const ASK = { system: 'Be brief.', turns: [{ role: 'user' as const, content: 'A secret question' }], maxTokens: 50 };
const Answer = z.object({ answer: z.string() });

generatingEngineSuite('ollama double', async () => {
  const double = await ollamaDouble({ answer: ({ body }) => (body.format ? { answer: 'Hello.' } : 'Hello there.') });
  return open(double.url).language();
});

describe('availability check', () => {
  test('returns the version and the capabilities of each model', async () => {
    const double = await ollamaDouble();
    const ollama = open(double.url);
    expect(await ollama.status()).toEqual({ reachable: true, version: '0.12.6' });
    const models = await ollama.models();
    expect(models.map(({ name, capabilities }) => [name, capabilities.join()])).toEqual([
      ['moondream', 'completion,vision'],
      ['llama3.2:3b', 'completion'],
      ['nomic-embed-text', 'embedding'],
    ]);
    expect(models[0]?.contextTokens).toBe(2048);
  });

  test('reports a refused connection, a timeout, and another kind of server', async () => {
    expect(await open(await deadAddress()).status()).toMatchObject({ reachable: false, kind: 'refused' });
    const hanging = await ollamaDouble({ mode: 'hang' });
    hanging.onlyAnswers = false;
    expect(await open(hanging.url).status()).toMatchObject({ reachable: false, kind: 'timed_out' });
    const other = await ollamaDouble({ mode: 'html' });
    other.onlyAnswers = false;
    expect(await open(other.url).status()).toMatchObject({ reachable: false, kind: 'not_ollama' });
  });

  test('follows no redirect, which would send frames to another server', async () => {
    const elsewhere = await ollamaDouble();
    const redirecting = createServer((request, response) => {
      response.writeHead(307, { location: elsewhere.url + request.url }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void redirecting.close());
    const { port } = redirecting.address() as AddressInfo;
    const status = await open(`http://127.0.0.1:${port}`).status();
    const message = `http://127.0.0.1:${port} redirects to another address. Enter that one.`;
    expect(status).toMatchObject({ reachable: false, kind: 'not_ollama', reason: { message } });
    expect(elsewhere.counts.size).toBe(0);
  });

  test('permits only this machine while offline', async () => {
    const double = await ollamaDouble();
    const offline = { fetch: outgoingFetch(() => true, OLLAMA_LIMITS), isOffline: () => true };
    expect(await open('http://192.0.2.1:11434', {}, offline).status()).toMatchObject({ kind: 'offline' });
    expect(await open(double.url, {}, offline).status()).toMatchObject({ reachable: true });
  });

  test('is cached, so that an unreachable server causes no repeated timeouts', async () => {
    const double = await ollamaDouble({ mode: 'hang' });
    double.onlyAnswers = false;
    const ollama = open(double.url);
    await Promise.all([ollama.vision().availability(), ollama.language().availability(), ollama.status()]);
    await ollama.status();
    expect(double.counts.get('/api/version')).toBe(1);
  });
});

describe('model selection', () => {
  test('picks the first capable model, and reports a missing or incapable one', async () => {
    const double = await ollamaDouble();
    const vision = await open(double.url).vision().load();
    expect(vision.info.id).toBe('ollama:moondream');
    expect(vision.info.version).toMatch(/^[0-9a-f]{12}$/);
    const missing = await open(double.url, { visionModel: 'llava' }).vision().availability();
    expect(missing).toMatchObject({
      available: false,
      needs: ['llava'],
      reason: { message: expect.stringContaining('llava') },
    });
    const blind = await open(double.url, { visionModel: 'llama3.2:3b' }).vision().availability();
    expect(blind).toMatchObject({ available: false, needs: [{ message: expect.stringContaining('vision model') }] });
  });

  test('never selects a remote model automatically, nor at all while offline', async () => {
    const models = [{ name: 'big:cloud', capabilities: ['completion', 'vision'], remoteHost: 'https://ollama.com' }];
    const double = await ollamaDouble({ models });
    expect((await open(double.url).vision().availability()).available).toBe(false);
    const named = { visionModel: 'big:cloud' };
    expect((await open(double.url, named).vision().availability()).available).toBe(true);
    const offline = { isOffline: () => true };
    expect((await open(double.url, named, offline).vision().availability()).available).toBe(false);
  });
});

describe('generation', () => {
  test('sends schema, token limit, and keep-alive, and downscaled images', async () => {
    const double = await ollamaDouble({ answer: () => '```json\n{"answer":"a bike"}\n```' });
    const engine = await open(double.url).vision().load();
    const image = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const turns = [{ role: 'user' as const, content: 'What is it?', images: [image] }];
    expect(await engine.write({ ...ASK, turns, schema: Answer })).toEqual({ answer: 'a bike' });
    const { body } = double.requests[0]!;
    expect(body.format).toMatchObject({ type: 'object', required: ['answer'] });
    expect(body.options).toMatchObject({ num_ctx: 2048, num_predict: 50 });
    expect(body.keep_alive).toBe('10m');
    const sent = await sharp(Buffer.from(body.messages![1]!.images![0]!, 'base64')).metadata();
    expect([sent.format, sent.width, sent.height]).toEqual(['jpeg', 768, 256]);
  });

  test('retries invalid output once, then fails', async () => {
    const double = await ollamaDouble({ mode: 'ramble' });
    const engine = await open(double.url).language().load();
    const failure = engine.write({ ...ASK, schema: Answer });
    await expect(failure).rejects.toMatchObject({ code: 'model_unavailable', kind: 'invalid_output' });
    expect(double.requests).toHaveLength(2);
  });

  test.each([
    ['fills the context', () => 131_072],
    ['has fewer tokens than words', () => 3],
  ])('fails when the prompt that a server read %s', async (_, promptTokens) => {
    const double = await ollamaDouble();
    double.promptTokens = promptTokens;
    const engine = await open(double.url).language().load();
    const failure = { code: 'model_unavailable', kind: 'truncated' };
    await expect(engine.write({ ...ASK, schema: Answer })).rejects.toMatchObject(failure);
    expect(double.requests).toHaveLength(1);
    // Servers that report no number of tokens may be right.
    double.promptTokens = () => 0;
    double.answer = () => ({ answer: 'Yes.' });
    expect(await engine.write({ ...ASK, schema: Answer })).toEqual({ answer: 'Yes.' });
  });

  test('retries an incomplete reply once, then returns it', async () => {
    const double = await ollamaDouble({ mode: 'cut', answer: () => ({ answer: 'the whole of it, after all' }) });
    const engine = await open(double.url).language().load();
    const writing = engine.write({ ...ASK, schema: Answer });
    await waitUntil(() => double.requests.length === 1, { timeout: 30_000 });
    double.mode = 'well';
    expect(await writing).toEqual({ answer: 'the whole of it, after all' });
  });

  test.each([
    ['error', 'server_error', 2],
    ['stream-error', 'server_error', 2],
    ['cut', 'cut_off', 2],
    ['html', 'not_ollama', 1],
    ['stall', 'timed_out', 1],
    ['hang', 'timed_out', 1],
    ['endless', 'invalid_output', 2],
  ] as const)('%s is %s after %i', async (mode, kind, requests) => {
    const double = await ollamaDouble({ mode, answer: () => 'a long enough answer to be in pieces' });
    const engine = await open(double.url, {}, { limits: { firstMs: 800, idleMs: 800 } })
      .language()
      .load();
    await expect(engine.write({ ...ASK, schema: Answer })).rejects.toMatchObject({ kind });
    expect(double.requests).toHaveLength(requests);
  });

  test('names a removed model in the error', async () => {
    const double = await ollamaDouble();
    const engine = await open(double.url).language().load();
    double.models = [];
    await expect(engine.write({ ...ASK, schema: Answer })).rejects.toMatchObject({ kind: 'model_missing' });
  });

  test('cancels the request on the server', async () => {
    const double = await ollamaDouble({ mode: 'stall', answer: () => 'never more than a piece' });
    const engine = await open(double.url).language().load();
    const abort = new AbortController();
    const writing = engine.write({ ...ASK, schema: Answer }, abort.signal);
    await waitUntil(() => double.requests.length === 1, { timeout: 30_000 });
    abort.abort();
    await expect(writing).rejects.toBeInstanceOf(CanceledError);
    await waitUntil(() => double.open.now === 0, { timeout: 30_000 });
  });

  test('closes an abandoned stream on the server', async () => {
    const double = await ollamaDouble({ mode: 'endless' });
    const engine = await open(double.url).language().load();
    for await (const piece of engine.stream({ ...ASK, maxTokens: 4000 })) if (piece) break;
    await waitUntil(() => double.open.now === 0, { timeout: 30_000 });
  });

  test('limits concurrent requests', async () => {
    const double = await ollamaDouble({ answer: () => ({ answer: 'yes' }) });
    const engine = await open(double.url).language().load();
    double.delayMs = 20;
    double.open.most = 0;
    await Promise.all(Array.from({ length: 6 }, () => engine.write({ ...ASK, schema: Answer })));
    expect(double.open.most).toBe(2);
  });

  test('logs nothing of the content, whatever the server returns', async () => {
    const printed = (['log', 'warn', 'error', 'info'] as const).map((name) => vi.spyOn(console, name));
    for (const mode of ['html', 'error', 'cut', 'ramble', 'stream-error'] as const) {
      const double = await ollamaDouble({ mode, answer: () => 'A secret question, answered' });
      const engine = await open(double.url).language().load();
      const failure = await engine.write({ ...ASK, schema: Answer }).catch((error: Error) => error);
      expect(String(failure)).not.toContain('secret');
    }
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

test('embeds one vector per text, in batches', async () => {
  const double = await ollamaDouble();
  const texts = Array.from({ length: 130 }, (_, index) => `text ${index}`);
  const vectors = await open(double.url).embed({ name: 'nomic-embed-text' }, texts);
  expect(vectors).toHaveLength(130);
  expect(vectors[0]).toBeInstanceOf(Float32Array);
  expect(double.requests.map(({ body }) => body.input?.length)).toEqual([64, 64, 2]);
  await expect(open(double.url).embed({ name: 'none' }, ['text'])).rejects.toMatchObject({ kind: 'model_missing' });
});
