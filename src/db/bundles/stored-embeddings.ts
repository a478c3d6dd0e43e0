import type { Db } from '../open.ts';

/** Returns the engine of most embeddings of a video, and their dimension; undefined without any. */
export function commonEngine(db: Db, videoId: number): { engine: string; dimension: number } | undefined {
  const groups = db.sql
    .selectFrom('vectorCodes as c')
    .innerJoin('models as m', 'm.id', 'c.modelId')
    .select(['m.name as engine', 'm.dimension'])
    .where('c.videoId', '=', videoId)
    .groupBy('m.id')
    .orderBy((of) => of.fn.sum(of.fn('length', ['c.vectorIds'])), 'desc');
  return db.get(groups.limit(1));
}

/** Returns the embeddings of segments by one model, in their order; undefined for those without. */
export function storedEmbeddings(db: Db, model: string, segmentIds: readonly number[]): (Uint8Array | undefined)[] {
  const rows = db.all(
    db.sql
      .selectFrom('vectors as v')
      .innerJoin('models as m', 'm.id', 'v.modelId')
      .select(['v.segmentId', 'v.embedding'])
      .where('m.name', '=', model)
      .where('v.segmentId', 'in', segmentIds),
  );
  const byId = new Map(rows.map(({ segmentId, embedding }) => [segmentId, embedding]));
  return segmentIds.map((id) => byId.get(id));
}
