import { afterAll, expect, test } from 'vitest';
import { chooseEmbeddings, type EmbeddingChoice } from '../../../src/models/embeddings/choose.ts';
import { startOllamaDouble } from '../../fixtures/ollama-double.ts';
import { embeddingEngineSuite } from '../../suites/embedding-engine.ts';

const digest = 'd'.repeat(64);
const double = await startOllamaDouble({
  models: [
    { name: 'nomic-embed-text:latest', capabilities: ['embedding'], digest },
    { name: 'far-embed:latest', capabilities: ['embedding'], remoteHost: 'https://ollama.com' },
  ],
});
afterAll(() => double.close());

const choice = (model: string, url = double.url): EmbeddingChoice => ({
  embeddings: { engine: 'ollama', model },
  modelsFolder: '',
  offline: true,
  ollama: { url, visionModel: null, languageModel: null },
});

embeddingEngineSuite(await chooseEmbeddings(choice('nomic-embed-text')), false);

test("identifies vectors by the model's digest, and prefixes texts by use", async () => {
  const engine = await (await chooseEmbeddings(choice('nomic-embed-text:latest'))).load();
  expect(engine.info).toEqual({ id: 'ollama/nomic-embed-text', version: 'd'.repeat(12) });
  await engine.embed(['where is it'], undefined, 'query');
  expect(double.requests.at(-1)?.body.input).toEqual(['search_query: where is it']);
});

test.each([
  ['a model that is not there', choice('absent')],
  ['a model on another machine', choice('far-embed')],
  ['a server that is not there', choice('nomic-embed-text', 'http://127.0.0.1:9')],
  ['a server on another machine while offline', choice('nomic-embed-text', 'http://192.0.2.1:11434')],
])('rejects %s', async (_, wanted) => {
  await expect(chooseEmbeddings(wanted)).rejects.toMatchObject({ code: 'model_unavailable' });
});

test('reports a server that fails during a request', async () => {
  const engine = await (await chooseEmbeddings(choice('nomic-embed-text'))).load();
  double.mode = 'error';
  await expect(engine.embed(['a'])).rejects.toMatchObject({ code: 'model_unavailable' });
  double.mode = 'well';
  expect(await engine.embed(['a'])).toHaveLength(1);
});
