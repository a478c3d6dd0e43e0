import type { Db } from '../open.ts';
import { createCommonTerms } from './common-terms.ts';
import { createScopeIndex, type ScopeFilter, type SegmentOrigin, type SegmentScope } from './scope-index.ts';
import { alternativesOf, type TermPattern } from './term-counts.ts';

/** Scope of a search by words. */
export interface TextScope extends SegmentScope {
  /** Whether the videos are all the processed ones of the user. */
  whole: boolean;
}

/** Maximum number of videos named in one index query, and in several. */
const MAX_NAMED_VIDEOS = 150;
const MAX_CHUNKED_VIDEOS = 1500;

/**
 * Rows of the index that are read first beyond those that are probably enough; by how much more each further time; and
 * in all: 10,000 take 1 to 3 ms.
 */
const SPARE_ROWS = 10;
const MORE_ROWS = 4;
const MAX_SCANNED_ROWS = 50_000;
/** Rows that are read as fast as an index query names one video. */
const ROWS_PER_NAMED_VIDEO = 150;

const MATCHING =
  'SELECT rowid FROM segmentsFts WHERE segmentsFts MATCH ? AND rowid >= ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?';

const INSERT = 'INSERT INTO segmentsFts (rowid, scope, content) VALUES (?, ?, ?)';
const UPDATE = 'UPDATE segmentsFts SET scope = ?, content = ? WHERE rowid = ?';

export type TextIndex = ReturnType<typeof createTextIndex>;

/** Segments by their terms (FTS5), narrowed to a scope in memory (docs/guide/5-search.md). */
export function createTextIndex(db: Db) {
  const scopes = createScopeIndex(db);
  const common = createCommonTerms(db);

  return {
    /** Loads what narrows to scopes, without blocking the event loop. */
    warm: scopes.warm,

    /** Keeps in memory which segments have these terms, the commonest first. */
    loadCommon: common.load,

    /** Adds a segment. @param scope terms of db/text-index/terms.ts, joined by spaces; @param terms in text order */
    add(id: number, scope: string, terms: readonly string[]): void {
      db.execute(INSERT, id, scope, terms.join(' '));
    },

    /** Replaces the terms of a segment. */
    change(id: number, scope: string, terms: readonly string[]): void {
      db.execute(UPDATE, scope, terms.join(' '), id);
      db.afterCommit(() => common.change([id], new Set(terms)));
    },

    /** Takes segments out of every scope, before they are removed. */
    hide(ids: readonly number[]): void {
      db.afterCommit(() => scopes.forget(ids));
    },

    /** Moves segments to another video, for which they were added. */
    move(ids: readonly number[], origin: SegmentOrigin): void {
      db.afterCommit(() => scopes.move(ids, origin));
    },

    /** Removes segments, before they are deleted. */
    remove(ids: readonly number[]): void {
      db.execute('DELETE FROM segmentsFts WHERE rowid IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
      db.afterCommit(() => common.change(ids, new Set()));
    },

    /**
     * Returns up to `limit` ids of segments that have all of `terms` (patterns of term-counts.ts, at least one),
     * newest first. In more than {@link MAX_CHUNKED_VIDEOS} chosen videos, it finds only those among the {@link
     * MAX_SCANNED_ROWS} newest of all, or of their types.
     * @param excluded groups of terms, none of which they have all of; none of them is empty
     */
    matching(
      scope: TextScope,
      terms: readonly TermPattern[],
      limit: number,
      excluded: readonly (readonly TermPattern[])[] = [],
    ): number[] {
      const { userId, videoIds, modules, whole } = scope;
      if (videoIds.length === 0 || modules?.length === 0) return [];
      const within = scopes.within(scope);
      if (!within) return [];
      const known = excluded.length === 0 ? common.newest(terms, within, limit) : null;
      if (known) return known;
      const wanted = allOf(terms);
      const match =
        excluded.length === 0 ? wanted : `(${wanted}) NOT (${excluded.map((all) => `(${allOf(all)})`).join(' OR ')})`;
      const isPart = !whole && videoIds.length > MAX_CHUNKED_VIDEOS;
      // In the index, the list of an owner or a type is as long as the library, and naming a video takes a while, so
      // the newest rows of all come first.
      const most = isPart ? MAX_SCANNED_ROWS : Math.min(MAX_SCANNED_ROWS, videoIds.length * ROWS_PER_NAMED_VIDEO);
      if (most >= limit) {
        const { found, isTruncated } = newest(db, match, within, limit, most);
        if (!isTruncated || (isPart && !modules)) return found;
      }
      // All that they match is in scope, but for the types.
      const named = { ...within, share: 1 };
      if (whole || isPart) {
        const places = [anyOf('u', [userId]), ...(modules ? [anyOf('m', modules)] : [])];
        return newest(db, [...places, `(${match})`].join(' AND '), named, limit, isPart ? MAX_SCANNED_ROWS : undefined)
          .found;
      }
      const chunks = Array.from({ length: Math.ceil(videoIds.length / MAX_NAMED_VIDEOS) }, (_, i) =>
        videoIds.slice(i * MAX_NAMED_VIDEOS, (i + 1) * MAX_NAMED_VIDEOS),
      );
      const ids = chunks.flatMap((chunk) => newest(db, `${anyOf('v', chunk)} AND (${match})`, named, limit).found);
      return ids.sort((a, b) => b - a).slice(0, limit);
    },
  };
}

/** The newest rows that match and are in scope, and whether there may be more, since no more than `most` are read. */
function newest(
  db: Db,
  match: string,
  { has, first, last, share }: ScopeFilter,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): { found: number[]; isTruncated: boolean } {
  const found: number[] = [];
  let end = last;
  for (let count = Math.ceil(limit / share) + SPARE_ROWS, left = most; left > 0; count *= MORE_ROWS) {
    const rows = db.column<number>(MATCHING, match, first, end, Math.min(count, left));
    for (const id of rows) if (found.length < limit && has(id)) found.push(id);
    if (found.length === limit || rows.length < Math.min(count, left)) return { found, isTruncated: false };
    left -= rows.length;
    end = rows.at(-1)! - 1;
  }
  return { found, isTruncated: true };
}

function allOf(terms: readonly TermPattern[]): string {
  return terms.map(matchOf).join(' AND ');
}

/** Expression of the index for a pattern; no term of a text contains a `§`. */
export function matchOf(pattern: TermPattern): string {
  const alternatives = alternativesOf(pattern).map((term) => `"${term}"`);
  const column = pattern.startsWith('§') ? 'scope' : 'content';
  return `${column} : ${alternatives.length > 1 ? `(${alternatives.join(' OR ')})` : alternatives[0]}`;
}

/** Expression of the index for any of these scope terms. */
function anyOf(kind: 'u' | 'v' | 'm', values: readonly (string | number)[]): string {
  return `scope : (${values.map((value) => `"§${kind}${value}"`).join(' OR ')})`;
}
