import { expect, test } from 'vitest';
import type { ModuleName } from '../../../src/contract/analysis/modules.ts';
import type { Segment } from '../../../src/contract/analysis/segment.ts';
import { momentTitle } from '../../../src/server/moments/moment-title.ts';

let id = 0;
const segment = (module: ModuleName, content: string, start: number, end: number, label?: string): Segment => ({
  id: String(++id),
  module,
  content,
  start_time: start,
  end_time: end,
  data: label === undefined ? null : { label },
  engine: null,
});

const line = segment('transcription', 'We shall meet at the old bridge.', 10, 17);
const segments = [
  segment('scenes', 'Shot 1: a street, 30 s', 0, 30),
  segment('visualelements', 'car', 18, 25, 'car'),
  segment('ocr', 'TAXI', 20, 22),
  line,
];

test.each<[string, number, number | null, string]>([
  ['the line that is spoken', 12, null, 'We shall meet at the old bridge.'],
  ['the line that is about to begin', 9, null, 'We shall meet at the old bridge.'],
  ['the words in a range', 10, 12.5, 'We shall'],
  ['text on screen', 21, null, 'TAXI'],
  ['what is seen', 24, null, 'car'],
  ['the shot', 29, null, 'Shot 1: a street, 30 s'],
  ['the time', 65, null, '1:05'],
])('names a moment after %s', (_, start, end, title) => {
  expect(momentTitle(segments, start, end, undefined)).toBe(title);
});

test('names a moment after the finding it is made from', () => {
  expect(momentTitle(segments, 12, null, segments[1])).toBe('car');
});
