import { describe, expect, it, vi } from 'vitest';
import { formatPosition, formatTimestamp, parseTimestamp, roundSeconds } from '../../src/base/time.ts';

describe('time', () => {
  it('formats timestamps in UTC without a zone designator', () => {
    expect(formatTimestamp(Date.UTC(2026, 0, 2, 3, 4, 5, 6))).toBe('2026-01-02T03:04:05.006');
  });

  it('parses instants with and without a zone', () => {
    const instant = Date.UTC(2026, 0, 2, 3, 4, 5);
    const plain = ['2026-01-02T03:04:05', '2026-01-02 03:04:05', '2026-01-02t03:04:05'];
    for (const text of [...plain, '2026-01-02T03:04:05Z', '2026-01-02T03:04:05z', '2026-01-02T05:04:05+02:00']) {
      expect(parseTimestamp(text)).toBe(instant);
    }
    expect(parseTimestamp('2026-01-02')).toBe(Date.UTC(2026, 0, 2));
  });

  it("parses them as UTC regardless of the machine's time zone", () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect(parseTimestamp('2026-01-02 03:04:05')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5));
    vi.unstubAllEnvs();
  });

  const none = ['', 'tomorrow', '12:00', '2026-13-45', '99', '2026-02-30', '2027-02-29T00:00:00', '2026-01-02 (noon)'];
  it.each(none)('rejects %j as an instant', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  it('formats positions as h:mm:ss', () => {
    expect([0, 59.999, 61, 3599, 3600, 36_610].map(formatPosition)).toEqual([
      '00:00',
      '00:59',
      '01:01',
      '59:59',
      '1:00:00',
      '10:10:10',
    ]);
  });

  it('rounds seconds to milliseconds without a negative zero', () => {
    expect(roundSeconds(1.23456)).toBe(1.235);
    expect(Object.is(roundSeconds(-0.0001), 0)).toBe(true);
  });
});
