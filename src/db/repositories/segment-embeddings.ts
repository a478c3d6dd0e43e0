import { sql } from 'kysely';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';
import type { VectorStore } from '../vectors/store.ts';

/** A module of a video with segments that lack an embedding of a model. */
export interface EmbeddingGroup {
  videoId: number;
  module: ModuleName;
}

/** An id that no row has. */
const NO_ID = -1;

/** Embeddings of findings, and findings without one. */
export function createSegmentEmbeddings(db: Db, vectors: VectorStore, discarded: DiscardedSegments) {
  const idOf = (model: string): number =>
    db.get(db.sql.selectFrom('models').select('id').where('name', '=', model))?.id ?? NO_ID;

  return {
    /** Modules of videos with segments that lack an embedding of this model. */
    groupsMissingEmbeddings(model: string): EmbeddingGroup[] {
      const modelId = idOf(model);
      // Counted from indexes alone: looking up each segment's vector takes a second for a million of them.
      const counted = db.sql
        .selectFrom('segments')
        .select((of) => ['videoId', 'module', of.fn.countAll<number>().as('count')])
        .where('videoId', '!=', discarded.holder())
        .groupBy(['videoId', 'module'])
        .as('g');
      const lacking = sql<boolean>`length(c.vectorIds) / 8 IS NOT g.count AND EXISTS (
        SELECT 1 FROM segments AS s WHERE s.videoId = g.videoId AND s.module = g.module AND NOT EXISTS (
          SELECT 1 FROM vectors AS v WHERE v.segmentId = s.id AND v.modelId = ${modelId}))`;
      return db.all(
        db.sql
          .selectFrom(counted)
          .leftJoin('vectorCodes as c', (join) =>
            join.onRef('c.videoId', '=', 'g.videoId').onRef('c.module', '=', 'g.module').on('c.modelId', '=', modelId),
          )
          .select(['g.videoId', 'g.module'])
          .where(lacking),
      );
    },

    /** Up to `limit` segments of a group that lack an embedding of this model. */
    missingEmbeddings(
      model: string,
      { videoId, module }: EmbeddingGroup,
      limit: number,
    ): { id: number; content: string }[] {
      const lacking = sql<boolean>`NOT EXISTS (
        SELECT 1 FROM vectors AS v WHERE v.segmentId = segments.id AND v.modelId = ${idOf(model)})`;
      const of = db.sql.selectFrom('segments').select(['id', 'content']).where('videoId', '=', videoId);
      return db.all(of.where('module', '=', module).where(lacking).orderBy('id').limit(limit));
    },

    /** Number of all segments, and of those with an embedding of this model. */
    countEmbeddings(model: string): { all: number; done: number } {
      const [all] = db.column<number>('SELECT count(*) FROM segments');
      const [done] = db.column<number>(
        'SELECT coalesce(sum(length(vectorIds) / 8), 0) FROM vectorCodes WHERE modelId = ?',
        idOf(model),
      );
      return { all: all!, done: done! };
    },

    /** Dimension of this model's embeddings; null if it has none. */
    dimensionOf: (model: string): number | null =>
      db.get(db.sql.selectFrom('models').select('dimension').where('name', '=', model))?.dimension ?? null,

    /** Deletes a batch of other models' embeddings; 0 = there are none left. */
    deleteOtherEmbeddings: (model: string): number => vectors.deleteOtherModels(model),

    /**
     * Adds embeddings to the segments of a group whose content is still the embedded text, since a correction or an
     * analysis may have changed it meanwhile. Returns the number of stored embeddings.
     */
    addEmbeddings(
      { videoId, module }: EmbeddingGroup,
      embedded: readonly { id: number; content: string }[],
      embeddings: SegmentVectors,
    ): number {
      return db.transaction(() => {
        const ids = sql<number>`(SELECT value FROM json_each(${JSON.stringify(embedded.map(({ id }) => id))}))`;
        const of = db.sql.selectFrom('segments').select(['id', 'content']).where('videoId', '=', videoId);
        const now = new Map(
          db.all(of.where('module', '=', module).where('id', 'in', ids)).map(({ id, content }) => [id, content]),
        );
        const still = embedded.flatMap(({ id, content }, i) =>
          now.get(id) === content ? [{ id, vector: embeddings.vectors[i]! }] : [],
        );
        if (still.length === 0) return 0;
        const batch = { ...embeddings, vectors: still.map(({ vector }) => vector) };
        vectors.add(
          videoId,
          module,
          still.map(({ id }) => id),
          batch,
        );
        return still.length;
      });
    },
  };
}
