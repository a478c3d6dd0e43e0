import { setImmediate } from 'node:timers/promises';
import type { Db } from '../open.ts';
import { MIN_COMMON_SHARE } from './common-terms.ts';
import { COMPOUND, REVERSED, termsOf } from './terms.ts';
import type { TextIndex } from './text-index.ts';

/** Row count from which a term's count is cached, since counting scans its rows; a few thousand terms are cached. */
const MIN_CACHED_COUNT = 1000;
const MAX_CACHED_TERMS = 5000;
/**
 * Texts over the whole collection whose terms are counted before the first search, and in how many of them a term is
 * common: to count one takes up to 10 ms.
 */
const SAMPLED_TEXTS = 500;
const MIN_SAMPLED_COUNT = 5;
const FIRST_COMPOUND = 'SELECT 1 FROM segmentTerms WHERE term >= ? AND term < ? LIMIT 1';
/** Findings with consecutive terms are counted up to this number, since each is looked at. */
const COUNT_CONSECUTIVE = 'SELECT count(*) FROM (SELECT 1 FROM segmentsFts WHERE segmentsFts MATCH ? LIMIT 1000)';
/** Growth factor of the collection at which cached counts expire. */
const COUNTS_AGE = 1.1;

/**
 * Counts of terms over the findings of all users: for weights, never for responses.
 * @param texts returns the texts of findings by their ids
 */
export function createTermStatistics(
  db: Db,
  index: Pick<TextIndex, 'loadCommon'>,
  texts: (ids: readonly number[]) => readonly { content: string }[],
) {
  const commonTerms = new Map<string, number>();
  /** Size of the collection when terms were last counted. */
  let countedAt = 0;
  /** The same when common terms were counted. */
  let sampledAt = -1;
  /** Whether there were compounds at a version of the database. */
  let compounds = false;
  let lookedForCompounds = '';

  /**
   * Returns the approximate number of rows of all users with the term, or with consecutive ones separated by spaces; 0
   * only if there is none. For weights, never for responses.
   */
  const frequency = (term: string): number => {
    const known = commonTerms.get(term);
    if (known !== undefined) return known;
    const count = term.includes(' ')
      ? db.column<number>(COUNT_CONSECUTIVE, `content : "${term}"`)[0]!
      : (db.column<number>('SELECT doc FROM segmentTerms WHERE term = ?', term)[0] ?? 0);
    if (commonTerms.size >= MAX_CACHED_TERMS) commonTerms.clear();
    if (count >= MIN_CACHED_COUNT) commonTerms.set(term, count);
    return count;
  };

  /**
   * Returns the number of segments ever stored: an estimate of the collection's size for term weights, at no cost.
   */
  const size = (): number => {
    const size = db.column<number>('SELECT seq FROM sqlite_sequence WHERE name = ?', 'segments')[0] ?? 0;
    if (size > countedAt * COUNTS_AGE) {
      commonTerms.clear();
      countedAt = size;
    }
    return size;
  };

  return {
    frequency,
    size,

    /**
     * Counts the terms that many of the segments have, and keeps in memory the index of the commonest ones, without
     * blocking the event loop.
     */
    async loadCommonTerms(): Promise<void> {
      const last = size();
      if (sampledAt === countedAt) return;
      sampledAt = countedAt;
      const ids = Array.from({ length: SAMPLED_TEXTS }, (_, i) => Math.ceil(((i + 1) * last) / SAMPLED_TEXTS));
      const having = new Map<string, number>();
      for (const { content } of texts(ids)) {
        for (const term of new Set(termsOf(content))) having.set(term, (having.get(term) ?? 0) + 1);
      }
      const common = [...having].filter(([, count]) => count >= MIN_SAMPLED_COUNT).map(([term]) => term);
      const counts: { term: string; count: number }[] = [];
      for (const term of common.slice(0, MAX_CACHED_TERMS)) {
        counts.push({ term, count: frequency(term) });
        await setImmediate();
      }
      const commonest = counts
        .filter(({ count }) => count >= last * MIN_COMMON_SHARE)
        .sort((a, b) => b.count - a.count);
      await index.loadCommon(commonest.map(({ term }) => term));
    },

    /** Whether any text has words that may be compounds. */
    hasCompounds: (): boolean => {
      const version = db.version();
      if (version !== lookedForCompounds) {
        lookedForCompounds = version;
        compounds = db.column(FIRST_COMPOUND, COMPOUND, REVERSED).length > 0;
      }
      return compounds;
    },

    /** Returns known terms that begin with `prefix`, shortest first. */
    termsBeginning: (prefix: string, limit: number): string[] =>
      db.column<string>(
        'SELECT term FROM segmentTerms WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?',
        prefix,
        `${prefix}\u{10ffff}`,
        limit,
      ),
  };
}
