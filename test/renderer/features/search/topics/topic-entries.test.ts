import { expect, test } from 'vitest';
import { entriesOf } from '../../../../../src/renderer/features/search/topics/topic-entries.ts';

test('names are listed by kind, each once, and topics that are no objects', () => {
  const lists = {
    person: [{ value: 'Linda Moss', count: 2 }],
    speaker: [{ value: 'Linda Moss', count: 3 }],
    brand: [{ value: 'Acme', count: 4 }],
    sees: [{ value: 'car', count: 9 }],
    topic: [
      { value: 'Linda Moss', count: 5, kind: 'person' as const },
      { value: 'Northfield', count: 2, kind: 'place' as const },
      { value: 'car', count: 2 },
      { value: 'TAXI', count: 1 },
      { value: 'old bridge', count: 1 },
    ],
  };
  expect(entriesOf(lists, 'de')).toEqual({
    persons: [{ label: 'Linda Moss', query: 'person:"Linda Moss"', count: 2, unit: 'topics.videos' }],
    places: [{ label: 'Northfield', query: '"Northfield"', count: 2, unit: 'moments' }],
    organizations: [{ label: 'Acme', query: 'marke:Acme', count: 4, unit: 'moments' }],
    subjects: [
      { label: 'old bridge', query: 'old bridge', count: 1, unit: 'moments' },
      { label: 'TAXI', query: 'TAXI', count: 1, unit: 'moments' },
    ],
  });
});
