import type { TextRange } from './quotations.ts';

/** Words that may stand between two claims of a sentence. “Or” and “if” would change what they claim. */
const JOINING = /^(?:[\s,;:.–—-]|(?:and|but|while|that|und|aber|sowie|dass)(?!\p{L}))*$/iu;
/** Beginnings of a claim with a subject of its own: an article, a pronoun, a name, a number. */
const SUBJECT =
  /^(?:\p{Lu}|\p{N}|(?:an?|the|this|that|these|those|its?|his|her|their|our|my|he|she|we|they|you|there|no|nobody|every|each|all|both|some|many|most|ein|eine[rmn]?|der|die|das|den|dem|dies\p{L}*|sein\p{L}*|ihre?\p{L}?|unser\p{L}*|er|sie|es|wir|man|kein\p{L}*|alle|viele|niemand)(?!\p{L}))/u;
const MIN_WORDS = 3;

/**
 * Finds clauses, copied from a sentence, in it. They are an undivided whole or complete claims that joining words
 * connect; null otherwise, so that no claim loses its subject, its condition, or its negation. Pure.
 */
export function clausesIn(sentence: string, clauses: readonly string[]): TextRange[] | null {
  const ranges: TextRange[] = [];
  let at = 0;
  for (const clause of clauses) {
    const words = clause.trim().replace(/[\s,;.]{1,8}$/u, '');
    const start = words === '' ? -1 : sentence.indexOf(words, at);
    if (start < 0 || (words.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < MIN_WORDS) return null;
    if (!JOINING.test(sentence.slice(at, start)) || (at > 0 && !SUBJECT.test(words))) return null;
    at = start + words.length;
    ranges.push({ start, end: at });
  }
  const rest = sentence.slice(at);
  return ranges.length > 0 && /^[^\p{L}\p{N}]*$/u.test(rest) ? ranges : null;
}
