import { joinVectors, splitVectors } from '../../base/vectors.ts';
import type { SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import { toBlob, toFloats } from './binary-codes.ts';

/** Embeddings of the reference texts with which text-image models compare frames, by engine. */
export function createFrameBackgrounds(db: Db) {
  return {
    /** Embeddings of the reference texts, if they were computed from these. @param texts hash of the list */
    background(engine: string, texts: string): SegmentVectors | undefined {
      const query = db.sql.selectFrom('frameBackgrounds').selectAll().where('engine', '=', engine);
      const row = db.get(query.where('texts', '=', texts));
      if (!row) return undefined;
      const { dimension } = row;
      const vectors = splitVectors(toFloats(row.embeddings), dimension);
      return { model: engine, dimension, vectors };
    },

    putBackground(texts: string, { model, dimension, vectors }: SegmentVectors): void {
      const change = { dimension, texts, embeddings: toBlob(joinVectors(vectors, dimension)) };
      db.run(
        db.sql
          .insertInto('frameBackgrounds')
          .values({ engine: model, ...change })
          .onConflict((row) => row.column('engine').doUpdateSet(change)),
      );
    },
  };
}
