import { ReelscopeError } from '../contract/errors.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { SegmentDraft } from '../contract/segment.ts';
import { sentence } from '../contract/sentence.ts';
import type { Correction, Corrections } from './corrections.ts';
import type { ModuleFindings, SegmentVectors } from './findings.ts';
import { type EditedLine, mergeLines, splitLine } from './line-source.ts';
import type { Db } from './open.ts';
import type { CorrectionRow, SegmentRow } from './schema.ts';
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

  /** Updates a stored segment with its search terms. @param embedding of the new content; null without an engine */
  const update = (segment: SegmentRow, draft: SegmentDraft, embedding: SegmentVectors | null): void => {
    const { content, start_time: startTime, end_time: endTime } = draft;
    const data = draft.data === null ? null : JSON.stringify(draft.data);
    const change = { content, startTime, endTime, data };
    db.run(db.sql.updateTable('segments').set(change).where('id', '=', segment.id));
    if (content === segment.content) return;
    const terms = { content: termsOf(content).join(' '), scope: scopeOf(db, segment) };
    db.run(db.sql.updateTable('segmentsFts').set(terms).where('rowid', '=', segment.id));
    vectors.change(segment, embedding);
  };

  const removeOne = (segment: SegmentRow): void => {
    db.run(db.sql.deleteFrom('segmentsFts').where('rowid', '=', segment.id));
    vectors.change(segment, null);
    db.run(db.sql.deleteFrom('segments').where('id', '=', segment.id));
  };

  const rowOf = (id: number): SegmentRow => db.get(db.sql.selectFrom('segments').selectAll().where('id', '=', id))!;

  const writeLine = (segment: SegmentRow, line: EditedLine): void => {
    update(segment, corrections.changeLine(segment, line), null);
  };

  return {
    /** Deletes the segments of a video, or of one module of it; returns their number. */
    remove,

    /** Replaces the content of a finding. @param embedding of the new content; null without an engine */
    correct(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): void {
      db.transaction(() => {
        update(segment, corrections.change(segment, correction, embedding), embedding);
      });
    },

    /** Removes a finding as a correction; returns an id for `restore`. */
    discard(segment: SegmentRow): number {
      return db.transaction(() => {
        const correctionId = corrections.removal(segment);
        removeOne(segment);
        return correctionId;
      });
    },

    /** Stores a removed finding of a video again; returns its new id, or undefined if there is no such removal. */
    restore(videoId: number, correctionId: number): number | undefined {
      return db.transaction(() => {
        const row: CorrectionRow | undefined = corrections.removed(videoId, correctionId);
        if (!row) return undefined;
        const { module } = row;
        const sibling = db.sql.selectFrom('segments').select('engine').where('videoId', '=', videoId);
        const engine = db.get(sibling.where('module', '=', module).limit(1))?.engine ?? null;
        const scope = scopeOf(db, { videoId, module });
        const id = insert({ videoId, module, engine, scope }, corrections.formOf(row));
        corrections.restore(row, id);
        return id;
      });
    },

    /**
     * Splits a line of a transcript at an offset of its content; returns the id of the new second line, or undefined
     * if one side would have no word.
     */
    split(segment: SegmentRow, at: number): number | undefined {
      return db.transaction(() => {
        const lines = splitLine(corrections.lineOf(segment), at);
        if (!lines) return undefined;
        const [first, second] = lines;
        writeLine(segment, first);
        const { videoId, module, engine } = segment;
        const { content, start: start_time, end: end_time } = second;
        const id = insert(
          { videoId, module, engine, scope: scopeOf(db, segment) },
          { content, start_time, end_time, data: null },
        );
        writeLine(rowOf(id), second);
        return id;
      });
    },

    /** Merges a line of a transcript with the next one, which is deleted. */
    merge(segment: SegmentRow, next: SegmentRow): void {
      db.transaction(() => {
        const merged = mergeLines(corrections.lineOf(segment), corrections.lineOf(next));
        corrections.forget(next.id);
        removeOne(next);
        writeLine(segment, merged);
      });
    },

    /**
     * Replaces a module's findings in one transaction, with corrections applied; returns the ids in time order.
     * @throws ReelscopeError `not_found` if the video is gone
     */
    replaceModule(videoId: number, findings: ModuleFindings): number[] {
      return db.transaction(() => {
        const video = db.get(db.sql.selectFrom('videos').select('id').where('id', '=', videoId));
        if (!video) throw new ReelscopeError('not_found', sentence('video.deleted'));
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
        if (!video) throw new ReelscopeError('not_found', sentence('video.deleted'));
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
