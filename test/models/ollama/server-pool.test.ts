import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CanceledError } from '../../../src/base/errors.ts';
import { type OllamaOptions, openOllama } from '../../../src/models/ollama/server.ts';
import { deadAddress, ollamaDouble } from '../../fixtures/ollama.ts';
import { waitUntil } from '../../fixtures/wait.ts';

const ASK = { system: 'Be brief.', turns: [{ role: 'user' as const, content: 'A question' }], maxTokens: 50 };
const Answer = z.object({ answer: z.string() });
const answering = (answer: string) => ({ answer: () => ({ answer }) });

function open(urls: readonly string[], tools: Partial<OllamaOptions> = {}) {
  const [url, ...others] = urls;
  const settings = { url: url!, others: others.map((each) => ({ url: each })), visionModel: null, languageModel: null };
  return openOllama(settings, { fetch, ...tools });
}

const engineOf = (urls: readonly string[], tools: Partial<OllamaOptions> = {}) => open(urls, tools).language().load();

async function ask(engine: Awaited<ReturnType<typeof engineOf>>, times: number): Promise<string[]> {
  const written = await Promise.all(Array.from({ length: times }, () => engine.write({ ...ASK, schema: Answer })));
  return written.map(({ answer }) => answer);
}

describe('load', () => {
  test('is spread over the servers, two requests for each at once', async () => {
    const doubles = [await ollamaDouble(answering('yes')), await ollamaDouble(answering('yes'))];
    const engine = await engineOf(doubles.map(({ url }) => url));
    for (const double of doubles) double.mode = 'stall';
    const abort = new AbortController();
    const asked = Array.from({ length: 6 }, () => engine.write({ ...ASK, schema: Answer }, abort.signal));
    const outcomes = Promise.allSettled(asked);
    await waitUntil(() => doubles.every(({ requests }) => requests.length === 2), { timeout: 30_000 });
    abort.abort();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CanceledError) });
    // Two of six waited, and were never sent.
    expect(doubles.map(({ requests }) => requests.length)).toEqual([2, 2]);
  });

  test('goes to the server that is free', async () => {
    const [slow, quick] = [await ollamaDouble(answering('slow')), await ollamaDouble(answering('quick'))];
    const engine = await engineOf([slow.url, quick.url]);
    slow.mode = 'stall';
    const abort = new AbortController();
    const some = Array.from({ length: 4 }, () => engine.write({ ...ASK, schema: Answer }, abort.signal));
    const stuck = Promise.allSettled(some);
    await waitUntil(() => slow.requests.length === 2, { timeout: 30_000 });
    expect(await ask(engine, 8)).toEqual(Array(8).fill('quick'));
    abort.abort();
    await stuck;
  });

  test('is one request at a time in turn', async () => {
    const doubles = [await ollamaDouble(answering('yes')), await ollamaDouble(answering('yes'))];
    const engine = await engineOf(doubles.map(({ url }) => url));
    for (let i = 0; i < 6; i++) await ask(engine, 1);
    expect(doubles.map(({ requests }) => requests.length)).toEqual([3, 3]);
    expect(engine.concurrency).toBe(2);
  });
});

describe('a server that dies', () => {
  test('in mid-answer loses nothing', async () => {
    const [dying, other] = [await ollamaDouble(answering('one')), await ollamaDouble(answering('other'))];
    const engine = await engineOf([dying.url, other.url]);
    dying.mode = 'stall';
    const asked = ask(engine, 4);
    await waitUntil(() => dying.requests.length === 2, { timeout: 30_000 });
    await dying.close();
    expect(await asked).toEqual(Array(4).fill('other'));
    // It rests: nothing waits for it.
    expect(await ask(engine, 4)).toEqual(Array(4).fill('other'));
  });

  test('before the first chunk of a stream is replaced, and after it is an error', async () => {
    const [dying, other] = [await ollamaDouble(), await ollamaDouble({ answer: () => 'Hello there.' })];
    const engine = await engineOf([dying.url, other.url]);
    const streamed = async () => {
      let text = '';
      for await (const piece of engine.stream(ASK)) text += piece;
      return text;
    };
    dying.mode = 'error';
    // A pool begins at a random server and takes turns: the second request meets the one that dies at the latest.
    for (let i = 0; i < 4; i++) expect(await streamed()).toBe('Hello there.');
    expect(dying.requests).toHaveLength(1);
    for (const double of [dying, other]) double.mode = 'cut';
    await expect(streamed()).rejects.toMatchObject({ kind: 'cut_off' });
  });

  test('by silence is left alone after its time limit', async () => {
    const [silent, other] = [await ollamaDouble(), await ollamaDouble(answering('other'))];
    const engine = await engineOf([silent.url, other.url], { limits: { firstMs: 500, idleMs: 500 } });
    silent.mode = 'hang';
    expect(await ask(engine, 6)).toEqual(Array(6).fill('other'));
    const { length } = silent.requests;
    expect(length).toBeLessThanOrEqual(2);
    expect(await ask(engine, 6)).toEqual(Array(6).fill('other'));
    expect(silent.requests).toHaveLength(length);
  });

  test('as the last one is an error', async () => {
    const doubles = [await ollamaDouble(), await ollamaDouble()];
    const engine = await engineOf(doubles.map(({ url }) => url));
    for (const double of doubles) await double.close();
    await expect(ask(engine, 1)).rejects.toMatchObject({ code: 'model_unavailable', serverIsGone: true });
  });
});

describe('models', () => {
  test('are those of all servers that answer', async () => {
    const one = await ollamaDouble({ models: [{ name: 'llama3.2:3b', capabilities: ['completion'] }] });
    const two = await ollamaDouble({ models: [{ name: 'moondream', capabilities: ['completion', 'vision'] }] });
    const ollama = open([await deadAddress(), one.url, two.url]);
    expect(await ollama.status()).toMatchObject({ reachable: true });
    expect((await ollama.models()).map(({ name }) => name)).toEqual(['llama3.2:3b', 'moondream']);
    expect(await ollama.vision().availability()).toEqual({ available: true });
    await expect(open([await deadAddress(), await deadAddress()]).models()).rejects.toMatchObject({ kind: 'refused' });
  });

  test('are used only with the same weights', async () => {
    const model = (digest: string) => [
      { name: 'llama3.2:3b', capabilities: ['completion'], digest: digest.repeat(64) },
    ];
    const one = await ollamaDouble({ models: model('a'), ...answering('one') });
    const two = await ollamaDouble({ models: model('b'), ...answering('two') });
    const engine = await engineOf([one.url, two.url]);
    expect(await ask(engine, 6)).toEqual(Array(6).fill('one'));
    expect(two.requests).toEqual([]);
    await one.close();
    await expect(ask(engine, 1)).rejects.toMatchObject({ code: 'model_unavailable' });
  });

  test('embed on another server if one fails', async () => {
    const doubles = [await ollamaDouble(), await ollamaDouble()];
    const ollama = open(doubles.map(({ url }) => url));
    doubles[0]!.mode = 'error';
    for (let i = 0; i < 3; i++) expect(await ollama.embed({ name: 'nomic-embed-text' }, ['a', 'b'])).toHaveLength(2);
  });
});
