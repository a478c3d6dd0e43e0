import type { Clock } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import { quantize, toBlob, toDoubles, toWords, wordsPerCode } from './binary-codes.ts';
import { createEmbeddingModels, type EmbeddingModels } from './embedding-models.ts';
import type { Scanner } from './scanner.ts';
import { createVectorSearch } from './vector-search.ts';

export type VectorStore = ReturnType<typeof createVectorStore>;

// Compiled once, since a module has thousands of vectors.
const UPSERT_VECTOR = `INSERT INTO vectors (segmentId, modelId, embedding) VALUES (?, ?, ?)
  ON CONFLICT (segmentId, modelId) DO UPDATE SET embedding = excluded.embedding RETURNING id`;

/** Numbers of vectors, and of their groups, deleted per batch: some 10 ms. */
const DELETE_BATCH_SIZE = 2000;
const MAX_DELETED_GROUPS = 500;

/** Ids and sign codes of a module's vectors in a video, in the same order. */
interface Packed {
  ids: Float64Array;
  codes: Uint32Array;
}

interface EmbeddedSegment {
  id: number;
  videoId: number;
  module: ModuleName;
}

/** Embeddings of segments: exact vectors in the database and sign bits in memory, updated together. */
export function createVectorStore(db: Db, clock: Clock, scanner: Scanner) {
  const models = createEmbeddingModels(db, clock, scanner);

  const store = (
    videoId: number,
    module: ModuleName,
    segmentIds: readonly number[],
    { model, dimension, vectors }: SegmentVectors,
    keepOthers: boolean,
  ): void => {
    if (vectors.length !== segmentIds.length) throw new RangeError('There must be one vector for each segment.');
    db.transaction(() => {
      const modelId = models.findOrCreateId(model, dimension);
      const words = wordsPerCode(dimension);
      const ids = new Float64Array(vectors.length);
      const codes = new Uint32Array(vectors.length * words);
      vectors.forEach((vector, i) => {
        if (vector.length !== dimension) throw new RangeError(`A vector has ${vector.length} dimensions.`);
        ids[i] = db.column<number>(UPSERT_VECTOR, segmentIds[i], modelId, toBlob(vector))[0]!;
        quantize(vector, codes, i * words);
      });
      const before = keepOthers ? packedOf(db, modelId, videoId, module) : undefined;
      const all = before ? joined(before, { ids, codes }, words) : { ids, codes };
      const packed = { vectorIds: toBlob(all.ids), codes: toBlob(all.codes) };
      db.run(
        db.sql
          .insertInto('vectorCodes')
          .values({ modelId, videoId, module, ...packed })
          .onConflict((row) => row.columns(['modelId', 'videoId', 'module']).doUpdateSet(packed)),
      );
      db.afterCommit(() => models.find(model)?.index.replace(videoId, module, all.ids, all.codes));
    });
  };

  return {
    ...createVectorSearch(db, models),

    /** Replaces all embeddings of this model for one module of one video. */
    put: (videoId: number, module: ModuleName, segmentIds: readonly number[], embeddings: SegmentVectors): void =>
      store(videoId, module, segmentIds, embeddings, false),

    /** Stores embeddings of some segments of a module of a video; those of other segments remain. */
    add: (videoId: number, module: ModuleName, segmentIds: readonly number[], embeddings: SegmentVectors): void =>
      store(videoId, module, segmentIds, embeddings, true),

    change: (segment: EmbeddedSegment, embedding: SegmentVectors | null): void =>
      changeVectors(db, models, segment, embedding),

    /** Deletes the packed codes of a video, or of one module of it; the vectors are deleted with their segments. */
    remove(videoId: number, module?: ModuleName): void {
      const query = db.sql.deleteFrom('vectorCodes').where('videoId', '=', videoId);
      db.run(module === undefined ? query : query.where('module', '=', module));
      db.afterCommit(() => {
        for (const model of models.loaded()) model.index.remove(videoId, module);
      });
    },

    /** Moves the packed codes of a module to another video, which has none, with its segments. */
    move(from: number, to: number, module: ModuleName): void {
      const groups = db.sql
        .selectFrom('vectorCodes as c')
        .innerJoin('models as m', 'm.id', 'c.modelId')
        .select(['m.name', 'c.vectorIds', 'c.codes'])
        .where('c.videoId', '=', from)
        .where('c.module', '=', module);
      for (const { name, vectorIds, codes } of db.all(groups))
        db.afterCommit(() => {
          const index = models.find(name)?.index;
          index?.remove(from, module);
          index?.replace(to, module, toDoubles(vectorIds), toWords(codes));
        });
      db.execute('UPDATE vectorCodes SET videoId = ? WHERE videoId = ? AND module = ?', to, from, module);
    },

    deleteOtherModels: (model: string): number => deleteOtherModels(db, models, model),
  };
}

function packedOf(db: Db, modelId: number, videoId: number, module: ModuleName): Packed | undefined {
  const query = db.sql.selectFrom('vectorCodes').select(['vectorIds', 'codes']).where('modelId', '=', modelId);
  const row = db.get(query.where('videoId', '=', videoId).where('module', '=', module));
  return row && { ids: toDoubles(row.vectorIds), codes: toWords(row.codes) };
}

/** Replaces the embeddings of one segment, of all models; null deletes them. */
function changeVectors(
  db: Db,
  models: EmbeddingModels,
  segment: EmbeddedSegment,
  embedding: SegmentVectors | null,
): void {
  const { id: segmentId, videoId, module } = segment;
  const query = db.sql
    .selectFrom('vectorCodes as c')
    .innerJoin('models as m', 'm.id', 'c.modelId')
    .select(['m.id as modelId', 'm.name', 'm.dimension', 'c.vectorIds', 'c.codes']);
  db.transaction(() => {
    for (const group of db.all(query.where('c.videoId', '=', videoId).where('c.module', '=', module))) {
      const { modelId, name, dimension } = group;
      const vector = embedding?.model === name ? embedding.vectors[0] : undefined;
      if (vector && vector.length !== dimension) throw new RangeError(`A vector has ${vector.length} dimensions.`);
      const [old] = db.column<number>(
        'DELETE FROM vectors WHERE segmentId = ? AND modelId = ? RETURNING id',
        segmentId,
        modelId,
      );
      const kept = without(toDoubles(group.vectorIds), toWords(group.codes), wordsPerCode(dimension), old);
      if (vector) {
        kept.ids.push(db.column<number>(UPSERT_VECTOR, segmentId, modelId, toBlob(vector))[0]!);
        const code = new Uint32Array(wordsPerCode(dimension));
        quantize(vector, code, 0);
        kept.codes.push(...code);
      }
      const ids = Float64Array.from(kept.ids);
      const codes = Uint32Array.from(kept.codes);
      const packed = { vectorIds: toBlob(ids), codes: toBlob(codes) };
      const row = db.sql.updateTable('vectorCodes').set(packed).where('modelId', '=', modelId);
      db.run(row.where('videoId', '=', videoId).where('module', '=', module));
      db.afterCommit(() => models.find(name)?.index.replace(videoId, module, ids, codes));
    }
  });
}

/**
 * Deletes other models' embeddings, one module of a video at a time, until about {@link DELETE_BATCH_SIZE} are
 * deleted; returns the number. 0 = there are none left.
 */
function deleteOtherModels(db: Db, models: EmbeddingModels, model: string): number {
  return db.transaction(() => {
    const groups = db.all(
      db.sql
        .selectFrom('vectorCodes as c')
        .innerJoin('models as m', 'm.id', 'c.modelId')
        .select(['c.modelId', 'c.videoId', 'c.module', 'm.name'])
        .where('m.name', '!=', model)
        .limit(MAX_DELETED_GROUPS),
    );
    let dropped = 0;
    for (const { modelId, videoId, module, name } of groups) {
      if (dropped >= DELETE_BATCH_SIZE) break;
      const { ids } = packedOf(db, modelId, videoId, module)!;
      db.execute('DELETE FROM vectors WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify([...ids]));
      const group = db.sql.deleteFrom('vectorCodes').where('modelId', '=', modelId);
      db.run(group.where('videoId', '=', videoId).where('module', '=', module));
      db.afterCommit(() => models.find(name)?.index.remove(videoId, module));
      // A group may be empty although more follow.
      dropped += Math.max(1, ids.length);
    }
    return dropped;
  });
}

/** Returns packed codes without those of one vector. */
function without(ids: Float64Array, codes: Uint32Array, words: number, vectorId: number | undefined) {
  const at = vectorId === undefined ? -1 : ids.indexOf(vectorId);
  const all = { ids: [...ids], codes: [...codes] };
  if (at >= 0) {
    all.ids.splice(at, 1);
    all.codes.splice(at * words, words);
  }
  return all;
}

/** Returns packed codes with others appended; a vector in both is taken from the new ones. */
function joined(before: Packed, added: Packed, words: number): Packed {
  const renewed = new Set(added.ids);
  const kept = [...before.ids.keys()].filter((at) => !renewed.has(before.ids[at]!));
  const ids = new Float64Array(kept.length + added.ids.length);
  const codes = new Uint32Array(ids.length * words);
  kept.forEach((from, to) => {
    ids[to] = before.ids[from]!;
    codes.set(before.codes.subarray(from * words, (from + 1) * words), to * words);
  });
  ids.set(added.ids, kept.length);
  codes.set(added.codes, kept.length * words);
  return { ids, codes };
}
