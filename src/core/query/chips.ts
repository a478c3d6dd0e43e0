import type { QueryField } from './fields.ts';
import { readTokens } from './tokens.ts';

/** Part of a search text with a field, as the window shows it. */
export interface QueryChip {
  field: QueryField;
  value: string;
  isNegated: boolean;
  /** Place in the text with a minus before it, in UTF-16 units. */
  start: number;
  end: number;
}

/** Parts of a search text with a field, in text order. */
export function chipsOf(text: string): QueryChip[] {
  const tokens = readTokens(text);
  return tokens.flatMap((token, i) => {
    if (token.kind !== 'field') return [];
    const before = tokens[i - 1];
    const isNegated = before?.kind === 'minus' || before?.kind === 'not';
    const { field, value, end } = token;
    return [{ field, value, isNegated, start: isNegated ? before.start : token.start, end }];
  });
}

/** A search text without a part, and without an operator that joined it. */
export function withoutChip(text: string, { start, end }: Pick<QueryChip, 'start' | 'end'>): string {
  const before = text
    .slice(0, start)
    .trimEnd()
    .replace(/(?:^|\s)(?:AND|UND|OR|ODER)$/, '')
    .trimEnd();
  const after = text.slice(end).trimStart();
  // Of the first part, the operator is behind it.
  if (before === '' || before.endsWith('(')) return before + after.replace(/^(?:AND|UND|OR|ODER)\s+/, '').trimEnd();
  return `${before}${after.startsWith(')') ? '' : ' '}${after}`.trimEnd();
}
