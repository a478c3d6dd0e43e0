import { expect, test } from 'vitest';
import { hasMemoryForAnalysis, ANALYSIS_MEMORY_BYTES as NEED } from '../../../src/server/hosting/worker-memory.ts';

test('has memory for an analysis beside what running ones have yet to take', () => {
  expect(hasMemoryForAnalysis([], NEED)).toBe(true);
  expect(hasMemoryForAnalysis([], NEED - 1)).toBe(false);
  expect(hasMemoryForAnalysis([0], NEED * 1.5)).toBe(false);
  expect(hasMemoryForAnalysis([NEED / 2], NEED * 1.5)).toBe(true);
  expect(hasMemoryForAnalysis([NEED * 3], NEED)).toBe(true);
});

test('reads the memory of the computer', () => {
  expect(hasMemoryForAnalysis(Array(1000).fill(0))).toBe(false);
});
