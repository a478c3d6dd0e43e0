import { expect, test } from 'vitest';
import { UnreadScripts } from '../../../../src/modules/ocr/scripts/unread-scripts.ts';

const BOX = { x: 0.1, y: 0.8, width: 0.5, height: 0.1 };

test('reports a script once while its lines are shown, and again when they come back later', () => {
  const unread = new UnreadScripts();
  unread.observe(1, [{ script: 'Arabic', box: BOX }]);
  unread.observe(1.5, [{ script: 'Arabic', box: { ...BOX, y: 0.6 } }]);
  unread.carry(3);
  unread.observe(3.5, []);
  unread.observe(20, [{ script: 'Arabic', box: BOX }]);
  unread.carry(21);
  const segments = unread.segments();
  expect(segments.map(({ start_time, end_time }) => [start_time, end_time])).toEqual([
    [1, 3.5],
    [20, 21],
  ]);
  expect(segments[0]).toMatchObject({
    content: 'Illegible text in Arabic script',
    data: { unread_script: 'Arabic', boxes: [{ ...BOX, time: 1 }] },
  });
});
