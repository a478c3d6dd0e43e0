import { joinVectors, splitVectors } from '../../base/vectors.ts';
import type { SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import { toBlob, toFloats } from '../vectors/binary-codes.ts';

/** Cached embeddings of the fixed calibration texts, per model. */
export function createCalibrationVectorsRepository(db: Db) {
  return {
    /** Returns the embeddings of `model`, if they were computed from these texts. @param texts hash of the list */
    get(model: string, texts: string): SegmentVectors | undefined {
      const query = db.sql.selectFrom('vectorBackgrounds').selectAll().where('model', '=', model);
      const row = db.get(query.where('texts', '=', texts));
      if (!row) return undefined;
      const { dimension } = row;
      const vectors = splitVectors(toFloats(row.embeddings), dimension);
      return { model, dimension, vectors };
    },

    put(texts: string, { model, dimension, vectors }: SegmentVectors): void {
      const change = { dimension, texts, embeddings: toBlob(joinVectors(vectors, dimension)) };
      db.run(
        db.sql
          .insertInto('vectorBackgrounds')
          .values({ model, ...change })
          .onConflict((row) => row.column('model').doUpdateSet(change)),
      );
    },

    /** Deletes the embeddings of all other models. */
    deleteOthers: (model: string): number => db.run(db.sql.deleteFrom('vectorBackgrounds').where('model', '!=', model)),
  };
}
