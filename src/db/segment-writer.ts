import { ReelscopeError } from '../contract/errors.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { SegmentDraft } from '../contract/segment.ts';
import type { Correction, Corrections } from './corrections.ts';
import type { ModuleFindings, SegmentVectors } from './findings.ts';
import type { Db } from './open.ts';
import type { SegmentRow } from './schema.ts';
import { termsOf } from './terms.ts';
import type { VectorStore } from './vectors/store.ts';

export type SegmentWriter = ReturnType<typeof createSegmentWriter>;

// Compiled once, since a long video brings thousands of segments.
const INSERT_SEGMENT = `INSERT INTO segments (videoId, module, content, startTime, endTime, data, engine)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`;
const INSERT_TERMS = 'INSERT INTO segmentsFts (rowid, scope, content) VALUES (?, ?, ?)';

/** Writes segments with their search entries and embeddings; every change applies to all three. */
export function createSegmentWriter(db: Db, vectors: VectorStore, corrections: Corrections) {
  const chosen = (videoId: number, module: ModuleName | undefined) => {
    const query = db.sql.selectFrom('segments').select('id').where('videoId', '=', videoId);
    return module === undefined ? query : query.where('module', '=', module);
  };

  const remove = (videoId: number, module?: ModuleName): number =>
    db.transaction(() => {
      db.run(db.sql.deleteFrom('segmentsFts').where('rowid', 'in', chosen(videoId, module)));
      vectors.remove(videoId, module);
      const ids = chosen(videoId, module);
      return db.run(db.sql.deleteFrom('segments').where('id', 'in', ids));
    });

  const insert = (
    { videoId, module, engine, scope }: { videoId: number; module: ModuleName; engine: string | null; scope: string },
    { content, start_time, end_time, data: found }: SegmentDraft,
  ): number => {
    const data = found === null ? null : JSON.stringify(found);
    const [id] = db.column<number>(INSERT_SEGMENT, videoId, module, content, start_time, end_time, data, engine);
    db.execute(INSERT_TERMS, id, scope, termsOf(content).join(' '));
    return id!;
  };

  return {
    /** Deletes the segments of a video, or of one module of it; returns their number. */
    remove,

    /** Replaces the content of a finding. @param embedding of the new content; null without an engine */
    correct(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): void {
      db.transaction(() => {
        const { content, data } = corrections.change(segment, correction, embedding);
        const change = { content, data: data === null ? null : JSON.stringify(data) };
        db.run(db.sql.updateTable('segments').set(change).where('id', '=', segment.id));
        if (content === segment.content) return;
        const terms = { content: termsOf(content).join(' '), scope: scopeOf(db, segment) };
        db.run(db.sql.updateTable('segmentsFts').set(terms).where('rowid', '=', segment.id));
        vectors.change(segment, embedding);
      });
    },

    /** Removes a finding as a correction. */
    discard(segment: SegmentRow): void {
      db.transaction(() => {
        corrections.removal(segment);
        db.run(db.sql.deleteFrom('segmentsFts').where('rowid', '=', segment.id));
        vectors.change(segment, null);
        db.run(db.sql.deleteFrom('segments').where('id', '=', segment.id));
      });
    },

    /**
     * Replaces a module's findings in one transaction, with corrections applied; returns the ids in time order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    replaceModule(videoId: number, findings: ModuleFindings): number[] {
      return db.transaction(() => {
        const video = db.get(db.sql.selectFrom('videos').select('id').where('id', '=', videoId));
        if (!video) throw new ReelscopeError('not_found', 'The video was deleted.');
        const { module, engine, embeddings } = findings;
        if (embeddings && embeddings.vectors.length !== findings.segments.length) {
          throw new RangeError('There must be one vector for each segment.');
        }
        remove(videoId, module);
        const scope = scopeOf(db, { videoId, module });
        const items = corrections.applyTo(videoId, findings);
        const ids = items.map(({ segment, correctionId }) => {
          const id = insert({ videoId, module, engine, scope }, segment);
          if (correctionId !== undefined) corrections.link(correctionId, id);
          return id;
        });
        if (embeddings) {
          const known = items.flatMap(({ vector }, i) => (vector ? [{ id: ids[i]!, vector }] : []));
          const batch = { ...embeddings, vectors: known.map(({ vector }) => vector) };
          vectors.put(
            videoId,
            module,
            known.map(({ id }) => id),
            batch,
          );
        }
        return ids;
      });
    },

    /**
     * Adds findings of a module that is still running: without embeddings, and without corrections, which need the
     * complete findings. Returns the ids in order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    append(videoId: number, { module, engine, segments }: Omit<ModuleFindings, 'embeddings'>): number[] {
      return db.transaction(() => {
        const video = db.get(db.sql.selectFrom('videos').select('id').where('id', '=', videoId));
        if (!video) throw new ReelscopeError('not_found', 'The video was deleted.');
        const place = { videoId, module, engine, scope: scopeOf(db, { videoId, module }) };
        return segments.map((segment) => insert(place, segment));
      });
    },
  };
}

/** See SegmentsFtsTable. */
function scopeOf(db: Db, { videoId, module }: Pick<SegmentRow, 'videoId' | 'module'>): string {
  const video = db.get(db.sql.selectFrom('videos').select('userId').where('id', '=', videoId));
  return `§u${video?.userId} §v${videoId} §m${module}`;
}
