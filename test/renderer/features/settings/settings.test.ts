import { expect, test } from 'vitest';
import { formatTimestamp } from '../../../../src/base/time.ts';
import { withLogo } from '../../../../src/renderer/features/settings/brands/logo-list.ts';
import { logoName } from '../../../../src/renderer/features/settings/brands/logo-name.ts';
import { parseLines } from '../../../../src/renderer/features/settings/parse-lines.ts';
import { DAYS, minutesPerDay } from '../../../../src/renderer/features/settings/usage/days.ts';

test('assigns minutes to the local day', () => {
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

test('trims lines, and removes duplicates', () => {
  expect(parseLines(' Fiat \n\nfiat\nLand  Rover\r\n')).toEqual(['Fiat', 'Land Rover']);
});

test("derives a logo's name from its file name", () => {
  expect(logoName('acme-logo_v2.final.png')).toBe('acme logo v2 final');
  expect(logoName('.png')).toBe('Logo');
  expect(logoName(`${'x'.repeat(200)}.svg`)).toHaveLength(80);
});

test("inserts an added or renamed logo in the server's order", () => {
  const logo = (logo_id: string, name: string) => ({ logo_id, name, width: 1, height: 1, created_at: '' });
  const list = { logos: [logo('1', 'B'), logo('2', 'D')] };
  expect(withLogo(list, logo('3', 'C')).logos.map(({ name }) => name)).toEqual(['B', 'C', 'D']);
  expect(withLogo(list, logo('1', 'Z')).logos.map(({ name }) => name)).toEqual(['D', 'Z']);
});
