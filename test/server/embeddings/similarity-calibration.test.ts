import { beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../src/db/index.ts';
import { bundledEmbeddings } from '../../../src/models/embeddings/index.ts';
import type { EmbeddingEngine } from '../../../src/models/engine.ts';
import { createCalibration } from '../../../src/server/embeddings/similarity-calibration.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addProcessed, addUser } from '../../db/store-fixture.ts';
import { similarity } from '../../suites/embedding-engine.ts';
import { FINDINGS, INVENTED, MEANINGLESS, NAMES, QUESTIONS, UNRELATED } from '../search/related.ts';

const MODEL = 'toy@1';

/**
 * A library of the findings with vectors of the bundled encoder, and its semantic hits; `fails` for more than one text
 * at once.
 */
async function library(engine: EmbeddingEngine, { fails = false } = {}) {
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  addProcessed(store, userId, FINDINGS, { vectors: await engine.embed(FINDINGS) });
  const embed = async (texts: readonly string[], use?: 'passage' | 'query') => {
    const vectors = await engine.embed(texts, undefined, use);
    return { model: MODEL, dimension: engine.dimension, vectors };
  };
  const answer: typeof embed = async (texts, use) => {
    if (fails && texts.length > 1) throw new Error('No embeddings.');
    return embed(texts, use);
  };
  const search = createSearchService(store, { engineId: () => MODEL, embed: answer });
  const find = async (query: string, mode: 'vector' | 'hybrid' = 'hybrid') =>
    (await search.search(userId, { query, mode, limit: 100 })).hits;
  return { store, embed, find };
}

describe('semantic hits of the bundled encoder', () => {
  let engine: EmbeddingEngine;
  let store: Store;
  let find: Awaited<ReturnType<typeof library>>['find'];
  beforeAll(async () => {
    engine = await bundledEmbeddings.load();
    const made = await library(engine);
    ({ store, find } = made);
    await createCalibration(store, MODEL, made.embed);
    return async () => {
      store.close();
      await engine.dispose();
    };
  });

  test('keeps true hits and drops unrelated ones, of which a plain similarity keeps four times as many', async () => {
    let kept = 0;
    let keptClear = 0;
    let unrelated = 0;
    for (const { question, wanted } of QUESTIONS) {
      const hits = await find(question);
      if (hits.some(({ content }) => wanted.includes(content))) kept++;
      if (hits.some(({ content, match }) => match !== 'weak' && wanted.includes(content))) keptClear++;
      unrelated += hits.filter(({ content, match }) => match !== 'words' && !wanted.includes(content)).length;
    }
    const share = (count: number) => count / QUESTIONS.length;
    expect(share(kept)).toBeGreaterThanOrEqual(0.9);
    expect(share(keptClear)).toBeGreaterThanOrEqual(0.82);
    expect(share(unrelated)).toBeLessThan(1.7);

    // Threshold on the cosine with the same recall.
    const findings = await engine.embed(FINDINGS);
    const rows = await Promise.all(
      QUESTIONS.map(async ({ question, wanted }) => {
        const [vector] = await engine.embed([question]);
        return findings.map((finding, i) => ({
          value: similarity(vector!, finding),
          isWanted: wanted.includes(FINDINGS[i]!),
        }));
      }),
    );
    const best = rows.map((row) => Math.max(...row.filter(({ isWanted }) => isWanted).map(({ value }) => value)));
    const bar = best.toSorted((a, b) => b - a)[kept - 1]!;
    const bare = rows.flat().filter(({ value, isWanted }) => !isWanted && value >= bar).length;
    expect(bare).toBeGreaterThan(2 * unrelated);
  });

  test('finds almost nothing for meaningless strings, and only as weak matches', async () => {
    const found: string[] = [];
    for (const text of MEANINGLESS) if ((await find(text)).length > 0) found.push(text);
    expect(found.length).toBeLessThanOrEqual(4);
    expect(await find('asdf qwerty')).toEqual([]);
    // Mode vector returns the neighbors as weak matches.
    const bare = await find('asdf qwerty', 'vector');
    expect(bare).toHaveLength(FINDINGS.length);
    expect(bare.every(({ match }) => match === 'weak')).toBe(true);
  });

  test('finds nothing for names that no finding contains, and next to nothing for invented words', async () => {
    const found: string[] = [];
    for (const name of NAMES) if ((await find(name)).length > 0) found.push(name);
    // Its other words are those of a label.
    expect(found.filter((name) => name !== 'did they talk about Mumbai')).toEqual([]);
    for (const word of INVENTED) if ((await find(word)).length > 0) found.push(word);
    expect(found.length).toBeLessThanOrEqual(4);
    // A word that a finding contains in part or with a typo is found.
    expect((await find('Addidas')).length).toBeGreaterThan(0);
    // Further names aren't found by the one that is there.
    const contents = (await find('Adidas')).map(({ content }) => content);
    expect(contents[0]).toBe('Logo: Adidas on a shirt');
    expect(contents).not.toContain('Coca-Cola');
  });

  test('mostly finds nothing for absent subjects', async () => {
    let clear = 0;
    for (const text of UNRELATED) if ((await find(text)).some(({ match }) => match === 'meaning')) clear++;
    expect(clear / UNRELATED.length).toBeLessThan(0.4);
  });

  test("finds nothing for a question in a script that the encoder can't read", async () => {
    expect(await find('東京タワー')).toEqual([]);
  });

  test('mode vector ranks by similarity; keyword hits count regardless of vectors', async () => {
    const order = (await find('aircraft', 'vector')).map((hit) => hit.similarity);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
    const [hit] = await find('JFK Americans');
    expect(hit).toMatchObject({ match: 'words', content: expect.stringContaining('Americans') });
  });
});

test('is made by the first search of a library without one; if that fails, hits are not filtered', async () => {
  const engine = await bundledEmbeddings.load();
  const failing = await library(engine, { fails: true });
  const hits = await failing.find('asdf qwerty');
  expect(hits).toHaveLength(FINDINGS.length);
  expect(hits.every(({ match }) => match === 'weak')).toBe(true);
  failing.store.close();
  const { store, find } = await library(engine);
  const both = await Promise.all([find('asdf qwerty'), find('asdf qwerty')]);
  expect(both).toEqual([[], []]);
  store.close();
  await engine.dispose();
});

test('computes calibration vectors once per model', async () => {
  const store = openStore({ path: ':memory:' });
  let asked = 0;
  const embed = async (texts: string[]) => {
    asked++;
    return { model: 'm@1', dimension: 2, vectors: texts.map((_, i) => Float32Array.of(Math.cos(i), Math.sin(i))) };
  };
  await createCalibration(store, 'm@1', embed);
  await createCalibration(store, 'm@1', embed);
  expect(asked).toBe(2);
  await expect(createCalibration(store, 'm@2', embed)).rejects.toThrow('changed');
  store.calibrationVectors.deleteOthers('other@1');
  await createCalibration(store, 'm@1', embed);
  expect(asked).toBe(6);
  store.close();
});
