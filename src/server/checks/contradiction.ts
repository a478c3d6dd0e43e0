import { type Assessment, located, writtenOf } from './assessment.ts';
import { isValue, oppositesOf } from './correct-statement.ts';
import { countedBy, counts } from './counted.ts';
import { hasContent } from './match-statement.ts';
import type { Source, SourceSentence } from './sources.ts';
import { type ContentWord, decisiveOf, limitsOf, readStatement, type Statement, UNITS } from './statement.ts';

/** Words of a statement, besides its amounts, that a sentence with the same amounts must have to support it. */
const MIN_SHARED = 2;

/**
 * Returns the verdict that sources disagree on a statement: one has its amount, date, or polarity, and another differs.
 * Undefined if they agree. Pure.
 * @param best verdict of the source that fits best
 * @param contrary verdicts of those that differ in one amount, one date, or a negation, the nearest first
 */
export function contradictionOf(
  text: string,
  best: Assessment,
  contrary: readonly Assessment[],
  sources: readonly Source[],
): Assessment | undefined {
  const statement = readStatement(text);
  if (best.verdict === 'said_so' || best.verdict === 'shown_on_screen') {
    const ofSame = contrary.filter(({ evidence }) => !isModified(readStatement(evidence.quote), statement));
    return disagreement(best, ofSame);
  }
  if (best.verdict !== 'said_otherwise') return undefined;
  const counters = [best, ...contrary].filter(({ match }) => match && match.contested.length > 0);
  if (counters.length === 0) return undefined;
  for (const source of sources) {
    for (const found of source.sentences) {
      if (!supports(found, statement)) continue;
      const place = located(source, found, writtenOf(source, found));
      const evidence = { ...place.evidence, differences: [], missing: null };
      const support: Assessment = { ...place, verdict: 'sources_disagree', similarity: 1, corrected: null, evidence };
      const verdict = disagreement(support, counters);
      if (verdict) return verdict;
    }
  }
  return undefined;
}

/** @param counters sources that differ, the nearest first */
function disagreement(support: Assessment, counters: readonly Assessment[]): Assessment | undefined {
  const counter = counters.find((one) => !isSamePlace(one, support));
  return counter && { ...support, verdict: 'sources_disagree', corrected: null, counter };
}

function isSamePlace(a: Assessment, b: Assessment): boolean {
  return a.segments.some(({ id }) => b.segments.some((other) => other.id === id));
}

/** Whether a sentence has all amounts and times of a statement, and is about the same in other words. */
function supports(found: SourceSentence, statement: Statement): boolean {
  const hasUnit = found.words.some(({ key }) => UNITS.has(key));
  const values = statement.content.filter(({ word }) => isValue(word));
  const counted = new Map(values.map((one) => [one, countedBy(one, statement)]));
  const others = statement.content.filter((one) => !isValue(one.word) && ![...counted.values()].includes(one));
  const shared = others.filter((one) => hasContent(found, one)).map(({ word }) => word.key);
  const missing = others.filter((one) => !hasContent(found, one));
  const source = readStatement(found.text);
  return (
    values.every((one) => hasContent(found, one) || (UNITS.has(one.word.key) && !hasUnit)) &&
    [...counted].every(([{ word }, noun]) => noun === undefined || counts(found, word.key, noun)) &&
    new Set(shared).size >= MIN_SHARED &&
    oppositesOf(statement, missing, found).every(({ word }) => word === undefined) &&
    !isModified(source, statement) &&
    !isModified(statement, source) &&
    decisiveOf(found.words).has('not') === statement.decisive.has('not') &&
    !/\?\s*$/.test(found.text) &&
    limitsOf(found.text, statement) === ''
  );
}

/** Whether a word that only one of two statements has stands before one that both have: “last ferry” is another one. */
function isModified({ content, words }: Statement, other: Statement): boolean {
  const isShared = ({ terms }: ContentWord) =>
    other.content.some((one) => one.terms.some((term) => terms.includes(term)));
  return content.some((one) => {
    const next = content.find(({ word }) => word === words[words.indexOf(one.word) + 1]);
    return next && !isValue(one.word) && !isValue(next.word) && !isShared(one) && isShared(next);
  });
}
