import { fieldOf, GERMAN_FIELDS, QUERY_FIELDS, type QueryField } from './fields.ts';

/** Part of a search text that is being typed, from `start` to `end` in UTF-16 units. */
export interface Completion {
  /** Field whose value is typed; null for a word that may become a field. */
  field: QueryField | null;
  prefix: string;
  start: number;
  end: number;
}

const QUOTE = /["“”„«»]/;

/** Finds what is typed at a position of a search text. */
export function completionAt(text: string, position: number): Completion {
  let start = position;
  while (start > 0 && !/[\s()]/.test(text[start - 1]!)) start--;
  // A value in quotes may have spaces.
  const open = openQuote(text, position);
  if (open > 0 && text[open - 1] === ':') {
    start = open;
    while (start > 0 && !/[\s()]/.test(text[start - 1]!)) start--;
  }
  if (text[start] === '-') start++;
  const typed = text.slice(start, position);
  const colon = typed.indexOf(':');
  const field = colon > 0 ? fieldOf(typed.slice(0, colon)) : undefined;
  if (!field) return { field: null, prefix: typed, start, end: position };
  const value = typed.slice(colon + 1);
  const prefix = QUOTE.test(value[0] ?? '') ? value.slice(1) : value;
  return { field, prefix, start: start + colon + 1, end: position };
}

/** Position of a quote before `position` that none closes; -1 without one. */
function openQuote(text: string, position: number): number {
  let open = -1;
  for (let i = 0; i < position; i++) if (QUOTE.test(text[i]!)) open = open < 0 ? i : -1;
  return open;
}

/** Fields by their name in a language that begin with what is typed. */
export function fieldsBeginning(prefix: string, language: 'en' | 'de'): { field: QueryField; name: string }[] {
  return QUERY_FIELDS.map((field) => ({ field, name: language === 'de' ? GERMAN_FIELDS[field] : field })).filter(
    ({ field, name }) => name.startsWith(prefix.toLowerCase()) || field.startsWith(prefix.toLowerCase()),
  );
}

/** Writes a value: in quotes if it has several words. */
export function quoteValue(value: string): string {
  return /[\s()]/.test(value) ? `"${value}"` : value;
}
