import type { Store } from '../../db/index.ts';

/** Minimum length for typo correction; shorter words have too many similar terms. */
const MIN_TYPO_LENGTH = 5;

/** Leading letters assumed to be correct: they are rarely misspelled, and they bound the comparisons. */
const TRUSTED_PREFIX_LENGTH = 2;

const MAX_COMPARED = 20_000;
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

/** Whether the Damerau-Levenshtein distance of two terms is one. */
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
