import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { SpeakerFindings } from '../findings.ts';
import type { Db } from '../open.ts';
import type { SpeakerRow } from '../schema.ts';
import { toBlob, toFloats } from '../vectors/binary-codes.ts';
import { dot, matchSpeakers, type TimedSpeaker } from './speaker-match.ts';
import { addSpeaker, speakerRows, updateSpeaker } from './speaker-rows.ts';

/** A speaker with what a user stated about it. */
export interface NamedSpeaker {
  label: string;
  name: string | null;
  mergedInto: string | null;
  /** [start, end] in seconds of its lines as found. */
  turns: [number, number][];
}

/**
 * Gives the speakers of new findings the labels of those they continue, by time and voice, stores them, and names
 * them by the user's known voices; returns the segments with these labels.
 */
export function identifySpeakers(
  db: Db,
  videoId: number,
  segments: readonly SegmentDraft[],
  found: SpeakerFindings,
): readonly SegmentDraft[] {
  const rows = speakerRows(db, videoId);
  const now = segments.flatMap(timedSpeaker);
  const { engine, minSimilarity } = found;
  const known = rows.map(({ label, engine: own, embedding }) => ({
    label,
    embedding: embedding && own === engine ? toFloats(embedding) : null,
  }));
  const labels = matchSpeakers({ before: storedTurns(rows), now, known, found: found.speakers, minSimilarity });
  removeUnused(db, videoId, rows, new Set(labels.values()));
  for (const speaker of found.speakers) {
    const label = labels.get(speaker.label)!;
    addSpeaker(db, videoId, label, { engine, embedding: toBlob(speaker.embedding), minSimilarity });
    const own = now.filter((line) => line.label === speaker.label);
    updateSpeaker(db, videoId, label, { turns: JSON.stringify(own.map(({ start, end }) => [start, end])) });
  }
  nameByVoice(db, videoId, found, labels);
  return segments.map((segment) => relabeled(segment, labels));
}

/**
 * Gives the speakers of findings from elsewhere the labels of those they continue, by time, and stores those that are
 * new; returns the segments with these labels. Names and merges that a user gave here stay.
 */
export function adoptSpeakers(
  db: Db,
  videoId: number,
  segments: readonly SegmentDraft[],
  found: readonly NamedSpeaker[],
): readonly SegmentDraft[] {
  const rows = speakerRows(db, videoId);
  const now = segments.flatMap(timedSpeaker);
  const known = rows.map(({ label }) => ({ label, embedding: null }));
  const isFirst = rows.length === 0;
  const labels = isFirst
    ? new Map(found.map(({ label }) => [label, label]))
    : matchSpeakers({ before: storedTurns(rows), now, known, found: [], minSimilarity: 1 });
  for (const { label: own, name, mergedInto, turns } of found) {
    const label = labels.get(own);
    if (label === undefined) continue;
    const row = rows.find((one) => one.label === label);
    addSpeaker(db, videoId, label);
    const named = row?.name == null && name !== null ? { name } : {};
    updateSpeaker(db, videoId, label, { turns: JSON.stringify(turns), ...named, ...(isFirst && { mergedInto }) });
  }
  return segments.map((segment) => relabeled(segment, labels));
}

/** Turns as last found. Not from the segments: checkpoints of the new analysis may have replaced them. */
function storedTurns(rows: readonly SpeakerRow[]): TimedSpeaker[] {
  return rows.flatMap(({ label, turns }) =>
    (JSON.parse(turns ?? '[]') as [number, number][]).map(([start, end]) => ({ label, start, end })),
  );
}

/** Deletes the rows of speakers that are no longer found, and about which a user stated nothing. */
function removeUnused(db: Db, videoId: number, rows: readonly SpeakerRow[], kept: ReadonlySet<string>): void {
  for (const { label, name, mergedInto } of rows) {
    const isTarget = rows.some((row) => row.mergedInto === label);
    if (!kept.has(label) && name === null && mergedInto === null && !isTarget && !isAssigned(db, videoId, label))
      db.run(db.sql.deleteFrom('speakers').where('videoId', '=', videoId).where('label', '=', label));
  }
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

function timedSpeaker({ start_time: start, end_time: end, data }: SegmentDraft): TimedSpeaker[] {
  return data?.speaker_id === undefined ? [] : [{ label: data.speaker_id, start, end }];
}

function relabeled(segment: SegmentDraft, labels: ReadonlyMap<string, string>): SegmentDraft {
  const label = segment.data?.speaker_id;
  if (label === undefined) return segment;
  const now = labels.get(label) ?? label;
  return { ...segment, data: { ...segment.data, speaker: now, speaker_id: now } };
}
