import type { Clock } from '../base/time.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { SegmentData, SegmentDraft } from '../contract/segment.ts';
import { alignWords } from '../contract/transcript/align.ts';
import { matchCorrections } from './correction-match.ts';
import type { ModuleFindings, SegmentVectors } from './findings.ts';
import { type EditedLine, foundLine, type LineSource, wholeLine, wholeSource } from './line-source.ts';
import type { Db } from './open.ts';
import type { CorrectionRow, SegmentRow } from './schema.ts';
import { fold } from './terms.ts';
import { isIn, withoutRanges } from './transcript-merge.ts';
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

  /** Stores a correction of a segment; returns its id. */
  const remember = (segment: SegmentRow, change: Partial<CorrectionRow>): number => {
    const now = clock.now();
    const { id, videoId, module, startTime, endTime, content: foundContent, data: foundData } = segment;
    const known = of(id);
    if (known) {
      db.run(
        db.sql
          .updateTable('corrections')
          .set({ ...change, updatedAt: now })
          .where('segmentId', '=', id),
      );
      return known.id;
    }
    const made = { videoId, module, segmentId: id, startTime, endTime, foundContent, foundData };
    const values = { ...made, ...change, createdAt: now, updatedAt: now };
    return db.get(db.sql.insertInto('corrections').values(values).returning('id'))!.id;
  };
  const forget = (segmentId: number): void => {
    db.run(db.sql.deleteFrom('corrections').where('segmentId', '=', segmentId));
  };

  return {
    /** Stores the correction of a segment; returns the segment to be stored. */
    change(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): SegmentDraft {
      const known = of(segment.id);
      const content = correction.content ?? known?.content ?? undefined;
      const label = correction.label ?? known?.label ?? undefined;
      const found = foundIn(known ?? { ...segment, foundContent: segment.content, foundData: segment.data });
      const isAsFound =
        (content ?? found.content) === found.content && (label ?? found.data?.label) === found.data?.label;
      if (isAsFound && !known?.source) {
        forget(segment.id);
        return found;
      }
      const vector = embedding?.vectors[0];
      remember(segment, {
        content: isAsFound ? null : (content ?? null),
        label: label ?? null,
        // An embedding of an earlier text must not outlive it.
        ...((vector || correction.content !== undefined) && {
          model: vector ? embedding!.model : null,
          embedding: vector ? toBlob(vector) : null,
        }),
      });
      return correctedForm(found, isAsFound ? {} : { content, label });
    },

    /** Stores the removal of a segment; returns an id for `restore`. */
    removal: (segment: SegmentRow): number => remember(segment, { isRemoved: 1 }),

    /** Removed finding of a video, by the id that `removal` returned. */
    removed: (videoId: number, id: number): CorrectionRow | undefined =>
      db.get(
        db.sql
          .selectFrom('corrections')
          .selectAll()
          .where('id', '=', id)
          .where('videoId', '=', videoId)
          .where('isRemoved', '=', 1)
          .where('segmentId', 'is', null),
      ),

    /** Returns the finding of a correction with the correction applied. */
    formOf,

    /** Cancels a removal, for the segment that the finding was stored in again. */
    restore(row: CorrectionRow, segmentId: number): void {
      const isAsFound = row.content === null && row.label === null && row.source === null;
      const query = db.sql.updateTable('corrections').set({ isRemoved: 0, segmentId, updatedAt: clock.now() });
      if (isAsFound) db.run(db.sql.deleteFrom('corrections').where('id', '=', row.id));
      else db.run(query.where('id', '=', row.id));
    },

    /** Returns a transcript line with the found lines that it is made of. */
    lineOf(segment: SegmentRow): EditedLine {
      const known = of(segment.id);
      const { content, startTime: start, endTime: end } = segment;
      const found = foundIn(known ?? { ...segment, foundContent: segment.content, foundData: segment.data });
      const source = known?.source ? (JSON.parse(known.source) as LineSource) : wholeSource(found);
      return { source, content, start, end };
    },

    /** Stores a split or merged line; returns the segment to be stored. */
    changeLine(segment: SegmentRow, line: EditedLine): SegmentDraft {
      const found = foundLine(line);
      const isEdited = line.content !== found.content;
      const isWhole = wholeLine(line) !== undefined;
      if (isWhole && !isEdited) {
        forget(segment.id);
        return found;
      }
      const { content: foundContent, start_time: startTime, end_time: endTime, data } = found;
      remember(segment, {
        startTime,
        endTime,
        foundContent,
        foundData: data === null ? null : JSON.stringify(data),
        content: isEdited ? line.content : null,
        source: isWhole ? null : JSON.stringify(line.source),
        model: null,
        embedding: null,
      });
      return correctedForm(found, isEdited ? { content: line.content } : {});
    },

    /** Forgets the correction of a segment that was merged into another. */
    forget,

    /** Applies the corrections to new findings of a module; returns them in time order. */
    applyTo(videoId: number, { module, segments, embeddings }: ModuleFindings): CorrectedSegment[] {
      let found = segments.map(
        (segment, i): CorrectedSegment => ({ segment, vector: embeddings?.vectors[i], correctionId: undefined }),
      );
      const rows = ofModule(db, videoId, module);
      if (rows.length === 0) return found;
      const sought = rows.map(({ foundContent: content, startTime, endTime }) => ({ content, startTime, endTime }));
      const removed = new Set<CorrectedSegment>();
      const edited: CorrectedSegment[] = [];
      /** Ranges of a transcript that the user's lines cover. */
      const covered: { start: number; end: number }[] = [];
      matchCorrections(module, sought, segments).forEach((position, i) => {
        const row = rows[i]!;
        const match = position === undefined ? undefined : found[position]!;
        // Other words may be divided into other lines, which would repeat or lose words around an edited line.
        const isOwnLine =
          module === 'transcription' &&
          (row.source !== null || (!row.isRemoved && fold(match?.segment.content ?? '') !== fold(row.foundContent)));
        if (isOwnLine) covered.push({ start: row.startTime, end: row.endTime });
        if (row.isRemoved) {
          if (match && !isOwnLine) removed.add(match);
          return;
        }
        // An edited finding is kept even if this analysis did not find it.
        const base = match && !isOwnLine ? match : { segment: foundIn(row), vector: undefined };
        if (match && !isOwnLine) removed.add(match);
        edited.push({
          segment: correctedRow(base.segment, row),
          vector: row.content === null ? base.vector : vectorOf(row, embeddings?.model),
          correctionId: row.id,
        });
      });
      found = found.filter((item) => !removed.has(item));
      if (covered.length > 0) {
        found = found.flatMap((item) => {
          if (!covered.some((range) => isIn(item.segment, range))) return [item];
          return withoutRanges(item.segment, covered).map((segment) =>
            segment === item.segment ? item : { segment, vector: undefined, correctionId: undefined },
          );
        });
      }
      return [...found, ...edited].sort((a, b) => a.segment.start_time - b.segment.start_time);
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

function formOf(row: CorrectionRow): SegmentDraft {
  return correctedRow(foundIn(row), row);
}

function correctedRow(found: SegmentDraft, { content, label }: CorrectionRow): SegmentDraft {
  return correctedForm(found, { content: content ?? undefined, label: label ?? undefined });
}

/** The words of an edited text take their times from the words as found. */
function correctedForm(found: SegmentDraft, { content, label }: Correction): SegmentDraft {
  if (content === undefined && label === undefined) return found;
  const data: SegmentData = { ...found.data, corrected: true, original: found.content };
  if (label !== undefined) data.label = label;
  if (content !== undefined && content !== found.content && data.words) {
    data.words = alignWords(data.words, content, found);
  }
  return { ...found, content: content ?? found.content, data };
}
