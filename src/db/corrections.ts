import type { Clock } from '../base/time.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { SegmentData, SegmentDraft } from '../contract/segment.ts';
import { matchCorrections } from './correction-match.ts';
import type { ModuleFindings, SegmentVectors } from './findings.ts';
import type { Db } from './open.ts';
import type { CorrectionRow, SegmentRow } from './schema.ts';
import { toBlob, toFloats } from './vectors/binary-codes.ts';

export type Corrections = ReturnType<typeof createCorrections>;

/** A user's edit; undefined properties stay as found. */
export interface Correction {
  content?: string | undefined;
  label?: string | undefined;
}

/** A finding to be stored, with the correction applied to it. */
export interface CorrectedSegment {
  segment: SegmentDraft;
  /** Undefined if there is none for this text. */
  vector: Float32Array | undefined;
  correctionId: number | undefined;
}

/** Users' corrections of findings, stored separately so that they outlive the findings of an analysis. */
export function createCorrections(db: Db, clock: Clock) {
  const of = (segmentId: number): CorrectionRow | undefined =>
    db.get(db.sql.selectFrom('corrections').selectAll().where('segmentId', '=', segmentId));

  const remember = (segment: SegmentRow, change: Partial<CorrectionRow>): void => {
    const now = clock.now();
    const { id, videoId, module, startTime, endTime, content: foundContent, data: foundData } = segment;
    if (of(id)) {
      db.run(
        db.sql
          .updateTable('corrections')
          .set({ ...change, updatedAt: now })
          .where('segmentId', '=', id),
      );
      return;
    }
    const made = { videoId, module, segmentId: id, startTime, endTime, foundContent, foundData };
    db.run(db.sql.insertInto('corrections').values({ ...made, ...change, createdAt: now, updatedAt: now }));
  };

  return {
    /** Stores the correction of a segment; returns the segment to be stored. */
    change(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): SegmentDraft {
      const known = of(segment.id);
      const content = correction.content ?? known?.content ?? undefined;
      const label = correction.label ?? known?.label ?? undefined;
      const found = foundIn(known ?? { ...segment, foundContent: segment.content, foundData: segment.data });
      if ((content ?? found.content) === found.content && (label ?? found.data?.label) === found.data?.label) {
        db.run(db.sql.deleteFrom('corrections').where('segmentId', '=', segment.id));
        return found;
      }
      const vector = embedding?.vectors[0];
      remember(segment, {
        content: content ?? null,
        label: label ?? null,
        ...(vector && { model: embedding.model, embedding: toBlob(vector) }),
      });
      return correctedForm(found, { content, label });
    },

    /** Stores the removal of a segment. */
    removal: (segment: SegmentRow): void => remember(segment, { isRemoved: 1 }),

    /** Applies the corrections to new findings of a module; returns them in time order. */
    applyTo(videoId: number, { module, segments, embeddings }: ModuleFindings): CorrectedSegment[] {
      const found = segments.map(
        (segment, i): CorrectedSegment => ({ segment, vector: embeddings?.vectors[i], correctionId: undefined }),
      );
      const rows = ofModule(db, videoId, module);
      if (rows.length === 0) return found;
      const sought = rows.map(({ foundContent: content, startTime, endTime }) => ({ content, startTime, endTime }));
      const removed = new Set<CorrectedSegment>();
      matchCorrections(module, sought, segments).forEach((position, i) => {
        const row = rows[i]!;
        const match = position === undefined ? undefined : found[position]!;
        if (row.isRemoved) {
          if (match) removed.add(match);
          return;
        }
        // An edited finding is kept even if this analysis did not find it.
        const target = match ?? { segment: foundIn(row), vector: undefined, correctionId: undefined };
        if (!match) found.push(target);
        target.correctionId = row.id;
        const { content, label } = row;
        target.segment = correctedForm(target.segment, { content: content ?? undefined, label: label ?? undefined });
        if (content !== null) target.vector = vectorOf(row, embeddings?.model);
      });
      return found.filter((item) => !removed.has(item)).sort((a, b) => a.segment.start_time - b.segment.start_time);
    },

    /** Assigns the correction to this segment. */
    link(correctionId: number, segmentId: number): void {
      db.run(db.sql.updateTable('corrections').set({ segmentId }).where('id', '=', correctionId));
    },
  };
}

function ofModule(db: Db, videoId: number, module: ModuleName): CorrectionRow[] {
  const query = db.sql.selectFrom('corrections').selectAll().where('videoId', '=', videoId);
  return db.all(query.where('module', '=', module).orderBy('id'));
}

function vectorOf({ model, embedding }: CorrectionRow, wanted: string | undefined): Float32Array | undefined {
  return embedding !== null && model === wanted ? toFloats(embedding) : undefined;
}

function foundIn(row: Pick<CorrectionRow, 'foundContent' | 'foundData' | 'startTime' | 'endTime'>): SegmentDraft {
  const data = row.foundData === null ? null : (JSON.parse(row.foundData) as SegmentData);
  return { content: row.foundContent, start_time: row.startTime, end_time: row.endTime, data };
}

/** Word timestamps belong to the original words, so a correction removes them. */
function correctedForm(found: SegmentDraft, { content, label }: Correction): SegmentDraft {
  const data: SegmentData = { ...found.data, corrected: true, original: found.content };
  if (label !== undefined) data.label = label;
  if (content !== undefined && content !== found.content) delete data.words;
  return { ...found, content: content ?? found.content, data };
}
