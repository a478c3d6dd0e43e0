import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { Speakers } from '../corrections/speakers.ts';
import type { ModuleFindings, SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import type { Steps } from '../steps.ts';
import type { VectorStore } from '../vectors/store.ts';
import type { DiscardedSegments } from './discarded-segments.ts';
import { scopeTerms, searchableText, termsOf } from './terms.ts';
import type { TextIndex } from './text-index.ts';

export type IndexedSegments = ReturnType<typeof createIndexedSegments>;

// Compiled once, since a long video brings thousands of segments.
const INSERT_SEGMENT = `INSERT INTO segments (videoId, module, content, startTime, endTime, data, engine)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`;

/** Segments that are deleted at once. */
const MAX_DELETED = 250;

/** Vectors per step, whose codes are written again with each. */
const STEP_VECTORS = 2500;

/** Where a segment is stored. */
export interface SegmentTarget {
  videoId: number;
  /** Video that holds it until it is adopted; `videoId` by default. */
  place?: number;
  module: ModuleName;
  engine: string | null;
  /** Owner of the video. */
  userId: number | undefined;
}

/** Rows of segments with their search entries and embeddings; every change applies to all three. */
export function createIndexedSegments(
  db: Db,
  index: TextIndex,
  discarded: DiscardedSegments,
  vectors: VectorStore,
  speakers: Speakers,
) {
  /** Facts of a segment as stored: JSON with the present names of the speakers. */
  const dataOf = (videoId: number, found: SegmentData | null): string | null => {
    const named = speakers.name(videoId, found);
    return named === null ? null : JSON.stringify(named);
  };

  return {
    dataOf,

    get: (id: number): SegmentRow => db.get(db.sql.selectFrom('segments').selectAll().where('id', '=', id))!,

    /** Stores a segment without an embedding; returns its id. @param data as stored; by default as of now */
    insert(target: SegmentTarget, draft: SegmentDraft, data = dataOf(target.videoId, draft.data)): number {
      const { videoId, place = videoId, module, engine, userId } = target;
      const { content, start_time, end_time } = draft;
      const [id] = db.column<number>(INSERT_SEGMENT, place, module, content, start_time, end_time, data, engine);
      const scope = scopeTerms({ userId, videoId, module, data: draft.data });
      index.add(id!, scope, termsOf(searchableText(content, draft.data)));
      return id!;
    },

    /** Adds the embedding of a segment that has none. */
    embed: ({ id, videoId, module }: SegmentRow, embedding: SegmentVectors): void =>
      vectors.add(videoId, module, [id], embedding),

    /** Steps that replace the embeddings of a module in a video. @param known a vector for each of these segments */
    *embedSteps(
      videoId: number,
      module: ModuleName,
      model: Omit<NonNullable<ModuleFindings['embeddings']>, 'vectors'>,
      known: readonly { id: number; vector: Float32Array }[],
    ): Steps<void> {
      for (let at = 0; at === 0 || at < known.length; at += STEP_VECTORS) {
        const part = known.slice(at, at + STEP_VECTORS);
        const store = at === 0 ? vectors.put : vectors.add;
        const ids = part.map(({ id }) => id);
        store(videoId, module, ids, { ...model, vectors: part.map(({ vector }) => vector) });
        yield;
      }
    },

    /** Updates a stored segment. @param embedding of the new content; null without an engine */
    update(segment: SegmentRow, draft: SegmentDraft, embedding: SegmentVectors | null): void {
      const { content, start_time: startTime, end_time: endTime } = draft;
      const change = { content, startTime, endTime, data: dataOf(segment.videoId, draft.data) };
      db.run(db.sql.updateTable('segments').set(change).where('id', '=', segment.id));
      const text = searchableText(content, draft.data);
      if (text === searchableText(segment.content, segment.data === null ? null : JSON.parse(segment.data))) return;
      const scope = scopeTerms({ ...segment, userId: ownerOf(db, segment.videoId), data: draft.data });
      index.change(segment.id, scope, termsOf(text));
      if (content !== segment.content) vectors.change(segment, embedding);
    },

    /** Deletes a segment. */
    delete(segment: SegmentRow): void {
      index.remove([segment.id]);
      vectors.change(segment, null);
      db.run(db.sql.deleteFrom('segments').where('id', '=', segment.id));
    },

    /**
     * Deletes the segments of a video, or of one module of it; returns their number.
     * @param withAdded whether those that a user added are deleted as well
     */
    remove(videoId: number, module?: ModuleName, withAdded = true): number {
      return db.transaction(() => {
        const ids = idsOf(db, videoId, module, withAdded);
        vectors.remove(videoId, module);
        if (ids.length > MAX_DELETED) discarded.take(ids);
        else {
          index.remove(ids);
          db.execute('DELETE FROM segments WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids));
        }
        return ids.length;
      });
    },

    /** Moves a module's segments, all of those in `place`, to another video, which has none of the module. */
    move(ids: readonly number[], place: number, videoId: number, module: ModuleName): void {
      db.execute('UPDATE segments SET videoId = ? WHERE videoId = ? AND module = ?', videoId, place, module);
      index.move(ids, { userId: ownerOf(db, videoId)!, videoId, module });
      vectors.move(place, videoId, module);
    },
  };
}

/** Returns the owner of a video; undefined if there is no such video. */
export function ownerOf(db: Db, videoId: number): number | undefined {
  return db.get(db.sql.selectFrom('videos').select('userId').where('id', '=', videoId))?.userId;
}

function idsOf(db: Db, videoId: number, module: ModuleName | undefined, withAdded: boolean): number[] {
  let query = db.sql.selectFrom('segments').select('id').where('videoId', '=', videoId);
  if (module !== undefined) query = query.where('module', '=', module);
  const edited = db.sql.selectFrom('corrections').select('segmentId').where('videoId', '=', videoId);
  const added = edited.where('isAdded', '=', 1).where('segmentId', 'is not', null);
  return db.all(withAdded ? query : query.where('id', 'not in', added)).map(({ id }) => id);
}
