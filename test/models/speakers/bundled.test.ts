import { expect, it, onTestFinished } from 'vitest';
import { speakerEngine } from '../../../src/models/speakers/index.ts';
import { tempFolder } from '../../fixtures/temp.ts';

const RATE = 16_000;
/** 200 Hz to 3.8 kHz in 1.6 s. */
const SWEEP = Float32Array.from({ length: 1.6 * RATE }, (_, i) => {
  const time = i / RATE;
  return 0.5 * Math.sin(2 * Math.PI * (200 * time + 1125 * time * time));
});

it('computes the embedding of Resemblyzer without an installed model', async () => {
  const factory = await speakerEngine(await tempFolder());
  expect(await factory.availability()).toEqual({ available: true });
  const engine = await factory.load();
  onTestFinished(() => engine.dispose());
  expect([engine.info, engine.segmentation]).toEqual([{ id: 'resemblyzer', version: '1' }, null]);
  const embedding = await engine.embed(SWEEP);
  expect(embedding).toHaveLength(256);
  // Of the original in 32 bits: features as of librosa, LSTM as of PyTorch.
  for (const [i, value] of [
    [2, 0.2622],
    [16, 0.3128],
    [126, 0.2072],
    [165, 0.1961],
    [238, 0.1975],
  ] as const) {
    expect(embedding[i]).toBeCloseTo(value, 3);
  }
});
