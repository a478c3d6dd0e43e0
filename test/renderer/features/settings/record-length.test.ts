import { expect, test } from 'vitest';
import { recordLength } from '../../../../src/renderer/features/settings/usage/record-length.ts';
import { position } from '../../../../src/renderer/ui/lib/formats.ts';
import { roundMinutes } from '../../../../src/server/account/quota.ts';

test('a usage record has the length that the library shows', () => {
  for (const seconds of [10, 13, 26, 43.533, 59.95, 3599.9, ...Array.from({ length: 200 }, (_, i) => i)])
    expect(position(recordLength({ duration_minutes: roundMinutes(seconds / 60) }))).toBe(position(seconds));
});
