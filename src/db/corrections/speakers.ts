import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { SpeakerFindings } from '../findings.ts';
import type { Db } from '../open.ts';
import type { SpeakerRow } from '../schema.ts';
import { toBlob, toFloats } from '../vectors/binary-codes.ts';
import { dot, matchSpeakers, type TimedSpeaker } from './speaker-match.ts';
import { findVoice } from './voice-matches.ts';

export type Speakers = ReturnType<typeof createSpeakers>;

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

/** A speaker of another video with the same voice. */
export interface FoundVoice {
  jobId: string;
  videoName: string;
  speaker: SpeakerView;
  /** Cosine similarity. */
  similarity: number;
}

/** A speaker with what a user stated about it. */
export interface NamedSpeaker {
  label: string;
  name: string | null;
  mergedInto: string | null;
  /** [start, end] in seconds of its lines as found. */
  turns: [number, number][];
}

// Videos with such a speaker first: only their lines are read.
const SPOKEN_BY = `SELECT s.id FROM speakers AS p CROSS JOIN segments AS s
  ON s.videoId = p.videoId AND s.module = 'transcription' AND json_extract(s.data, '$.speaker_id') = p.label
  WHERE p.videoId IN (SELECT value FROM json_each(?)) AND (json_extract(s.data, '$.speaker') = ? COLLATE NOCASE OR p.label = ? COLLATE NOCASE)
  ORDER BY s.videoId DESC, s.startTime, s.id`;

/**
 * Speakers of transcripts. Each line stores the resolved label and name of its speaker, so that every reader of
 * segments sees them; the rows here outlive an analysis.
 */
export function createSpeakers(db: Db, audit: AuditLogWriter) {
  const rowsOf = (videoId: number): SpeakerRow[] =>
    db.all(db.sql.selectFrom('speakers').selectAll().where('videoId', '=', videoId).orderBy('id'));

  const update = (videoId: number, label: string, change: Partial<SpeakerRow>): void => {
    db.run(db.sql.updateTable('speakers').set(change).where('videoId', '=', videoId).where('label', '=', label));
  };

  /** Recomputes the speakers that the lines of a video store. */
  const refresh = (videoId: number): void => {
    const rows = rowsOf(videoId);
    for (const { id, data } of linesOf(db, videoId)) {
      const named = JSON.stringify(withNames(rows, JSON.parse(data) as SegmentData));
      if (named !== data) db.run(db.sql.updateTable('segments').set({ data: named }).where('id', '=', id));
    }
  };

  const add = (
    videoId: number,
    label: string,
    found?: Pick<SpeakerRow, 'engine' | 'embedding' | 'minSimilarity'>,
  ): void => {
    const values = { videoId, label, ...found };
    db.run(
      db.sql
        .insertInto('speakers')
        .values(values)
        .onConflict((conflict) =>
          found ? conflict.columns(['videoId', 'label']).doUpdateSet(found) : conflict.doNothing(),
        ),
    );
  };

  /** Speakers with lines in the transcript, in the order of their labels. */
  const listSpeakers = (videoId: number): SpeakerView[] => {
    const rows = rowsOf(videoId);
    const views = new Map<string, SpeakerView>();
    for (const { startTime, endTime, data } of linesOf(db, videoId)) {
      const { speaker_id: label } = JSON.parse(data) as SegmentData;
      if (label === undefined) continue;
      const row = rows.find((one) => one.label === label);
      const view = views.get(label) ?? {
        label,
        name: speakerName(rows, label),
        lines: 0,
        seconds: 0,
        startTime,
        merged: rows.filter((one) => one.label !== label && resolve(rows, one.label) === label).map((one) => one.label),
        engine: row?.embedding ? row.engine : null,
        voiceId: row?.voiceId ?? null,
      };
      view.lines++;
      view.startTime = Math.min(view.startTime, startTime);
      view.seconds += endTime - startTime;
      views.set(label, view);
    }
    return [...views.values()].sort((a, b) => numberOf(a.label) - numberOf(b.label));
  };

  const recordEdit = (videoId: number, change: string, speaker: string, from: string | null, to: string | null) =>
    audit.recordOf(videoId, { action: 'corrected', details: { module: 'transcription', change, speaker, from, to } });

  return {
    /** Returns the data of a transcript line with the present label and name of its speaker. */
    name<Data extends SegmentData | null>(videoId: number, data: Data): Data | SegmentData {
      return data && (data.speaker_id ?? data.assigned_speaker) !== undefined ? withNames(rowsOf(videoId), data) : data;
    },

    /**
     * Gives the speakers of new findings the labels of those they continue, by time and voice, stores them, and names
     * them by the user's known voices; returns the segments with these labels.
     */
    identify(
      videoId: number,
      segments: readonly SegmentDraft[],
      found: SpeakerFindings | undefined,
    ): readonly SegmentDraft[] {
      if (!found) return segments;
      const rows = rowsOf(videoId);
      // Not from the segments: checkpoints of the new analysis may have replaced them.
      const before = rows.flatMap(({ label, turns }) =>
        (JSON.parse(turns ?? '[]') as [number, number][]).map(([start, end]) => ({ label, start, end })),
      );
      const now = segments.flatMap(timedSpeaker);
      const labels = matchSpeakers({
        before,
        now,
        known: rows.map(({ label, engine, embedding }) => ({
          label,
          embedding: embedding && engine === found.engine ? toFloats(embedding) : null,
        })),
        found: found.speakers,
        minSimilarity: found.minSimilarity,
      });
      const kept = new Set(labels.values());
      for (const { label, name, mergedInto } of rows) {
        const isTarget = rows.some((row) => row.mergedInto === label);
        if (!kept.has(label) && name === null && mergedInto === null && !isTarget && !isAssigned(db, videoId, label)) {
          db.run(db.sql.deleteFrom('speakers').where('videoId', '=', videoId).where('label', '=', label));
        }
      }
      for (const speaker of found.speakers) {
        const label = labels.get(speaker.label)!;
        const { engine, minSimilarity } = found;
        add(videoId, label, { engine, embedding: toBlob(speaker.embedding), minSimilarity });
        const own = now.filter((line) => line.label === speaker.label);
        update(videoId, label, { turns: JSON.stringify(own.map(({ start, end }) => [start, end])) });
      }
      nameByVoice(db, videoId, found, labels);
      return segments.map((segment) => relabeled(segment, labels));
    },

    /**
     * Gives the speakers of findings from elsewhere the labels of those they continue, by time, and stores those that
     * are new; returns the segments with these labels. Names and merges that a user gave here stay.
     */
    adopt(videoId: number, segments: readonly SegmentDraft[], found: readonly NamedSpeaker[]): readonly SegmentDraft[] {
      const rows = rowsOf(videoId);
      const before = rows.flatMap(({ label, turns }) =>
        (JSON.parse(turns ?? '[]') as [number, number][]).map(([start, end]) => ({ label, start, end })),
      );
      const now = segments.flatMap(timedSpeaker);
      const known = rows.map(({ label }) => ({ label, embedding: null }));
      const isFirst = rows.length === 0;
      const labels = isFirst
        ? new Map(found.map(({ label }) => [label, label]))
        : matchSpeakers({ before, now, known, found: [], minSimilarity: 1 });
      for (const { label: own, name, mergedInto, turns } of found) {
        const label = labels.get(own);
        if (label === undefined) continue;
        const row = rows.find((one) => one.label === label);
        add(videoId, label);
        const named = row?.name == null && name !== null ? { name } : {};
        update(videoId, label, { turns: JSON.stringify(turns), ...named, ...(isFirst && { mergedInto }) });
      }
      return segments.map((segment) => relabeled(segment, labels));
    },

    /** All speakers of a video, in the order of their rows. */
    all: (videoId: number): NamedSpeaker[] =>
      rowsOf(videoId).map(({ label, name, mergedInto, turns }) => ({
        label,
        name,
        mergedInto,
        turns: JSON.parse(turns ?? '[]') as [number, number][],
      })),

    list: listSpeakers,

    /** Embedding of a speaker's voice; undefined without one. */
    voiceOf(videoId: number, label: string): { engine: string; embedding: Uint8Array } | undefined {
      const row = rowsOf(videoId).find((one) => one.label === label);
      return row?.engine && row.embedding ? { engine: row.engine, embedding: row.embedding } : undefined;
    },

    /**
     * Speakers of a user's other videos, without those in the trash, with the voice of this one: in each video the most
     * similar one. The most similar first.
     */
    findVoice(userId: number, videoId: number, label: string): FoundVoice[] {
      const voices = rowsOf(videoId).filter((row) => row.label === label || row.mergedInto === label);
      return findVoice(db, userId, videoId, voices).flatMap(({ videoId, jobId, videoName, similarity, ...found }) => {
        const label = resolve(rowsOf(videoId), found.label);
        const speaker = listSpeakers(videoId).find((view) => view.label === label);
        return speaker ? { jobId, videoName, speaker, similarity } : [];
      });
    },

    /** Names a speaker; null removes the name. */
    rename(videoId: number, label: string, name: string | null): void {
      db.transaction(() => {
        const before = speakerName(rowsOf(videoId), label);
        add(videoId, label);
        update(videoId, label, { name, voiceId: null });
        recordEdit(videoId, 'speaker_named', label, before, name);
        refresh(videoId);
      });
    },

    /** Links a speaker to the known voice that was made of it. */
    linkVoice: (videoId: number, label: string, voiceId: number): void => update(videoId, label, { voiceId }),

    /** Gives all lines of a speaker to another one; false if that would be a circle. */
    merge(videoId: number, label: string, into: string): boolean {
      return db.transaction(() => {
        add(videoId, label);
        add(videoId, into);
        const rows = rowsOf(videoId);
        if (resolve(rows, into) === resolve(rows, label)) return false;
        update(videoId, resolve(rows, label), { mergedInto: resolve(rows, into) });
        refresh(videoId);
        recordEdit(videoId, 'speakers_merged', label, label, into);
        return true;
      });
    },

    /** Undoes the merge of a speaker; false if it was not merged. */
    unmerge(videoId: number, label: string): boolean {
      return db.transaction(() => {
        const into = rowsOf(videoId).find((row) => row.label === label)?.mergedInto;
        if (!into) return false;
        update(videoId, label, { mergedInto: null });
        refresh(videoId);
        recordEdit(videoId, 'speakers_separated', label, into, label);
        return true;
      });
    },

    /**
     * Ids of the lines of a speaker in these videos, by name or label in any case, newest video first and in time
     * order.
     */
    spokenBy(videoIds: readonly number[], name: string): number[] {
      return db.column<number>(SPOKEN_BY, JSON.stringify(videoIds), name, name);
    },

    /** Makes sure that a label which a user assigns has a row. */
    ensure: (videoId: number, label: string): void => add(videoId, label),
  };
}

/** Stored lines of a transcript with data. */
function linesOf(db: Db, videoId: number): { id: number; startTime: number; endTime: number; data: string }[] {
  const query = db.sql.selectFrom('segments').select(['id', 'startTime', 'endTime', 'data']);
  const rows = db.all(query.where('videoId', '=', videoId).where('module', '=', 'transcription'));
  return rows.flatMap(({ data, ...row }) => (data === null ? [] : [{ ...row, data }]));
}

function isAssigned(db: Db, videoId: number, label: string): boolean {
  const query = db.sql.selectFrom('corrections').select('id').where('videoId', '=', videoId);
  return db.get(query.where('speaker', '=', label).limit(1)) !== undefined;
}

/**
 * Names the speakers whose voice the user has kept, unless the user named them; each voice names one speaker at most.
 */
function nameByVoice(db: Db, videoId: number, found: SpeakerFindings, labels: ReadonlyMap<string, string>): void {
  const { userId } = db.get(db.sql.selectFrom('videos').select('userId').where('id', '=', videoId))!;
  const voices = db.all(
    db.sql.selectFrom('voices').selectAll().where('userId', '=', userId).where('engine', '=', found.engine),
  );
  const pairs = voices
    .map((voice) => ({ voice, embedding: toFloats(voice.embedding) }))
    .flatMap(({ voice, embedding }) =>
      found.speakers.map((speaker) => ({ voice, speaker, similarity: dot(embedding, speaker.embedding) })),
    )
    .filter(({ similarity }) => similarity >= found.minSimilarity)
    .sort((a, b) => b.similarity - a.similarity);
  const used = new Set<unknown>();
  for (const { voice, speaker } of pairs) {
    if (used.has(voice) || used.has(speaker)) continue;
    used.add(voice).add(speaker);
    db.run(
      db.sql
        .updateTable('speakers')
        .set({ name: voice.name, voiceId: voice.id })
        .where('videoId', '=', videoId)
        .where('label', '=', labels.get(speaker.label)!)
        .where('name', 'is', null),
    );
  }
}

/** The speaker that a label stands for after merges. */
function resolve(rows: readonly SpeakerRow[], label: string): string {
  const into = rows.find((row) => row.label === label)?.mergedInto;
  return into ? resolve(rows, into) : label;
}

/** Name of a speaker, or else of one that was merged into it. */
function speakerName(rows: readonly SpeakerRow[], label: string): string | null {
  const own = rows.find((row) => row.label === label)?.name;
  if (own) return own;
  return rows.find((row) => row.name !== null && resolve(rows, row.label) === label)?.name ?? null;
}

function withNames(rows: readonly SpeakerRow[], data: SegmentData): SegmentData {
  const { speaker: _, speaker_id, original_speaker, ...rest } = data;
  const found = original_speaker ?? speaker_id;
  const wanted = data.assigned_speaker ?? found;
  if (wanted === undefined) return data;
  const label = resolve(rows, wanted);
  return {
    ...rest,
    speaker: speakerName(rows, label) ?? label,
    speaker_id: label,
    ...(found !== undefined && found !== label && { original_speaker: found }),
  };
}

function timedSpeaker({ start_time: start, end_time: end, data }: SegmentDraft): TimedSpeaker[] {
  return data?.speaker_id === undefined ? [] : [{ label: data.speaker_id, start, end }];
}

function relabeled(segment: SegmentDraft, labels: ReadonlyMap<string, string>): SegmentDraft {
  const label = segment.data?.speaker_id;
  if (label === undefined) return segment;
  const now = labels.get(label) ?? label;
  return { ...segment, data: { ...segment.data, speaker: now, speaker_id: now } };
}

const numberOf = (label: string): number => Number(label.slice(1));
