import type { ModuleName } from '../../contract/analysis/module-catalog.ts';

/** Fields of the query language, in the order in which completion offers them. */
export const QUERY_FIELDS = [
  'said',
  'shown',
  'sees',
  'hears',
  'brand',
  'camera',
  'person',
  'speaker',
  'in',
  'from',
  'to',
  'within',
] as const;
export type QueryField = (typeof QUERY_FIELDS)[number];

/** Fields whose values are looked for in findings. */
const FINDING_FIELDS = ['said', 'shown', 'sees', 'hears', 'brand', 'camera'] as const;
export type FindingField = (typeof FINDING_FIELDS)[number];

/** Fields that select videos. */
export type VideoField = 'in' | 'from' | 'to';

/** Types of findings that a field looks at. */
export const MODULES_OF_FIELD = {
  said: ['transcription'],
  shown: ['ocr'],
  sees: ['visualelements', 'scenes'],
  hears: ['audioevents'],
  brand: ['logos'],
  camera: ['scenes'],
} as const satisfies Record<FindingField, readonly ModuleName[]>;

/** German names of fields; the English ones work in every language. */
export const GERMAN_FIELDS = {
  said: 'gesagt',
  shown: 'eingeblendet',
  sees: 'sichtbar',
  hears: 'hörbar',
  brand: 'marke',
  camera: 'kamera',
  person: 'person',
  speaker: 'sprecher',
  in: 'in',
  from: 'von',
  to: 'bis',
  within: 'innerhalb',
} as const satisfies Record<QueryField, string>;

const BY_NAME = new Map<string, QueryField>(
  QUERY_FIELDS.flatMap((field) => [[field, field] as const, [GERMAN_FIELDS[field], field] as const]),
);

/** Returns the field of a name in any case; undefined for other words. */
export function fieldOf(name: string): QueryField | undefined {
  return BY_NAME.get(name.toLowerCase());
}
