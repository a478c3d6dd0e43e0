import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Db } from '../open.ts';
import { toDoubles, toWords } from './binary-codes.ts';
import { CoarseIndex } from './coarse-index.ts';
import type { Scanner } from './scanner.ts';

export type EmbeddingModels = ReturnType<typeof createEmbeddingModels>;

/** Groups of vectors read between two turns of the event loop while the index loads. */
const GROUPS_PER_TURN = 500;

interface Model {
  id: number;
  index: CoarseIndex;
  /** Settles when the index matches the database. */
  loaded: Promise<void> | undefined;
}

/** Embedding models with the sign bits of their embeddings, which are loaded before the first search. */
export function createEmbeddingModels(db: Db, clock: Clock, scanner: Scanner) {
  const models = new Map<string, Model>();

  const find = (name: string): Model | undefined => {
    const known = models.get(name);
    if (known) return known;
    const row = db.get(db.sql.selectFrom('models').selectAll().where('name', '=', name));
    if (!row) return undefined;
    const model = { id: row.id, index: new CoarseIndex(row.dimension, scanner), loaded: undefined };
    models.set(name, model);
    return model;
  };
  // Not cached here: the surrounding transaction may roll back.
  const findOrCreateId = (name: string, dimension: number): number => {
    const row = db.get(db.sql.selectFrom('models').selectAll().where('name', '=', name));
    if (!row) {
      const values = { name, dimension, createdAt: clock.now() };
      return db.get(db.sql.insertInto('models').values(values).returning('id'))!.id;
    }
    if (row.dimension !== dimension) throw new RangeError(`Vectors of ${name} have ${row.dimension} dimensions.`);
    return row.id;
  };

  const load = async (model: Model): Promise<void> => {
    let last = { videoId: -1, module: '' };
    for (;;) {
      const groups = db.all(
        db.sql
          .selectFrom('vectorCodes')
          .select(['videoId', 'module', 'vectorIds', 'codes'])
          .where('modelId', '=', model.id)
          .where((where) =>
            where(where.refTuple('videoId', 'module'), '>', where.tuple(last.videoId, last.module as ModuleName)),
          )
          .orderBy('videoId')
          .orderBy('module')
          .limit(GROUPS_PER_TURN),
      );
      for (const group of groups) {
        model.index.replace(group.videoId, group.module, toDoubles(group.vectorIds), toWords(group.codes));
      }
      if (groups.length < GROUPS_PER_TURN) return;
      last = groups.at(-1)!;
      await setImmediate();
    }
  };

  /** Undefined for a model without embeddings. */
  const ready = async (name: string): Promise<Model | undefined> => {
    const model = find(name);
    if (!model) return undefined;
    model.loaded ??= load(model).catch((error: unknown) => {
      model.loaded = undefined;
      throw error;
    });
    await model.loaded;
    return model;
  };

  return {
    find,
    findOrCreateId,
    ready,
    /** Those whose index is in memory or being loaded. */
    loaded: (): Iterable<Model> => models.values(),
  };
}
