import { expect, onTestFinished, test } from 'vitest';
import { hasMemoryForAnalysis, ANALYSIS_MEMORY_BYTES as NEED } from '../../../src/server/hosting/worker-memory.ts';

test('has memory for an analysis beside what running ones have yet to take', () => {
  expect(hasMemoryForAnalysis([], NEED)).toBe(true);
  expect(hasMemoryForAnalysis([], NEED - 1)).toBe(false);
  expect(hasMemoryForAnalysis([0], NEED * 1.5)).toBe(false);
  expect(hasMemoryForAnalysis([NEED / 2], NEED * 1.5)).toBe(true);
  expect(hasMemoryForAnalysis([NEED * 3], NEED)).toBe(true);
});

test.each(['linux', 'darwin'])('reads the memory of the computer on %s', (platform) => {
  const own = Object.getOwnPropertyDescriptor(process, 'platform')!;
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
  expect(hasMemoryForAnalysis(Array(1000).fill(0))).toBe(false);
  // On a Mac, memory that is taken shows in no measure of what is left.
  if (platform === 'darwin') expect(hasMemoryForAnalysis(Array(1000).fill(NEED))).toBe(false);
});
