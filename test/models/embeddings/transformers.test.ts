import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { chooseEmbeddings } from '../../../src/models/embeddings/choose.ts';
import { withPrefix } from '../../../src/models/embeddings/prefixes.ts';
import { transformersEmbeddings } from '../../../src/models/embeddings/transformers.ts';
import { SENTENCE_DIMENSION, writeSentenceModel } from '../../fixtures/sentence-model.ts';
import { embeddingEngineSuite } from '../../suites/embedding-engine.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelscope-sentences-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const model = await writeSentenceModel(folder, 'tiny-e5-small');

embeddingEngineSuite(transformersEmbeddings(folder, model));

const choice = {
  embeddings: { engine: 'transformers', model: model.id },
  modelsFolder: folder,
  offline: true,
  ollama: null,
} as const;

test('loads the selected model without downloads', async () => {
  const real = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = async (input) => {
    asked.push(String(input));
    throw new Error('no network');
  };
  try {
    const engine = await (await chooseEmbeddings(choice)).load();
    expect(engine.info.id).toBe('transformers/tiny-e5-small');
    expect(engine.dimension).toBe(SENTENCE_DIMENSION);
    const [asPassage] = await engine.embed(['a dog']);
    const [asQuery] = await engine.embed(['a dog'], undefined, 'query');
    expect(asQuery).not.toEqual(asPassage);
    await engine.dispose();
  } finally {
    globalThis.fetch = real;
  }
  expect(asked).toEqual([]);
});

test('identifies vectors by the weights: other weights under the same name are another model', async () => {
  const other = await mkdtemp(join(folder, 'other-'));
  const changed = transformersEmbeddings(other, await writeSentenceModel(other, 'tiny-e5-small', 2));
  expect(changed.info.id).toBe('transformers/tiny-e5-small');
  expect(changed.info.version).not.toBe(transformersEmbeddings(folder, model).info.version);
});

test('reports a missing model', async () => {
  for (const name of ['absent', null]) {
    const absent = { ...choice, embeddings: { ...choice.embeddings, model: name } };
    await expect(chooseEmbeddings(absent)).rejects.toMatchObject({ code: 'model_unavailable' });
  }
  await expect(chooseEmbeddings({ ...choice, modelsFolder: join(folder, 'none') })).rejects.toMatchObject({
    code: 'model_unavailable',
  });
});

test('prefixes queries and passages as each model family was trained', () => {
  expect(withPrefix('multilingual-e5-small', 'query', 'x')).toBe('query: x');
  expect(withPrefix('nomic-embed-text:latest', 'passage', 'x')).toBe('search_document: x');
  expect(withPrefix('all-minilm', 'query', 'x')).toBe('x');
});
