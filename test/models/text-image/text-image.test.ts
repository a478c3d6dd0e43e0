import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { chooseTextImage, textImageEngine } from '../../../src/models/text-image/index.ts';
import { writeTextImageModel } from '../../fixtures/text-image-model.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelscope-text-image-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const plain = (red: number, green: number, blue: number) => {
  const [width, height] = [60, 40];
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < rgb.length; i += 3) rgb.set([red, green, blue], i);
  return { width, height, rgb };
};
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe.each(['clip', 'siglip'] as const)('a model of the type %s', (type) => {
  it('puts pictures near the words that describe them, with the real library and no network', async () => {
    const real = globalThis.fetch;
    const asked: string[] = [];
    globalThis.fetch = async (input) => {
      asked.push(String(input));
      throw new Error('no network');
    };
    try {
      await writeTextImageModel(folder, `tiny-${type}`, type);
      const factory = await chooseTextImage(folder, `tiny-${type}`);
      expect(await factory.availability()).toEqual({ available: true });
      expect(factory.info.version).toMatch(/^[0-9a-f]{12}-[0-9a-f]{12}$/);
      const engine = await factory.load();
      const [red, blue, rot] = await engine.embedTexts(['a RED car at night', 'blue sky', 'ein rotes Auto']);
      const pictures = await engine.embedPictures([plain(220, 10, 10), plain(10, 10, 220), plain(220, 10, 10)]);
      expect(dot(red!, pictures[0]!)).toBeGreaterThan(dot(blue!, pictures[0]!) + 0.5);
      expect(dot(blue!, pictures[1]!)).toBeGreaterThan(dot(red!, pictures[1]!) + 0.5);
      expect(dot(rot!, pictures[0]!)).toBeGreaterThan(dot(rot!, pictures[1]!) + 0.5);
      expect(pictures[2]).toEqual(pictures[0]);
      for (const vector of [red!, ...pictures]) expect(dot(vector, vector)).toBeCloseTo(1, 4);
      await expect(engine.embedTexts(['red'], AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
      await engine.dispose();
    } finally {
      globalThis.fetch = real;
    }
    expect(asked).toEqual([]);
  });
});

test('a version is of both networks', async () => {
  const one = await writeTextImageModel(await mkdtemp(join(folder, 'one-')), 'tiny');
  const other = await writeTextImageModel(await mkdtemp(join(folder, 'other-')), 'tiny', 'clip', 2);
  const versions = [one, other].map((model) => model.files.find(({ path }) => path.includes('text_model'))!.sha256);
  expect(versions[0]).not.toBe(versions[1]);
});

test('reports a missing, incomplete, or damaged installation', async () => {
  await expect(chooseTextImage(folder, 'none')).rejects.toMatchObject({ code: 'model_unavailable' });
  const cut = await writeTextImageModel(folder, 'cut');
  const vision = join(folder, 'cut', 'onnx', 'vision_model.onnx');
  await truncate(vision, 20);
  const factory = textImageEngine(folder, cut);
  expect(await factory.availability()).toMatchObject({ available: false, needs: ['cut'] });
  const engine = await factory.load();
  await expect(engine.embedPictures([plain(0, 0, 0)])).rejects.toMatchObject({ code: 'model_unavailable' });
  // Words need the other network alone.
  expect(await engine.embedTexts(['red'])).toHaveLength(1);
  await engine.dispose();
  await rm(vision);
  await expect(textImageEngine(folder, cut).load()).rejects.toThrow(/no ONNX weights/);
});
