import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Correction } from '../corrections/corrected-form.ts';
import type { SegmentEdits } from '../corrections/segment-edits.ts';
import type { SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { SegmentRow } from '../schema.ts';
import type { DiscardedSegments } from '../text-index/discarded-segments.ts';
import type { SegmentWriter } from '../text-index/segment-writer.ts';
import type { VectorStore } from '../vectors/store.ts';
import { createSegmentEmbeddings } from './segment-embeddings.ts';
import { createSegmentReads } from './segment-reads.ts';

/** Findings with their search entries and embeddings. */
export function createSegmentsRepository(
  db: Db,
  writer: SegmentWriter,
  edits: SegmentEdits,
  vectors: VectorStore,
  discarded: DiscardedSegments,
) {
  const reads = createSegmentReads(db, discarded);

  return {
    ...reads,
    ...createSegmentEmbeddings(db, vectors, discarded),

    /** Replaces a module's findings, all or nothing; returns the new ids in time order. */
    replaceModule: writer.replaceModule,

    /** Adds findings of a module that is still running; returns their ids in order. */
    append: writer.append,

    /** Corrects a finding; undefined if the user no longer has such a segment. */
    correct(
      userId: number,
      id: number,
      correction: Correction,
      embedding: SegmentVectors | null,
    ): SegmentRow | undefined {
      const segment = reads.get(userId, id);
      if (segment) edits.correct(segment, correction, embedding);
      return segment && reads.get(userId, id);
    },

    /** Removes a finding as a correction; returns an id for `restore`, undefined if the user has no such segment. */
    discard(userId: number, id: number): number | undefined {
      const segment = reads.get(userId, id);
      return segment && edits.discard(segment);
    },

    /** Removes a transcript line as a correction; returns an id for `restore`. */
    removeLine: edits.discard,

    /** Stores a removed finding of a video again; returns its new id. */
    restore: edits.restore,

    /** Splits a transcript line; returns the id of the second one. */
    split: edits.split,

    /** Merges a transcript line with the next one. */
    merge: edits.merge,

    /** Adds a finding of a user; returns its id. */
    add: edits.add,

    /** Deletes what analyses found in a video, or one module of them; returns the number of segments. */
    delete: (videoId: number, module?: ModuleName): number => writer.remove(videoId, module, false),

    /** Resolves when what was deleted, or replaced, is no longer stored. */
    deleted: discarded.deleted,
  };
}
