import { setImmediate } from 'node:timers/promises';
import type { Db } from '../open.ts';
import type { ScopeFilter } from './scope-index.ts';
import { alternativesOf, type TermPattern } from './term-counts.ts';

/**
 * Minimum share of all findings that have a common term: from it on, a bit for each finding takes no more memory than
 * their ids.
 */
export const MIN_COMMON_SHARE = 1 / 32;
/** Maximum number of common terms; a million findings take 125 kB for each. */
const MAX_COMMON_TERMS = 100;

/** Rows read between two turns of the event loop: some 30 ms on a busy machine, of which to continue takes a part. */
const ROWS_PER_TURN = 100_000;

interface Rows {
  /** Bit `id % 32` of number `id / 32`. */
  bits: Uint32Array;
  /** Highest id up to which it is complete. */
  upTo: number;
  isLoaded: boolean;
}

/**
 * Findings that have the commonest terms, a bit for each: FTS5 takes 20 ms to intersect four lists as long as the
 * library.
 */
export function createCommonTerms(db: Db) {
  const known = new Map<string, Rows>();

  /** Reads further rows; returns whether more may follow. */
  const read = (term: string, rows: Rows, most: number): boolean => {
    const highest = highestId();
    const ids = db.column<number>(HAVING, `content : "${term}"`, rows.upTo, most);
    for (const id of ids) put(rows, id, true);
    rows.upTo = ids.length < most ? highest : ids.at(-1)!;
    return ids.length === most;
  };

  const highestId = (): number => db.column<number | null>('SELECT max(id) FROM segments')[0] ?? 0;

  return {
    /** Reads the findings with these terms, the commonest first, without blocking the event loop. */
    async load(terms: readonly string[]): Promise<void> {
      for (const term of terms.slice(0, MAX_COMMON_TERMS - known.size)) {
        if (known.has(term)) continue;
        const rows: Rows = { bits: new Uint32Array(0), upTo: 0, isLoaded: false };
        known.set(term, rows);
        while (read(term, rows, ROWS_PER_TURN)) await setImmediate();
        rows.isLoaded = true;
      }
    },

    /**
     * Returns up to `limit` ids in scope that have all patterns, newest first; null if not all their terms are loaded.
     */
    newest(terms: readonly TermPattern[], { has, first, last }: ScopeFilter, limit: number): number[] | null {
      const alternatives = terms.map(alternativesOf);
      if (!alternatives.flat().every((term) => known.get(term)?.isLoaded)) return null;
      for (const term of alternatives.flat()) {
        const rows = known.get(term)!;
        if (rows.upTo < last) read(term, rows, Number.MAX_SAFE_INTEGER);
      }
      const lists = alternatives.map((one) => one.map((term) => known.get(term)!));
      const found: number[] = [];
      for (let at = last >>> 5; at >= first >>> 5; at--) {
        let common = -1;
        // Beyond the end, there are no bits.
        for (const any of lists)
          common &= any.length === 1 ? any[0]!.bits[at]! : any.reduce((or, { bits }) => or | bits[at]!, 0);
        while (common !== 0) {
          const highest = 31 - Math.clz32(common);
          common ^= 1 << highest;
          const id = at * 32 + highest;
          if (id <= last && has(id)) found.push(id);
          if (found.length === limit) return found;
        }
      }
      return found;
    },

    /**
     * Follows a change of findings that may have been read. @param terms that they have now; empty once they are
     * deleted
     */
    change(ids: readonly number[], terms: ReadonlySet<string>): void {
      for (const [term, rows] of known) for (const id of ids) if (id <= rows.upTo) put(rows, id, terms.has(term));
    },
  };
}

function put(rows: Rows, id: number, has: boolean): void {
  if (id >>> 5 >= rows.bits.length) {
    const { bits } = rows;
    rows.bits = new Uint32Array(Math.max((id >>> 5) + 1, bits.length * 2));
    rows.bits.set(bits);
  }
  const bit = 1 << (id & 31);
  if (has) rows.bits[id >>> 5]! |= bit;
  else rows.bits[id >>> 5]! &= ~bit;
}

const HAVING = 'SELECT rowid FROM segmentsFts WHERE segmentsFts MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?';
