import { expect, test } from 'vitest';
import { clausesIn } from '../../../src/core/claims/clauses.ts';

const TAXES = 'The council raised the taxes, and the mayor opened three schools.';

test.each([
  [TAXES, ['The council raised the taxes', 'the mayor opened three schools.'], 2],
  [TAXES, [TAXES], 1],
  ['Die Brücke ist zu, aber sie öffnet im Mai.', ['Die Brücke ist zu', 'sie öffnet im Mai'], 2],
  // Without its subject, a claim is one about anybody.
  ['The council raised taxes and opened three schools.', ['The council raised taxes', 'opened three schools'], null],
  ['Nobody believes that the taxes will rise.', ['the taxes will rise'], null],
  ['If the state pays, the city opens schools.', ['the city opens schools'], null],
  ['The city closes schools or the state pays more.', ['The city closes schools', 'the state pays more'], null],
  ['Not only the mayor left but the council left too.', ['the mayor left', 'the council left too'], null],
  [TAXES, ['The council raised the taxes'], null],
  [TAXES, ['the mayor opened three schools', 'The council raised the taxes'], null],
  [TAXES, ['The council lowered the taxes', 'the mayor opened three schools'], null],
  [TAXES, [''], null],
  [TAXES, [], null],
])('%s: %j', (sentence, clauses, count) => {
  const ranges = clausesIn(sentence, clauses);
  expect(ranges?.length ?? null).toBe(count);
  for (const { start, end } of ranges ?? []) expect(sentence.slice(start, end)).not.toMatch(/^\s|[\s,;.]$/);
});
