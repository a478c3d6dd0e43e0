import { expect, it } from 'vitest';
import { crashResponse, isCrash } from '../../../src/main/policies/crash-recovery.ts';
import { progressDisplay, quitQuestion } from '../../../src/main/policies/progress.ts';
import { mainText } from '../../../src/main/text.ts';

it('reloads a crashed page a limited number of times', () => {
  expect(crashResponse([], 100_000)).toBe('reload');
  expect(crashResponse([90_000, 95_000, 99_000], 100_000)).toBe('ask');
  expect(crashResponse([1000, 2000, 3000], 100_000)).toBe('reload');
  expect(isCrash('clean-exit')).toBe(false);
});

it('asks before quitting only if work would be interrupted', () => {
  const text = mainText('de-AT');
  expect(quitQuestion({ running: 0, queued: 0, progress: null }, text)).toBeUndefined();
  expect(quitQuestion({ running: 1, queued: 2, progress: 0.4 }, text)?.detail).toMatch(/^3 Analysen/);
});

it('blocks sleep and shows progress only during work', () => {
  const text = mainText('en');
  expect(progressDisplay({ running: 1, queued: 1, progress: 0.428 }, text)).toEqual({
    bar: 0.428,
    badge: 2,
    line: 'Analyzing: 42%, 1 queued',
    keepAwake: true,
  });
  expect(progressDisplay({ running: 0, queued: 0, progress: null }, text)).toMatchObject({ bar: -1, keepAwake: false });
});
