import { isSingleTypo } from '../server/search/spelling.ts';

/** Returns the known word that a typed one likely stands for: one of which it is the beginning, or a letter away. */
export function similarTo(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  return known.find((one) => isSingleTypo(word, one)) ?? known.find((one) => isBeginning(word, one));
}

function isBeginning(typed: string, known: string): boolean {
  return typed.length >= 3 && (known.startsWith(typed) || typed.startsWith(known));
}
