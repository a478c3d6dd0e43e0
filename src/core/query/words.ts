import { parseStructured } from './groups.ts';

/** Whether a search text uses fields or OR, so that its hits satisfy them as a whole. */
export function hasFields(text: string): boolean {
  return parseStructured(text) !== null;
}

/** Words that hits of a text with fields contain, to mark them; null for a text without fields. */
export function wordsOfFields(text: string): string | null {
  const structured = parseStructured(text);
  if (!structured) return null;
  const parts = structured.groups.flatMap(({ words, conditions }) => [
    ...words.map((one) => one.text),
    ...conditions.flatMap(({ field, value }) =>
      field === 'speaker' || field === 'person' || field === 'camera' ? [] : [value],
    ),
  ]);
  return parts.join(' ');
}
