import type { ModuleName } from '../../contract/analysis/modules.ts';
import { NAME_KINDS } from '../../contract/analysis/segment.ts';
import type { QueryValue } from '../../contract/search/search.ts';
import type { Db } from '../open.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';
import { createTermStatistics } from '../text-index/term-statistics.ts';
import type { TextIndex } from '../text-index/text-index.ts';
import type { VectorStore } from '../vectors/store.ts';
import { createFoundSegments } from './found-segments.ts';
import { createVideoScopes } from './video-scopes.ts';

/** Maximum number of findings whose labels are counted, the newest. */
const MAX_LABELED_ROWS = 10_000;

/** Data that ranking needs from the store, scoped to one user's processed videos by {@link videosOf}. */
export function createSearchRepository(db: Db, index: TextIndex, vectors: VectorStore, discarded: DiscardedSegments) {
  const found = createFoundSegments(db, discarded);
  const { loadCommonTerms, ...terms } = createTermStatistics(db, index, found.texts);

  /** Values with their number, of a query whose rows are JSON arrays of both, and of the kind of a name. */
  const counted = (query: string, ...parameters: unknown[]): QueryValue[] =>
    db.column<string>(query, ...parameters).map((row) => {
      const [value, count, named] = JSON.parse(row) as [string, number, string?];
      const kind = NAME_KINDS.find((one) => one === named);
      return { value, count, ...(kind && { kind }) };
    });

  return {
    ...createVideoScopes(db),
    ...found,
    ...terms,
    nearest: vectors.nearest,
    compare: vectors.compare,

    /** Loads what searches need in memory, without blocking the event loop. @param model of embeddings */
    async warm(model: string): Promise<void> {
      await index.warm();
      await vectors.warm(model);
      await loadCommonTerms();
    },

    matching: index.matching,

    /**
     * Returns the labels of the newest findings of a type in a user's videos out of the trash, or their texts without a
     * label, with their number and the kind of those that are names, the most frequent first.
     */
    labels: (userId: number, module: ModuleName, limit: number): QueryValue[] =>
      counted(
        `WITH found AS MATERIALIZED (
            SELECT rowid AS id FROM segmentsFts WHERE segmentsFts MATCH ? ORDER BY rowid DESC LIMIT ${MAX_LABELED_ROWS}
          ) SELECT json_array(ifnull(segments.data ->> '$.label', segments.content), count(*), max(segments.data ->> '$.name_kind')) FROM found
          CROSS JOIN segments ON segments.id = found.id CROSS JOIN videos ON videos.id = segments.videoId
          WHERE videos.deletedAt IS NULL GROUP BY ifnull(segments.data ->> '$.label', segments.content) ORDER BY count(*) DESC, 1 LIMIT ?`,
        `scope : "§u${userId}" AND scope : "§m${module}"`,
        limit,
      ),

    /**
     * Returns the names of speakers in a user's videos out of the trash, with the number of videos, the most frequent
     * first.
     */
    speakerNames: (userId: number, limit: number): { value: string; count: number }[] =>
      counted(
        `SELECT json_array(speakers.name, count(DISTINCT videoId)) FROM speakers JOIN videos ON videos.id = videoId
          WHERE userId = ? AND deletedAt IS NULL AND speakers.name IS NOT NULL GROUP BY speakers.name ORDER BY count(DISTINCT videoId) DESC, 1 LIMIT ?`,
        userId,
        limit,
      ),
  };
}
