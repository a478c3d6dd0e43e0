import { expect, test } from 'vitest';
import { withRecent } from '../../../../src/renderer/features/search/with-recent.ts';

test('remembers searches newest first, without what was typed on the way to them', () => {
  expect(withRecent(['bridge', 'bud', 'car'], 'Budget')).toEqual(['Budget', 'bridge', 'car']);
  expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a']);
  expect(
    withRecent(
      Array.from({ length: 8 }, (_, i) => `q${i}`),
      'x',
    ),
  ).toHaveLength(8);
});
