import { isHead, isModifier, isPart } from '../../base/words/compounds.ts';
import type { Store } from '../../db/index.ts';
import { type QueryTerm, splitsOf } from '../../db/text-index/query-terms.ts';
import { alternativesOf, type TermPattern } from '../../db/text-index/term-counts.ts';
import { COMPOUND, REVERSED, reversed, stemOf } from '../../db/text-index/terms.ts';

type Vocabulary = Pick<Store['search'], 'frequency' | 'termsBeginning' | 'hasCompounds'>;

/** Maximum number of compounds that stand for their last part, or for the first. */
const MAX_COMPOUNDS = 30;
/** Words of longer queries are not looked for in compounds: each takes two lookups. */
const MAX_VARIED_TERMS = 6;

/** Word of a query as the library has it. */
export interface KnownTerm {
  pattern: TermPattern;
  /** Approximate number of findings with it; 0 if it is unknown. */
  count: number;
}

/**
 * Returns the words of a query as the library writes them: with known alternatives, compounds, or else two words for
 * one.
 */
export function knownTerms(vocabulary: Vocabulary, terms: readonly QueryTerm[]): KnownTerm[] {
  const canBeParts = terms.length <= MAX_VARIED_TERMS && vocabulary.hasCompounds();
  return terms.map(({ word, pattern }) => {
    const all = [...alternativesOf(pattern), ...(canBeParts ? compoundTerms(vocabulary, word) : [])];
    const known = withCounts(vocabulary, all);
    if (known.length === 0) known.push(...splitTerms(vocabulary, word));
    const count = known.reduce((sum, one) => sum + one.count, 0);
    return { pattern: count === 0 ? pattern : known.map((one) => one.term).join('|'), count };
  });
}

function withCounts(vocabulary: Vocabulary, terms: readonly string[]): { term: string; count: number }[] {
  return terms.map((term) => ({ term, count: vocabulary.frequency(term) })).filter(({ count }) => count > 0);
}

/** Two consecutive terms of a word that texts have apart. */
function splitTerms(vocabulary: Vocabulary, word: string): { term: string; count: number }[] {
  return splitsOf(word).flatMap((parts) => {
    const terms = parts.map(stemOf);
    const areKnown = terms.toReversed().every((term) => vocabulary.frequency(term) > 0);
    return areKnown ? withCounts(vocabulary, [terms.join(' ')]) : [];
  });
}

/** Compounds of the library that end in a word, or begin with it. */
function compoundTerms({ termsBeginning }: Vocabulary, word: string): string[] {
  if (!isPart(word)) return [];
  const heads = termsBeginning(REVERSED + reversed(word), MAX_COMPOUNDS).filter((term) =>
    isHead(reversed(term.slice(REVERSED.length)), word.length),
  );
  const modifiers = termsBeginning(COMPOUND + word, MAX_COMPOUNDS).filter((term) =>
    isModifier(term.slice(COMPOUND.length), word.length),
  );
  return [...heads, ...modifiers];
}
