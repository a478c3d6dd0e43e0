import { expect, test } from 'vitest';
import { fromRuns } from '../../../src/base/runs.ts';
import { SoundMeter } from '../../../src/pipeline/conditions/sound-meter.ts';
import { concat, silence, sine } from '../../fixtures/sounds.ts';

const RATE = 16_000;

test('measures level and background without probabilities of speech, which stays unknown', () => {
  const meter = new SoundMeter(false);
  meter.addSamples(concat(silence(1, RATE), sine(300, 2, RATE, 0.1)));
  const { speech, level, noise } = meter.result();
  // A tone of amplitude 0.1 is 23 dB below full scale; silence within two seconds is the background.
  expect(fromRuns(level).slice(1, 3)).toEqual([-24, -24]);
  expect(fromRuns(noise)[0]).toBe(-99);
  expect(new Set(fromRuns(speech))).toEqual(new Set([-1]));
});
