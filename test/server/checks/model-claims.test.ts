import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../src/base/logger.ts';
import { openStore, type Store } from '../../../src/db/index.ts';
import { openOllama } from '../../../src/models/ollama/server.ts';
import { createChecksService } from '../../../src/server/checks/check-text.ts';
import { addUser } from '../../db/store-fixture.ts';
import { deadAddress, ollamaDouble } from '../../fixtures/ollama.ts';
import type { DoubleRequest } from '../../fixtures/ollama-double.ts';

let store: Store;
let userId: number;
beforeAll(() => {
  store = openStore({ path: ':memory:' });
  userId = addUser(store);
  const jobId = crypto.randomUUID();
  const storagePath = `users/${userId}/${jobId}.mp4`;
  const video = {
    jobId,
    name: 'news.mp4',
    storagePath,
    selectedInsights: '["transcription"]',
    fileSize: 1,
    duration: 60,
  };
  const { id } = store.videos.create(userId, video);
  store.jobs.enqueue(userId, jobId, { action: 'process', modules: ['transcription'] });
  store.jobs.claimNext();
  store.jobs.setModule(id, 'transcription', { status: 'completed' });
  store.jobs.finish(id, { processingTime: 1, warnings: [] });
  const lines = ['The harbor was sold to investors.', 'The ferry leaves at noon.'];
  const segments = lines.map((content, i) => ({ content, data: null, start_time: 4 * i, end_time: 4 * i + 3 }));
  store.segments.replaceModule(id, { module: 'transcription', engine: 'test@1', segments });
});
afterAll(() => store.close());

/** Returns a function that checks texts with a model, and what it returns. */
function checker(url: string) {
  const ollama = openOllama({ url, visionModel: null, languageModel: null }, { fetch });
  const checks = createChecksService({
    store,
    citations: { idsOf: async () => [] },
    languageModel: () => ollama.language().load(),
    log: createLogger(() => {}),
  });
  return async (text: string) => {
    const { passages, ...rest } = await checks.check(userId, text, {});
    return { ...rest, verdicts: passages.map((one) => [one.text, one.verdict]) };
  };
}

const check = (text: string, url: string) => checker(url)(text);

/** A model that divides every sentence the same way. */
const dividing = (...claims: string[]) => ({
  answer: ({ body }: DoubleRequest) => ({
    sentences: [...body.messages!.at(-1)!.content.matchAll(/^(\d+)\. /gm)].map(([, n]) => ({
      number: Number(n),
      claims,
    })),
  }),
});

const TEXT = 'The harbor was sold to investors, and the ferry leaves at dusk.';

describe('a text that a language model divides', () => {
  it('has a verdict for each claim, also in a sentence without numbers and names', async () => {
    const { url } = Object.assign(
      await ollamaDouble(),
      dividing('The harbor was sold to investors', 'the ferry leaves at dusk'),
    );
    const { verdicts, engine, fallback } = await check(TEXT, url);
    expect(verdicts).toEqual([
      ['The harbor was sold to investors', 'said_so'],
      ['the ferry leaves at dusk', 'said_otherwise'],
    ]);
    expect(engine).toMatch(/^ollama:/);
    expect(fallback).toBeNull();
  });

  it('is held whole against the library if the model changes words', async () => {
    const { url } = Object.assign(
      await ollamaDouble(),
      dividing('The harbor was sold to investors', 'The ferry leaves at noon'),
    );
    expect((await check(TEXT, url)).verdicts).toEqual([[TEXT, 'not_in_library']]);
  });

  it('is not sent to the model again; of a corrected text, only the sentence that changed is', async () => {
    const double = Object.assign(
      await ollamaDouble(),
      dividing('The harbor was sold to investors', 'the ferry leaves at dusk'),
    );
    const sent = () => double.requests.map(({ body }) => body.messages!.at(-1)!.content.match(/^\d+\. .*/gm));
    const check = checker(double.url);
    const first = await check(`${TEXT} The ferry is painted green.`);
    expect(await check(`${TEXT} The ferry is painted green.`)).toEqual(first);
    expect(sent()).toEqual([[`1. ${TEXT}`, '2. The ferry is painted green.']]);
    const { verdicts } = await check(`${TEXT} The ferry is painted blue.`);
    expect(sent()[1]).toEqual(['1. The ferry is painted blue.']);
    expect(verdicts.slice(0, 2)).toEqual(first.verdicts.slice(0, 2));
  });

  it('keeps the passages that rules find if the model finds none', async () => {
    const { url } = Object.assign(await ollamaDouble(), dividing());
    const text = 'The ferry leaves at 7 pm. “The ferry leaves at noon.”';
    const { verdicts } = await check(text, url);
    expect(verdicts.map(([, verdict]) => verdict)).toEqual(['not_in_library', 'said_so']);
  });

  it('is divided by rules when the model fails, which the result says', async () => {
    const { verdicts, engine, fallback } = await check('The ferry leaves at 7 pm.', await deadAddress());
    expect(verdicts).toHaveLength(1);
    expect(engine).toBeNull();
    expect(fallback?.message).not.toBe('');
  });
});
