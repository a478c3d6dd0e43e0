import type { Clock } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import { alignWords } from '../../core/transcript/align.ts';
import type { ModuleFindings, SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import { type EditedLine, foundLine, type LineSource, wholeLine, wholeSource } from '../text-index/line-source.ts';
import { fold } from '../text-index/terms.ts';
import { toBlob, toFloats } from '../vectors/binary-codes.ts';
import { matchCorrections } from './correction-match.ts';
import { isIn, withoutRanges } from './transcript-merge.ts';

export type Corrections = ReturnType<typeof createCorrections>;

/** A user's edit; undefined properties stay as found. */
export interface Correction {
  content?: string | undefined;
  label?: string | undefined;
  /** Label of the speaker of a transcript line; null for the one that was found. */
  speaker?: string | null | undefined;
  /** Seconds; the times as found cancel an edit of them. */
  start?: number | undefined;
  end?: number | undefined;
}

/** A finding to be stored, with the correction applied to it. */
export interface CorrectedSegment {
  segment: SegmentDraft;
  /** Undefined if there is none for this text. */
  vector: Float32Array | undefined;
  correctionId: number | undefined;
  /** Whether a user added it, so that no engine found it. */
  isAdded?: boolean;
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
      const speaker = correction.speaker === undefined ? (known?.speaker ?? null) : correction.speaker;
      const vector = embedding?.vectors[0];
      // An embedding of an earlier text must not outlive it.
      const embedded = (vector || correction.content !== undefined) && {
        model: vector ? embedding!.model : null,
        embedding: vector ? toBlob(vector) : null,
      };
      if (known?.isAdded && known.source === null) {
        const added = changedAddition(found, { ...correction, content, label });
        const { content: foundContent, start_time: startTime, end_time: endTime, data } = added;
        const facts = { foundContent, foundData: JSON.stringify(data), startTime, endTime };
        remember(segment, { ...facts, content: null, label: null, speaker, ...embedded });
        return correctedForm(added, { speaker });
      }
      const times = timesOf(correction, known, found);
      if (isAsFound && !known?.source && speaker === null && times === undefined) {
        forget(segment.id);
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
    addition(segment: SegmentRow, embedding: SegmentVectors | null): number {
      const vector = embedding?.vectors[0];
      return remember(segment, {
        isAdded: 1,
        ...(vector && { model: embedding!.model, embedding: toBlob(vector) }),
      });
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
      const isEdited = [row.content, row.label, row.source, row.speaker, row.editedStart].some((fact) => fact !== null);
      const query = db.sql.updateTable('corrections').set({ isRemoved: 0, segmentId, updatedAt: clock.now() });
      if (!isEdited && !row.isAdded) db.run(db.sql.deleteFrom('corrections').where('id', '=', row.id));
      else db.run(query.where('id', '=', row.id));
    },

    /** Returns a transcript line with the found lines that it is made of. */
    lineOf(segment: SegmentRow): EditedLine {
      const known = of(segment.id);
      const { content, startTime: start, endTime: end } = segment;
      const found = foundIn(known ?? { ...segment, foundContent: segment.content, foundData: segment.data });
      const source = known?.source ? (JSON.parse(known.source) as LineSource) : wholeSource(found);
      return { source, content, start, end, speaker: known?.speaker ?? null };
    },

    /** Stores a split or merged line; returns the segment to be stored. */
    changeLine(segment: SegmentRow, line: EditedLine): SegmentDraft {
      const found = foundLine(line);
      const isEdited = line.content !== found.content;
      const isWhole = wholeLine(line) !== undefined;
      if (isWhole && !isEdited && line.speaker === null && !of(segment.id)?.isAdded) {
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
        speaker: line.speaker,
        model: null,
        embedding: null,
      });
      return correctedForm(found, { ...(isEdited && { content: line.content }), speaker: line.speaker });
    },

    /** Forgets the correction of a segment that was merged into another. */
    forget,

    /** Applies the corrections to new findings of a module; returns them in time order. */
    applyTo(videoId: number, { module, segments, embeddings }: ModuleFindings): CorrectedSegment[] {
      let found = segments.map(
        (segment, i): CorrectedSegment => ({ segment, vector: embeddings?.vectors[i], correctionId: undefined }),
      );
      const known = ofModule(db, videoId, module);
      if (known.length === 0) return found;
      const rows = known.filter(({ isAdded }) => !isAdded);
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
      for (const row of known) {
        if (!row.isAdded || row.isRemoved) continue;
        // A line of speech that was added replaces what this analysis heard there.
        if (module === 'transcription') covered.push({ start: row.startTime, end: row.endTime });
        const vector = vectorOf(row, embeddings?.model);
        edited.push({ segment: formOf(row), vector, correctionId: row.id, isAdded: true });
      }
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

function correctedRow(found: SegmentDraft, row: CorrectionRow): SegmentDraft {
  const { content, label, speaker, editedStart, editedEnd } = row;
  return correctedForm(found, {
    content: content ?? undefined,
    label: label ?? undefined,
    speaker,
    start: editedStart ?? undefined,
    end: editedEnd ?? undefined,
  });
}

/** An added finding as its user changes it: it has no original. */
function changedAddition(added: SegmentDraft, { content, label, start, end }: Correction): SegmentDraft {
  const data = { ...added.data, ...(label !== undefined && { label }) };
  const times = { start_time: start ?? added.start_time, end_time: end ?? added.end_time };
  return { content: content ?? added.content, ...times, data };
}

/** Times that a user gave a finding; undefined as found. */
function timesOf(
  { start, end }: Correction,
  known: CorrectionRow | undefined,
  found: SegmentDraft,
): { start: number; end: number } | undefined {
  const times = {
    start: start ?? known?.editedStart ?? found.start_time,
    end: end ?? known?.editedEnd ?? found.end_time,
  };
  return times.start === found.start_time && times.end === found.end_time ? undefined : times;
}

/** The words of an edited text take their times from the words as found. */
function correctedForm(as: SegmentDraft, { content, label, speaker, start, end }: Correction): SegmentDraft {
  const spoken = speaker ? { ...as, data: { ...as.data, assigned_speaker: speaker } } : as;
  const found = start === undefined || end === undefined ? spoken : withTimes(spoken, start, end);
  if (content === undefined && label === undefined) return found;
  const data: SegmentData = { ...found.data, corrected: true, original: found.content };
  if (label !== undefined) data.label = label;
  if (content !== undefined && content !== found.content && data.words) {
    data.words = alignWords(data.words, content, found);
  }
  return { ...found, content: content ?? found.content, data };
}

function withTimes({ content, start_time, end_time, data }: SegmentDraft, start: number, end: number): SegmentDraft {
  const original = { original: content, original_start_time: start_time, original_end_time: end_time };
  return { content, start_time: start, end_time: end, data: { ...data, corrected: true, ...original } };
}
