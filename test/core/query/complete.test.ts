import { expect, test } from 'vitest';
import { chipsOf, withoutChip } from '../../../src/core/query/chips.ts';
import { completionAt, fieldsBeginning, quoteValue } from '../../../src/core/query/complete.ts';

test.each([
  ['sa', null, 'sa', 0],
  ['dog -bra', null, 'bra', 5],
  ['(se', null, 'se', 1],
  ['said:budget sees:c', 'sees', 'c', 17],
  ['in:"City co', 'in', 'City co', 3],
  ['in:"City co" ', null, '', 13],
  ['-marke:', 'brand', '', 7],
  ['person:"Ada Lo', 'person', 'Ada Lo', 7],
  ['note:x', null, 'note:x', 0],
])('completes %s', (text, field, prefix, start) => {
  expect(completionAt(text, text.length)).toEqual({ field, prefix, start, end: text.length });
});

test('offers fields by their name in the language of the window, and in English', () => {
  expect(fieldsBeginning('s', 'en').map(({ name }) => name)).toEqual(['said', 'shown', 'sees', 'speaker']);
  expect(fieldsBeginning('gesagt', 'de')).toEqual([{ field: 'said', name: 'gesagt' }]);
  expect(fieldsBeginning('said', 'de')).toEqual([{ field: 'said', name: 'gesagt' }]);
  expect(fieldsBeginning('pers', 'de')).toEqual([{ field: 'person', name: 'person' }]);
  expect([quoteValue('car'), quoteValue('traffic light')]).toEqual(['car', '"traffic light"']);
});

test('parts with a field are shown, and removed with the operator that joins them', () => {
  const text = 'night said:budget OR -sees:"traffic light" in:City person:Ada';
  const chips = chipsOf(text);
  expect(chips.map(({ field, value, isNegated }) => [field, value, isNegated])).toEqual([
    ['said', 'budget', false],
    ['sees', 'traffic light', true],
    ['in', 'City', false],
    ['person', 'Ada', false],
  ]);
  expect(chips.map((chip) => withoutChip(text, chip))).toEqual([
    'night OR -sees:"traffic light" in:City person:Ada',
    'night said:budget in:City person:Ada',
    'night said:budget OR -sees:"traffic light" person:Ada',
    'night said:budget OR -sees:"traffic light" in:City',
  ]);
  const group = '(said:a OR sees:b) in:City';
  expect(chipsOf(group).map((chip) => withoutChip(group, chip))).toEqual([
    '(sees:b) in:City',
    '(said:a) in:City',
    '(said:a OR sees:b)',
  ]);
  expect(withoutChip('said:a OR sees:b', { start: 0, end: 6 })).toBe('sees:b');
});
