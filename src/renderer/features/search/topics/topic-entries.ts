import type { NameKind } from '../../../../contract/analysis/segment.ts';
import type { QueryValue, ValueField } from '../../../../contract/search/search.ts';
import { quoteValue } from '../../../../core/query/complete.ts';
import { GERMAN_FIELDS } from '../../../../core/query/fields.ts';

/** Sections of the page, in order. */
export const SECTIONS = ['persons', 'places', 'organizations', 'subjects'] as const;
type Section = (typeof SECTIONS)[number];

/** Values of the library by field. */
type TopicLists = Readonly<Record<ValueField, readonly QueryValue[]>>;

export interface TopicEntry {
  label: string;
  /** Search that finds its moments. */
  query: string;
  count: number;
  /** Text of the count: of moments, or of videos. */
  unit: 'moments' | 'topics.videos';
}

const SECTION_OF: Readonly<Record<NameKind, Section>> = {
  person: 'persons',
  place: 'places',
  organization: 'organizations',
};

/**
 * Entries by section, the most frequent first, then by their letters. Someone who is on screen, speaks, and is
 * mentioned is listed once.
 */
export function entriesOf(lists: TopicLists, language: 'en' | 'de'): Record<Section, TopicEntry[]> {
  const entries: Record<Section, TopicEntry[]> = { persons: [], places: [], organizations: [], subjects: [] };
  const known = new Set<string>();
  const add = (section: Section, entry: TopicEntry) => {
    const key = `${section} ${entry.label.toLocaleLowerCase()}`;
    if (known.has(key)) return;
    known.add(key);
    entries[section].push(entry);
  };
  const byLetters = new Intl.Collator(language);
  const sorted = <Value extends { value: string; count: number }>(list: readonly Value[]) =>
    list.toSorted((a, b) => b.count - a.count || byLetters.compare(a.value, b.value));
  const ofField = (section: Section, field: 'person' | 'speaker' | 'brand', unit: TopicEntry['unit']) => {
    const name = language === 'de' ? GERMAN_FIELDS[field] : field;
    for (const { value, count } of sorted(lists[field]))
      add(section, { label: value, query: `${name}:${quoteValue(value)}`, count, unit });
  };
  ofField('persons', 'person', 'topics.videos');
  ofField('persons', 'speaker', 'topics.videos');
  ofField('organizations', 'brand', 'moments');
  // Keywords repeat the objects of videos without speech.
  const objects = new Set(lists.sees.map(({ value }) => value.toLowerCase()));
  for (const { value, count, kind } of sorted(lists.topic)) {
    if (objects.has(value.toLowerCase())) continue;
    const query = kind === undefined ? value : `"${value}"`;
    add(kind === undefined ? 'subjects' : SECTION_OF[kind], { label: value, query, count, unit: 'moments' });
  }
  return entries;
}
