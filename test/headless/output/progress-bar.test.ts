import { expect, test } from 'vitest';
import { speedText } from '../../../src/headless/output/progress-bar.ts';

test.each([
  [0.0042, '0.004× real time'],
  [0.04, '0.04× real time'],
  [3.14, '3.1× real time'],
  [21.5, '21.5× real time'],
])('a speed of %d is %s', (speed, text) => expect(speedText(speed)).toBe(text));
