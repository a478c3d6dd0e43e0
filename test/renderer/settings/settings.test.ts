import { expect, test } from 'vitest';
import { formatTimestamp } from '../../../src/base/time.ts';
import { DAYS, minutesPerDay } from '../../../src/renderer/features/settings/days.ts';
import { linesOf } from '../../../src/renderer/features/settings/lines.ts';

test('minutes are counted on the local day on which they were used', () => {
  const now = new Date(2026, 2, 15, 13).getTime();
  const at = (date: Date, duration_minutes: number) => ({
    created_at: formatTimestamp(date.getTime()),
    duration_minutes,
  });
  const days = minutesPerDay(
    [
      at(new Date(2026, 2, 15, 0, 1), 2),
      at(new Date(2026, 2, 14, 23, 59), 3),
      at(new Date(2026, 2, 14, 1), 4),
      at(new Date(2025, 0, 1), 100),
    ],
    now,
  );
  expect(days).toHaveLength(DAYS);
  expect(days.slice(-3).map(({ minutes }) => minutes)).toEqual([0, 7, 2]);
});

test('lines are trimmed, and each word counts once', () => {
  expect(linesOf(' Fiat \n\nfiat\nLand  Rover\r\n')).toEqual(['Fiat', 'Land Rover']);
});
