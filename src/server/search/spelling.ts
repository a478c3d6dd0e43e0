import type { Store } from '../../db/index.ts';

/** Minimum length for typo correction; shorter words have too many similar terms. */
const MIN_TYPO_LENGTH = 5;

/** Leading letters assumed to be correct: they are rarely misspelled, and they bound the comparisons. */
const TRUSTED_PREFIX_LENGTH = 2;

/** Terms with the same beginning that are compared with a word. */
export const MAX_COMPARED = 20_000;
const MAX_SIMILAR_TERMS = 4;

/**
 * Returns indexed terms that differ from an unknown one by a single typo: a letter missing, added, or changed, or two
 * swapped.
 */
export function similarTerms(search: Pick<Store['search'], 'termsBeginning'>, term: string): string[] {
  if (term.length < MIN_TYPO_LENGTH) return [];
  return search
    .termsBeginning(term.slice(0, TRUSTED_PREFIX_LENGTH), MAX_COMPARED)
    .filter((other) => isSingleTypo(term, other))
    .slice(0, MAX_SIMILAR_TERMS);
}

/** Whether {@link typoDistance} is one, in linear time. */
export function isSingleTypo(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (restA.length > restB.length) return restA.slice(1) === restB;
  if (restA.length < restB.length) return restA === restB.slice(1);
  if (restA.slice(1) === restB.slice(1)) return true;
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2);
}

/** Damerau-Levenshtein distance (optimal string alignment) of two words; above `most`, some number above it. Pure. */
export function typoDistance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + Number(!isSame));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
