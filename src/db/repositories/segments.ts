import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Correction } from '../corrections/corrections.ts';
import type { ModuleFindings, SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';
import type { SegmentWriter } from '../text-index/segment-writer.ts';
import type { VectorStore } from '../vectors/store.ts';

/** A module of a video with segments that lack an embedding of a model. */
export interface EmbeddingGroup {
  videoId: number;
  module: ModuleName;
}

/** Rows that are read at once of a long video: some milliseconds. */
const PART_ROWS = 2000;

/** Ids of the findings of a video, in the order of an index. */
const ALL_IDS = `SELECT s.id FROM segments AS s JOIN videos AS v ON v.id = s.videoId
  WHERE v.userId = ? AND v.jobId = ? AND v.deletedAt IS NULL`;
const IDS_OF_MODULES = `${ALL_IDS} AND s.module IN (SELECT value FROM json_each(?))`;

/** An id that no row has. */
const NO_ID = -1;

/** Findings with their search entries and embeddings. */
export function createSegmentsRepository(
  db: Db,
  writer: SegmentWriter,
  vectors: VectorStore,
  discarded: DiscardedSegments,
) {
  const idOf = (model: string): number =>
    db.get(db.sql.selectFrom('models').select('id').where('name', '=', model))?.id ?? NO_ID;
  const listed = (userId: number, jobId: string, modules?: readonly ModuleName[]) => {
    const query = db.sql
      .selectFrom('segments')
      .innerJoin('videos', 'videos.id', 'segments.videoId')
      .where('videos.userId', '=', userId)
      .where('videos.jobId', '=', jobId)
      .where('videos.deletedAt', 'is', null);
    return (modules ? query.where('segments.module', 'in', modules) : query)
      .orderBy('segments.startTime')
      .orderBy('segments.id');
  };
  return {
    /** Replaces a module's findings, all or nothing; returns the new ids in time order. */
    replaceModule(videoId: number, findings: ModuleFindings): number[] {
      return writer.replaceModule(videoId, findings);
    },

    /** Adds findings of a module that is still running; returns their ids in order. */
    append: writer.append,

    /** In time order; undefined modules = all. Empty if the user has no such video out of the trash. */
    list: (userId: number, jobId: string, modules?: readonly ModuleName[]): SegmentRow[] =>
      db.all(listed(userId, jobId, modules).selectAll('segments')),

    /**
     * The rows of `list`, read in parts; the event loop runs other work between them. All are of one state: if one is
     * removed meanwhile, such as by a new analysis, the rows are read again at once.
     */
    async listInParts(userId: number, jobId: string, modules?: readonly ModuleName[]): Promise<SegmentRow[]> {
      const ids = modules
        ? db.column<number>(IDS_OF_MODULES, userId, jobId, JSON.stringify(modules))
        : db.column<number>(ALL_IDS, userId, jobId);
      const rows: SegmentRow[] = [];
      for (let start = 0; start < ids.length; start += PART_ROWS) {
        if (start > 0) await setImmediate();
        const part = sql<number>`(SELECT value FROM json_each(${JSON.stringify(ids.slice(start, start + PART_ROWS))}))`;
        const stored = db.sql.selectFrom('segments').selectAll().where('id', 'in', part);
        rows.push(...db.all(stored.where('videoId', '!=', discarded.holder())));
      }
      if (rows.length !== ids.length) return this.list(userId, jobId, modules);
      return rows.sort((a, b) => a.startTime - b.startTime || a.id - b.id);
    },

    /** Returns a segment of one of the user's videos that are not in the trash. */
    get(userId: number, id: number): SegmentRow | undefined {
      const query = db.sql.selectFrom('segments').innerJoin('videos', 'videos.id', 'segments.videoId');
      const own = query.selectAll('segments').where('videos.userId', '=', userId).where('videos.deletedAt', 'is', null);
      return db.get(own.where('segments.id', '=', id));
    },

    /** Corrects a finding; undefined if the user no longer has such a segment. */
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

    /** Engines of a video's findings with the number of findings, by module. */
    engines(videoId: number): { module: ModuleName; engine: string | null; findings: number }[] {
      const query = db.sql
        .selectFrom('segments')
        .select((of) => ['module', 'engine', of.fn.countAll<number>().as('findings')])
        .where('videoId', '=', videoId);
      return db.all(query.groupBy(['module', 'engine']).orderBy('module').orderBy('engine'));
    },

    /** Numbers of findings of a video that a user edited, removed, and added. */
    countCorrections(videoId: number): { edited: number; removed: number; added: number } {
      const of = db.sql
        .selectFrom('corrections')
        .select(['isRemoved', 'isAdded', 'foundData'])
        .where('videoId', '=', videoId);
      // Users did not write what closer looks found.
      const rows = db.all(of).filter(({ isAdded, foundData }) => !isAdded || !foundData?.includes('"closer_look"'));
      const removed = rows.filter(({ isRemoved, isAdded }) => isRemoved === 1 && isAdded === 0).length;
      const added = rows.filter(({ isRemoved, isAdded }) => isRemoved === 0 && isAdded === 1).length;
      const edited = rows.filter(({ isRemoved, isAdded }) => isRemoved === 0 && isAdded === 0).length;
      return { edited, removed, added };
    },

    /** Corrections of the findings of a video, oldest first. */
    corrections: (videoId: number): CorrectionRow[] =>
      db.all(db.sql.selectFrom('corrections').selectAll().where('videoId', '=', videoId).orderBy('id')),

    /** Removes a finding as a correction; false if the user has no such segment. */
    discard(userId: number, id: number): boolean {
      const segment = this.get(userId, id);
      if (segment) writer.discard(segment);
      return segment !== undefined;
    },

    /** Removes a transcript line as a correction; returns an id for `restore`. */
    removeLine: writer.discard,

    /** Stores a removed finding of a video again; returns its new id. */
    restore: writer.restore,

    /** Splits a transcript line; returns the id of the second one. */
    split: writer.split,

    /** Merges a transcript line with the next one. */
    merge: writer.merge,

    /** Id of the segment that follows in time among those of its module and video. */
    nextOf({ id, videoId, module, startTime }: SegmentRow): number | undefined {
      const after = sql<boolean>`(startTime, id) > (${startTime}, ${id})`;
      const query = db.sql.selectFrom('segments').select('id').where('videoId', '=', videoId);
      return db.get(query.where('module', '=', module).where(after).orderBy('startTime').orderBy('id').limit(1))?.id;
    },

    /** Adds a finding of a user; returns its id. */
    add: writer.add,

    /** Deletes what analyses found in a video, or one module of them; returns the number of segments. */
    delete: (videoId: number, module?: ModuleName): number => writer.remove(videoId, module, false),

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

    /** Resolves when what was deleted, or replaced, is no longer stored. */
    deleted: discarded.deleted,

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
