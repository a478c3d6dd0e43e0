import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { SegmentVectors } from '../findings.ts';
import type { Db } from '../open.ts';
import type { CorrectionRow, SegmentRow } from '../schema.ts';
import { type IndexedSegments, ownerOf } from '../text-index/indexed-segments.ts';
import { type EditedLine, mergeLines, splitLine } from '../text-index/line-source.ts';
import { type Correction, formOf } from './corrected-form.ts';
import { deleteCorrection, removedFinding } from './correction-rows.ts';
import type { Corrections } from './corrections.ts';

export type SegmentEdits = ReturnType<typeof createSegmentEdits>;

/** Edits of findings by users, each recorded as a correction and in the video's history. */
export function createSegmentEdits(db: Db, segments: IndexedSegments, corrections: Corrections, audit: AuditLogWriter) {
  /** @param from, to text before and after, or other values; null for none */
  const record = (
    { videoId, module, startTime: start_time, endTime: end_time }: SegmentRow,
    change: string,
    from: unknown,
    to: unknown,
  ): void =>
    audit.recordOf(videoId, { action: 'corrected', details: { module, start_time, end_time, change, from, to } });

  const insert = (videoId: number, module: ModuleName, engine: string | null, draft: SegmentDraft): SegmentRow =>
    segments.get(segments.insert({ videoId, module, engine, userId: ownerOf(db, videoId) }, draft));

  const writeLine = (segment: SegmentRow, line: EditedLine): void =>
    segments.update(segment, corrections.changeLine(segment, line), null);

  return {
    /** Adds a finding of a user; returns its id. @param embedding of its content; null without an engine */
    add(videoId: number, module: ModuleName, draft: SegmentDraft, embedding: SegmentVectors | null): number {
      return db.transaction(() => {
        const segment = insert(videoId, module, null, draft);
        corrections.addition(segment, embedding);
        if (embedding) segments.embed(segment, embedding);
        record(segment, 'added', null, draft.content);
        return segment.id;
      });
    },

    /** Replaces the content of a finding. @param embedding of the new content; null without an engine */
    correct(segment: SegmentRow, correction: Correction, embedding: SegmentVectors | null): void {
      db.transaction(() => {
        const draft = corrections.change(segment, correction, embedding);
        segments.update(segment, draft, embedding);
        const [from, to] = differences(segment, draft);
        if (from !== undefined) record(segment, 'edited', from, to);
      });
    },

    /** Removes a finding as a correction; returns an id for `restore`. */
    discard(segment: SegmentRow): number {
      return db.transaction(() => {
        const correctionId = corrections.removal(segment);
        record(segment, 'removed', segment.content, null);
        segments.delete(segment);
        return correctionId;
      });
    },

    /** Stores a removed finding of a video again; returns its new id, or undefined if there is no such removal. */
    restore(videoId: number, correctionId: number): number | undefined {
      return db.transaction(() => {
        const row = removedFinding(db, videoId, correctionId);
        if (!row) return undefined;
        const stored = insert(videoId, row.module, engineOf(db, row), formOf(row));
        corrections.restore(row, stored.id);
        record(stored, 'restored', null, stored.content);
        return stored.id;
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
        const { content, start: start_time, end: end_time } = second;
        const draft = { content, start_time, end_time, data: null };
        const added = insert(segment.videoId, segment.module, segment.engine, draft);
        writeLine(added, second);
        record(segment, 'split', segment.content, [first.content, second.content]);
        return added.id;
      });
    },

    /** Merges a line of a transcript with the next one, which is deleted. */
    merge(segment: SegmentRow, next: SegmentRow): void {
      db.transaction(() => {
        const merged = mergeLines(corrections.lineOf(segment), corrections.lineOf(next));
        deleteCorrection(db, next.id);
        segments.delete(next);
        writeLine(segment, merged);
        record(segment, 'merged', [segment.content, next.content], merged.content);
      });
    },
  };
}

/** Engine of the module's other findings in the video; null for a finding that a user added, and without others. */
function engineOf(db: Db, { videoId, module, isAdded }: CorrectionRow): string | null {
  if (isAdded) return null;
  const siblings = db.sql.selectFrom('segments').select('engine').where('videoId', '=', videoId);
  return db.get(siblings.where('module', '=', module).limit(1))?.engine ?? null;
}

/** Text, label, or speaker that an edit changes, before and after; undefined if none. */
function differences(segment: SegmentRow, draft: SegmentDraft): [unknown, unknown] {
  const before = segment.data === null ? null : (JSON.parse(segment.data) as SegmentData);
  const facts = [
    ['content', segment.content, draft.content],
    ['label', before?.label, draft.data?.label],
    ['speaker', before?.assigned_speaker, draft.data?.assigned_speaker],
    ['start_time', segment.startTime, draft.start_time],
    ['end_time', segment.endTime, draft.end_time],
  ] as const;
  const changed = facts.filter(([, from, to]) => from !== to);
  if (changed.length === 0) return [undefined, undefined];
  const [only] = changed;
  // Most edits change the text alone.
  if (changed.length === 1 && only![0] === 'content') return [segment.content, draft.content];
  return [
    Object.fromEntries(changed.map(([name, from]) => [name, from ?? null])),
    Object.fromEntries(changed.map(([name, , to]) => [name, to ?? null])),
  ];
}
