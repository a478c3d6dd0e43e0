import { AVERROR_EINVAL } from 'node-av/constants';
import { expect, it } from 'vitest';
import { englishText, sentence } from '../../../src/core/texts/sentence.ts';
import { check } from '../../../src/media/transcode/encoder.ts';

it('names the failed step by key, so that windows can localize it', () => {
  const failure = (() => {
    try {
      check(AVERROR_EINVAL, sentence('step.encode', { name: 'libx264' }));
    } catch (error) {
      return error as { message: string; text: Parameters<typeof englishText>[0] };
    }
    throw new Error('not thrown');
  })();
  expect(failure.message).toBe('The converter could not encode with libx264.');
  expect(failure.text).toMatchObject({ key: 'media.encode-failed', params: { step: { key: 'step.encode' } } });
  expect(englishText(failure.text)).toBe(failure.message);
});
