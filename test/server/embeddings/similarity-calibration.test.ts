import { beforeAll, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../../../src/db/index.ts';
import { bundledEmbeddings } from '../../../src/models/embeddings/index.ts';
import type { EmbeddingEngine } from '../../../src/models/engine.ts';
import { createCalibration } from '../../../src/server/embeddings/similarity-calibration.ts';
import { createSearchService } from '../../../src/server/search/search-service.ts';
import { addProcessed, addUser } from '../../db/store-fixture.ts';
import { sample, WHOLE } from '../../fixtures/extended.ts';
import { FINDINGS, INVENTED, MEANINGLESS, NAMES, QUESTIONS, UNRELATED } from '../search/related.ts';
import { TRANSLATED_QUESTIONS } from '../search/translated.ts';

const MODEL = 'toy@1';

/**
 * A library of findings with vectors of the bundled encoder, and its semantic hits; `fails` for the reference
 * texts.
 */
async function library(engine: EmbeddingEngine, { fails = false, findings = FINDINGS } = {}) {
  const store = openStore({ path: ':memory:' });
  const userId = addUser(store);
  addProcessed(store, userId, findings, { vectors: await engine.embed(findings) });
  const embed = async (texts: readonly string[], use?: 'passage' | 'query') => {
    const vectors = await engine.embed(texts, undefined, use);
    return { model: MODEL, dimension: engine.dimension, vectors, familiarity: texts.map(engine.familiarity!) };
  };
  const answer: typeof embed = async (texts, use) => {
    if (fails && texts.length > 10) throw new Error('No embeddings.');
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

  test('keeps true hits and drops unrelated ones', async () => {
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
  });

  test('finds nothing for meaningless strings', async () => {
    for (const text of [...MEANINGLESS, 'asdf qwerty', '1234 qwer']) expect(await find(text), text).toEqual([]);
    // Mode vector returns the neighbors as weak matches.
    const bare = await find('asdf qwerty', 'vector');
    expect(bare).toHaveLength(FINDINGS.length);
    expect(bare.every(({ match }) => match === 'weak')).toBe(true);
  });

  test('finds nothing for names that no finding contains, and next to nothing for invented words', async () => {
    const asked = ['Who is xyzzy?', 'does anybody mention Lagos', 'talk about Uruguay', 'Erwähnt jemand Tokio?'];
    for (const name of [...NAMES, ...asked]) expect(await find(name), name).toEqual([]);
    const found: string[] = [];
    for (const word of INVENTED) if ((await find(word)).length > 0) found.push(word);
    expect(found.length).toBeLessThanOrEqual(1);
    const likeWords = ['plasket', 'Wystoria', 'abgeflunst', 'flömmern', 'tindrow', 'zimbrick', 'sablenne', 'Mirabeth'];
    for (const word of likeWords) {
      for (const query of [word, `Does anybody mention ${word}?`, `Erwähnt jemand ${word}?`, `said:${word}`])
        expect(await find(query), query).toEqual([]);
    }
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

  test.each(sample(Object.entries(TRANSLATED_QUESTIONS), 4))(
    'finds in English what is asked in language %s',
    WHOLE,
    async (language, asked) => {
      let sum = 0;
      for (const [i, { wanted }] of QUESTIONS.entries()) {
        const place = (await find(asked[i]!)).findIndex(({ content }) => wanted.includes(content));
        if (place >= 0) sum += 1 / (place + 1);
      }
      // Mean reciprocal rank of what is left after the calibration.
      expect(sum / QUESTIONS.length).toBeGreaterThanOrEqual(language === 'de' ? 0.7 : 0.6);
    },
  );

  test('finds what means the same as a German noun beside a word of its stem', async () => {
    const rain = 'Im Norden wird morgen starker Regen erwartet';
    const findings = ['Der Stürmer traf in der letzten Minute des Spiels', rain];
    const german = await library(engine, { findings });
    expect((await german.find('Sturm')).map(({ content }) => content)).toContain(rain);
    german.store.close();
  });

  test("finds nothing for random keys of other scripts, and for a script that the encoder can't read", async () => {
    for (const text of ['фывапр йцук', 'ضصثق', 'ㅁㄴㅇㄹ', 'ሰላም ለሁሉም']) expect(await find(text), text).toEqual([]);
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
