import type { SegmentData } from '../../contract/analysis/segment.ts';
import type { Db } from '../open.ts';
import type { SpeakerRow } from '../schema.ts';
import { resolveSpeaker, speakerName, withNames } from './speaker-names.ts';

/** A speaker of a video with its share of the transcript. */
export interface SpeakerView {
  label: string;
  name: string | null;
  lines: number;
  /** Of speech. */
  seconds: number;
  /** Start of its first line, in seconds. */
  startTime: number;
  /** Labels of the speakers that were merged into it. */
  merged: string[];
  /** Engine of its embedding; null without one. */
  engine: string | null;
  voiceId: number | null;
}

/** Returns the speakers of a video, in the order in which they were stored. */
export function speakerRows(db: Db, videoId: number): SpeakerRow[] {
  return db.all(db.sql.selectFrom('speakers').selectAll().where('videoId', '=', videoId).orderBy('id'));
}

/** Changes the row of a speaker, if there is one. */
export function updateSpeaker(db: Db, videoId: number, label: string, change: Partial<SpeakerRow>): void {
  db.run(db.sql.updateTable('speakers').set(change).where('videoId', '=', videoId).where('label', '=', label));
}

/** Makes sure that a label has a row. @param found voice, which replaces that of the row */
export function addSpeaker(
  db: Db,
  videoId: number,
  label: string,
  found?: Pick<SpeakerRow, 'engine' | 'embedding' | 'minSimilarity'>,
): void {
  const values = { videoId, label, ...found };
  db.run(
    db.sql
      .insertInto('speakers')
      .values(values)
      .onConflict((conflict) =>
        found ? conflict.columns(['videoId', 'label']).doUpdateSet(found) : conflict.doNothing(),
      ),
  );
}

/** Recomputes the speakers that the lines of a video store. */
export function refreshSpeakers(db: Db, videoId: number): void {
  const rows = speakerRows(db, videoId);
  for (const { id, data } of linesOf(db, videoId)) {
    const named = JSON.stringify(withNames(rows, JSON.parse(data) as SegmentData));
    if (named !== data) db.run(db.sql.updateTable('segments').set({ data: named }).where('id', '=', id));
  }
}

/** Returns the speakers with lines in the transcript of a video, in the order of their labels. */
export function listSpeakers(db: Db, videoId: number): SpeakerView[] {
  const rows = speakerRows(db, videoId);
  const views = new Map<string, SpeakerView>();
  for (const { startTime, endTime, data } of linesOf(db, videoId)) {
    const { speaker_id: label } = JSON.parse(data) as SegmentData;
    if (label === undefined) continue;
    const view = views.get(label) ?? viewOf(rows, label, startTime);
    view.lines++;
    view.startTime = Math.min(view.startTime, startTime);
    view.seconds += endTime - startTime;
    views.set(label, view);
  }
  return [...views.values()].sort((a, b) => numberOf(a.label) - numberOf(b.label));
}

function viewOf(rows: readonly SpeakerRow[], label: string, startTime: number): SpeakerView {
  const row = rows.find((one) => one.label === label);
  const others = rows.filter((one) => one.label !== label && resolveSpeaker(rows, one.label) === label);
  return {
    label,
    name: speakerName(rows, label),
    lines: 0,
    seconds: 0,
    startTime,
    merged: others.map((one) => one.label),
    engine: row?.embedding ? row.engine : null,
    voiceId: row?.voiceId ?? null,
  };
}

/** Stored lines of a transcript with data. */
function linesOf(db: Db, videoId: number): { id: number; startTime: number; endTime: number; data: string }[] {
  const query = db.sql.selectFrom('segments').select(['id', 'startTime', 'endTime', 'data']);
  const rows = db.all(query.where('videoId', '=', videoId).where('module', '=', 'transcription'));
  return rows.flatMap(({ data, ...row }) => (data === null ? [] : [{ ...row, data }]));
}

const numberOf = (label: string): number => Number(label.slice(1));
