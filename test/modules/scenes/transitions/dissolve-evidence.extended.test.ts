import { expect, it } from 'vitest';
import { FrameHistory } from '../../../../src/modules/scenes/frames/frame-history.ts';
import { probability } from '../../../../src/modules/scenes/logistic-regression.ts';
import {
  type DissolveEvidence,
  dissolveEvidence,
  HALF_WINDOWS,
} from '../../../../src/modules/scenes/transitions/dissolve-evidence.ts';
import { DISSOLVE_MODEL } from '../../../../src/modules/scenes/transitions/dissolve-model.ts';
import { frameSummary, scene } from '../frame-summaries.ts';

const RATE = 25;

/** Four seconds: two scenes that move, the second of which fades in over the first, and a third after a cut. */
function history(): FrameHistory {
  const [a, b, c] = [scene(1), scene(2), scene(3)];
  const all = new FrameHistory(60);
  for (let index = 0; index < 100; index++) {
    const mix = Math.max(0, Math.min(1, (index - 30) / 20));
    const x0 = index / 3;
    const luma = (x: number, y: number): number =>
      index < 75 ? (1 - mix) * a(x + x0, y) + mix * b(x + x0, y) : c(x + x0, y);
    all.add(frameSummary(luma, { index, time: index / RATE }));
  }
  return all;
}

const certainty = (evidence: DissolveEvidence): number => probability(DISSOLVE_MODEL, evidence);

it('never underestimates what is not measured yet, so that a window given up holds no dissolve', () => {
  const frames = history();
  const outcomes = { kept: 0, givenUp: 0 };
  for (const half of HALF_WINDOWS) {
    for (let center = 1.2; center < 2.7; center += 0.08) {
      const estimates: number[] = [];
      const whole = dissolveEvidence(frames, center, half, (partial) => estimates.push(certainty(partial)) > 0);
      if (!whole) continue;
      expect(estimates.toSorted((one, other) => other - one)).toEqual(estimates);
      expect(certainty(whole)).toBeLessThanOrEqual(estimates.at(-1)!);
      const found = dissolveEvidence(frames, center, half, (partial) => certainty(partial) >= 0.78);
      if (certainty(whole) >= 0.78) expect(found).toEqual(whole);
      outcomes[found ? 'kept' : 'givenUp']++;
    }
  }
  expect(outcomes.kept).toBeGreaterThan(3);
  expect(outcomes.givenUp).toBeGreaterThan(3);
});
