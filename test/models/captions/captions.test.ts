import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { CanceledError } from '../../../src/base/errors.ts';
import { captionEngine, installedCaptionEngine } from '../../../src/models/captions/index.ts';
import { writeCaptionModel } from '../../fixtures/caption-model.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelscope-captions-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await writeCaptionModel(folder, 'tiny-captions');

const picture = (background: string) =>
  sharp({ create: { width: 90, height: 50, channels: 3, background } })
    .jpeg()
    .toBuffer();

test('captions an image with the real library and no network', async () => {
  const real = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = async (input) => {
    asked.push(String(input));
    throw new Error('no network');
  };
  try {
    const factory = (await installedCaptionEngine(folder))!;
    expect(await factory.availability()).toEqual({ available: true });
    expect(factory.info).toEqual({
      id: 'transformers/tiny-captions',
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    const engine = await factory.load();
    expect(await engine.caption(await picture('white'))).toBe('one bright wall');
    expect(await engine.caption(await picture('black'))).toBe('one dark wall');
    await expect(engine.caption(await picture('black'), AbortSignal.abort())).rejects.toBeInstanceOf(CanceledError);
    await engine.dispose();
  } finally {
    globalThis.fetch = real;
  }
  expect(asked).toEqual([]);
});

test('reports a missing or incomplete installation', async () => {
  expect(await installedCaptionEngine(join(folder, 'none'))).toBeNull();
  const other = await mkdtemp(join(folder, 'other-'));
  const cut = await writeCaptionModel(other, 'cut');
  const file = join(other, 'cut', 'onnx', 'decoder_model_merged.onnx');
  await truncate(file, 20);
  const factory = captionEngine(other, cut);
  expect(await factory.availability()).toMatchObject({ available: false, needs: ['cut'] });
  await expect(factory.load()).rejects.toMatchObject({ code: 'model_unavailable' });
  await rm(file);
  await expect(captionEngine(other, cut).load()).rejects.toThrow(/no ONNX weights/);
});
