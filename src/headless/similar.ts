import { isSingleTypo } from '../server/search/spelling.ts';

/** Whether a typed word is likely a known one: the beginning of it, or a letter away. */
export function isSimilar(typed: string, known: string): boolean {
  if (typed.length >= 3 && (known.startsWith(typed) || typed.startsWith(known))) return true;
  return isSingleTypo(typed, known);
}
