import { describe, expect, test } from 'vitest';
import { parseRetryAfter, retryDelayMs } from '../../../src/server/webhooks/schedule.ts';

const HOUR_MS = 3_600_000;

describe('retryDelayMs', () => {
  test('grows from seconds to a day, and ends after ten attempts', () => {
    const delays = Array.from({ length: 10 }, (_, i) => retryDelayMs(i + 1, 0, 0));
    expect(delays.slice(0, 4)).toEqual([5000, 300_000, 1_800_000, 2 * HOUR_MS]);
    expect(delays.slice(8)).toEqual([24 * HOUR_MS, undefined]);
  });

  test('varies at random', () => {
    expect(retryDelayMs(1, 0, 1)).toBe(5500);
  });

  test('waits as long as the receiver asks, at most a day', () => {
    expect(retryDelayMs(1, HOUR_MS, 0)).toBe(HOUR_MS);
    expect(retryDelayMs(1, 1000, 0)).toBe(5000);
    expect(retryDelayMs(1, 1000 * HOUR_MS, 0)).toBe(24 * HOUR_MS);
  });
});

test('parseRetryAfter reads seconds and dates', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfter('120', now)).toBe(120_000);
  expect(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000);
  expect(parseRetryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(parseRetryAfter('soon', now)).toBeUndefined();
  expect(parseRetryAfter(undefined, now)).toBeUndefined();
});
