import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import { alignWords } from '../../core/transcript/align.ts';
import type { CorrectionRow } from '../schema.ts';

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

/** Returns the finding that a correction was made on, as found. */
export function foundIn(
  row: Pick<CorrectionRow, 'foundContent' | 'foundData' | 'startTime' | 'endTime'>,
): SegmentDraft {
  const data = row.foundData === null ? null : (JSON.parse(row.foundData) as SegmentData);
  return { content: row.foundContent, start_time: row.startTime, end_time: row.endTime, data };
}

/** Returns the finding of a correction with the correction applied. */
export function formOf(row: CorrectionRow): SegmentDraft {
  return correctedRow(foundIn(row), row);
}

/** Returns a finding with the stored correction applied. */
export function correctedRow(found: SegmentDraft, row: CorrectionRow): SegmentDraft {
  const { content, label, speaker, editedStart, editedEnd } = row;
  return correctedForm(found, {
    content: content ?? undefined,
    label: label ?? undefined,
    speaker,
    start: editedStart ?? undefined,
    end: editedEnd ?? undefined,
  });
}

/** Returns an added finding as its user changes it: it has no original. */
export function changedAddition(added: SegmentDraft, { content, label, start, end }: Correction): SegmentDraft {
  const data = { ...added.data, ...(label !== undefined && { label }) };
  const times = { start_time: start ?? added.start_time, end_time: end ?? added.end_time };
  return { content: content ?? added.content, ...times, data };
}

/** Returns the times that a user gave a finding, in seconds; undefined as found. */
export function timesOf(
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

/** Returns a finding as a user edited it. The words of an edited text take their times from the words as found. */
export function correctedForm(as: SegmentDraft, { content, label, speaker, start, end }: Correction): SegmentDraft {
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
