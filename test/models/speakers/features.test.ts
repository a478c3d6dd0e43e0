import { expect, it } from 'vitest';
import { createFilterBank, createPowerSpectrogram } from '../../../src/models/speakers/features.ts';
import { decodePowerset } from '../../../src/models/speakers/segmentation.ts';
import { speechLike } from '../../fixtures/speech.ts';

const RATE = 16_000;

it('computes the filter bank of WeSpeaker as transformers.js does', async () => {
  const { WeSpeakerFeatureExtractor } = await import('@huggingface/transformers');
  const extractor = new WeSpeakerFeatureExtractor({
    sampling_rate: RATE,
    num_mel_bins: 80,
    min_num_frames: 9,
    fbank_centering_span: null,
  });
  const sound = speechLike(1.6, RATE, 3);
  const { input_features: expected } = await extractor._call(sound);
  const { frames, bands, values } = createFilterBank()(sound);
  expect([1, frames, bands]).toEqual(expected.dims);
  const worst = values.reduce((most, value, i) => Math.max(most, Math.abs(value - expected.data[i])), 0);
  expect(worst).toBeLessThan(0.01);
});

it('computes a power spectrogram at the level of the encoder', () => {
  const sound = speechLike(1.6, RATE, 3);
  const { frames, bands, values } = createPowerSpectrogram()(sound);
  expect([frames, bands, values.length]).toEqual([161, 40, 161 * 40]);
  const quiet = createPowerSpectrogram()(sound.map((sample) => sample / 100));
  const level = (all: Float32Array) => all.reduce((sum, value) => sum + value, 0);
  // Amplified to -30 dB of full scale: half of the amplitude of 0.5 squared would be 1000 times more.
  expect(level(quiet.values)).toBeGreaterThan(level(values) / 1000);
  expect(level(quiet.values)).toBeLessThanOrEqual(level(values));
});

it('decodes combinations of speakers', () => {
  const scores = new Float32Array(3 * 7);
  scores[0] = 1;
  scores[7 + 2] = 1;
  scores[14 + 5] = 1;
  expect([...decodePowerset(scores)]).toEqual([0b000, 0b010, 0b101]);
});
