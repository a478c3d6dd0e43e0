import type { ModuleName } from '../../contract/modules.ts';
import type { Correction } from '../corrections.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import type { ModuleFindings, SegmentVectors, SegmentWriter } from '../segment-writer.ts';
import type { VectorStore } from '../vectors/store.ts';

export type SegmentsRepository = ReturnType<typeof createSegmentsRepository>;

/** Segments of one module of one video that have no vectors of a model yet. */
export interface MissingVectors {
  videoId: number;
  module: ModuleName;
  segments: { id: number; content: string }[];
}

/** Findings, with their search entries and vectors. */
export function createSegmentsRepository(db: Db, writer: SegmentWriter, vectors: VectorStore) {
  return {
    /** Puts a module's findings in the place of its former ones, all or nothing; returns the new ids in time order. */
    replaceModule(videoId: number, findings: ModuleFindings): number[] {
      return writer.replaceModule(videoId, findings);
    },

    /** Adds findings of a module that is still running; returns their ids in order. */
    append: writer.append,

    /** In time order; undefined modules = all. Empty when the user has no such video. */
    list(userId: number, jobId: string, modules?: readonly ModuleName[]): SegmentRow[] {
      let query = db.sql
        .selectFrom('segments')
        .innerJoin('videos', 'videos.id', 'segments.videoId')
        .selectAll('segments')
        .where('videos.userId', '=', userId)
        .where('videos.jobId', '=', jobId);
      if (modules) query = query.where('segments.module', 'in', modules);
      return db.all(query.orderBy('segments.startTime').orderBy('segments.id'));
    },

    /** One segment of a video of the user. */
    get(userId: number, id: number): SegmentRow | undefined {
      const query = db.sql.selectFrom('segments').innerJoin('videos', 'videos.id', 'segments.videoId');
      return db.get(query.selectAll('segments').where('segments.id', '=', id).where('videos.userId', '=', userId));
    },

    /** Says something else in the place of what was found; undefined when the user has no such segment (any more). */
    correct(
      userId: number,
      id: number,
      correction: Correction,
      embedding: SegmentVectors | null,
    ): SegmentRow | undefined {
      const segment = this.get(userId, id);
      if (segment) writer.correct(segment, correction, embedding);
      return segment && this.get(userId, id);
    },

    /** Takes out a finding that is none; false when the user has no such segment. */
    discard(userId: number, id: number): boolean {
      const segment = this.get(userId, id);
      if (segment) writer.discard(segment);
      return segment !== undefined;
    },

    /** Removes those of a video, or of one of its modules; returns how many there were. */
    delete: (videoId: number, module?: ModuleName): number => writer.remove(videoId, module),

    /** Up to `limit` groups of segments that have no vectors of this model, to be embedded in the background. */
    missingVectors(model: string, limit: number): MissingVectors[] {
      // First the distinct groups, from the index alone; asked the other way round, each segment is looked up.
      const present = db.sql.selectFrom('segments').select(['videoId', 'module']).distinct().as('g');
      const groups = db.all(
        db.sql
          .selectFrom(present)
          .selectAll()
          .where((group) =>
            group.not(
              group.exists(
                group
                  .selectFrom('vectorCodes as c')
                  .select('c.videoId')
                  .where('c.modelId', '=', (select) =>
                    select.selectFrom('models').select('id').where('name', '=', model),
                  )
                  .whereRef('c.videoId', '=', 'g.videoId')
                  .whereRef('c.module', '=', 'g.module'),
              ),
            ),
          )
          .limit(limit),
      );
      const of = db.sql.selectFrom('segments').select(['id', 'content']);
      return groups.map((group) => ({
        ...group,
        segments: db.all(of.where('videoId', '=', group.videoId).where('module', '=', group.module).orderBy('id')),
      }));
    },

    /** How many segments have no vector of this model. */
    countVectorless(model: string): number {
      const [count] = db.column<number>(
        `SELECT count(*) FROM segments AS s WHERE NOT EXISTS (
          SELECT 1 FROM vectors AS v JOIN models AS m ON m.id = v.modelId WHERE v.segmentId = s.id AND m.name = ?)`,
        model,
      );
      return count!;
    },

    /** Forgets up to `limit` groups of vectors that are of other models; returns how many groups. */
    dropVectorsBut: (model: string, limit: number): number => vectors.dropBut(model, limit),

    /** Adds vectors to a group of segments; false (nothing stored) when it was replaced or removed meanwhile. */
    addVectors(group: MissingVectors, embeddings: SegmentVectors): boolean {
      return db.transaction(() => {
        const present = db.sql.selectFrom('segments').select('id').where('videoId', '=', group.videoId);
        const ids = db.all(present.where('module', '=', group.module).orderBy('id')).map((row) => row.id);
        if (ids.join() !== group.segments.map((segment) => segment.id).join()) return false;
        vectors.put(group.videoId, group.module, ids, embeddings);
        return true;
      });
    },
  };
}
