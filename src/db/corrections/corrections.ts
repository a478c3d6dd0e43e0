import type { Clock } from '../../base/time.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { ModuleFindings, SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import { type EditedLine, foundLine, type LineSource, wholeLine, wholeSource } from '../text-index/line-source.ts';
import { toBlob } from '../vectors/binary-codes.ts';
import { applyCorrections, type CorrectedSegment } from './apply-corrections.ts';
import { type Correction, changedAddition, correctedForm, foundIn, timesOf } from './corrected-form.ts';
import { correctionOf, correctionsOf, deleteCorrection, putCorrection } from './correction-rows.ts';

export type Corrections = ReturnType<typeof createCorrections>;

/** Users' corrections of findings, stored separately so that they outlive the findings of an analysis. */
export function createCorrections(db: Db, clock: Clock) {
  const remember = (segment: SegmentRow, change: Partial<CorrectionRow>): number =>
    putCorrection(db, clock.now(), segment, change);

  return {
    /** Stores the correction of a segment; returns the segment to be stored. */
    change(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): SegmentDraft {
      const known = correctionOf(db, segment.id);
      const content = correction.content ?? known?.content ?? undefined;
      const label = correction.label ?? known?.label ?? undefined;
      const found = foundOf(segment, known);
      const isAsFound =
        (content ?? found.content) === found.content && (label ?? found.data?.label) === found.data?.label;
      const speaker = correction.speaker === undefined ? (known?.speaker ?? null) : correction.speaker;
      // An embedding of an earlier text must not outlive it.
      const embedded = (embedding || correction.content !== undefined) && storedVector(embedding);
      if (known?.isAdded && known.source === null) {
        const added = changedAddition(found, { ...correction, content, label });
        const { content: foundContent, start_time: startTime, end_time: endTime, data } = added;
        const facts = { foundContent, foundData: JSON.stringify(data), startTime, endTime };
        remember(segment, { ...facts, content: null, label: null, speaker, ...embedded });
        return correctedForm(added, { speaker });
      }
      const times = timesOf(correction, known, found);
      if (isAsFound && !known?.source && speaker === null && times === undefined) {
        deleteCorrection(db, segment.id);
        return found;
      }
      remember(segment, {
        content: isAsFound ? null : (content ?? null),
        label: label ?? null,
        speaker,
        editedStart: times?.start ?? null,
        editedEnd: times?.end ?? null,
        ...embedded,
      });
      return correctedForm(found, isAsFound ? { speaker, ...times } : { content, label, speaker, ...times });
    },

    /** Stores a finding that a user added, as a segment; the next analysis keeps it. */
    addition: (segment: SegmentRow, embedding: SegmentVectors | null): number =>
      remember(segment, { isAdded: 1, ...storedVector(embedding) }),

    /** Stores the removal of a segment; returns its id. */
    removal: (segment: SegmentRow): number => remember(segment, { isRemoved: 1 }),

    /** Cancels a removal, for the segment that the finding was stored in again. */
    restore(row: CorrectionRow, segmentId: number): void {
      const isEdited = [row.content, row.label, row.source, row.speaker, row.editedStart].some((fact) => fact !== null);
      const query = db.sql.updateTable('corrections').set({ isRemoved: 0, segmentId, updatedAt: clock.now() });
      if (!isEdited && !row.isAdded) db.run(db.sql.deleteFrom('corrections').where('id', '=', row.id));
      else db.run(query.where('id', '=', row.id));
    },

    /** Returns a transcript line with the found lines that it is made of. */
    lineOf(segment: SegmentRow): EditedLine {
      const known = correctionOf(db, segment.id);
      const { content, startTime: start, endTime: end } = segment;
      const found = foundOf(segment, known);
      const source = known?.source ? (JSON.parse(known.source) as LineSource) : wholeSource(found);
      return { source, content, start, end, speaker: known?.speaker ?? null };
    },

    /** Stores a split or merged line; returns the segment to be stored. */
    changeLine(segment: SegmentRow, line: EditedLine): SegmentDraft {
      const found = foundLine(line);
      const isEdited = line.content !== found.content;
      const isWhole = wholeLine(line) !== undefined;
      if (isWhole && !isEdited && line.speaker === null && !correctionOf(db, segment.id)?.isAdded) {
        deleteCorrection(db, segment.id);
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
        speaker: line.speaker,
        model: null,
        embedding: null,
      });
      return correctedForm(found, { ...(isEdited && { content: line.content }), speaker: line.speaker });
    },

    /** Applies the corrections to new findings of a module; returns them in time order. */
    applyTo: (videoId: number, findings: ModuleFindings): CorrectedSegment[] =>
      applyCorrections(correctionsOf(db, videoId, findings.module), findings),

    /** Assigns the correction to this segment. */
    link(correctionId: number, segmentId: number): void {
      db.run(db.sql.updateTable('corrections').set({ segmentId }).where('id', '=', correctionId));
    },
  };
}

/** Finding of a segment as it was before its correction. */
function foundOf(segment: SegmentRow, known: CorrectionRow | undefined): SegmentDraft {
  return foundIn(known ?? { ...segment, foundContent: segment.content, foundData: segment.data });
}

function storedVector(embedding: SegmentVectors | null): Pick<CorrectionRow, 'model' | 'embedding'> {
  const vector = embedding?.vectors[0];
  return vector ? { model: embedding!.model, embedding: toBlob(vector) } : { model: null, embedding: null };
}
