import { matchNames } from '../../base/match-names.ts';
import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import { speakerText } from '../../core/transcript/speaker-text.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import type { SpeakerFindings } from '../findings.ts';
import type { Db } from '../open.ts';
import { adoptSpeakers, identifySpeakers, type NamedSpeaker } from './identify-speakers.ts';
import { resolveSpeaker, speakerName, withNames } from './speaker-names.ts';
import {
  addSpeaker,
  listSpeakers,
  refreshSpeakers,
  type SpeakerView,
  speakerRows,
  updateSpeaker,
} from './speaker-rows.ts';
import { findVoice } from './voice-matches.ts';

export type Speakers = ReturnType<typeof createSpeakers>;

/** A speaker of another video with the same voice. */
export interface FoundVoice {
  jobId: string;
  videoName: string;
  speaker: SpeakerView;
  /** Cosine similarity. */
  similarity: number;
}

// Videos with such a speaker first: only their lines are read.
const SPOKEN_BY = `SELECT s.id FROM speakers AS p CROSS JOIN segments AS s
  ON s.videoId = p.videoId AND s.module = 'transcription' AND json_extract(s.data, '$.speaker_id') = p.label
  WHERE p.id IN (SELECT value FROM json_each(?))
  ORDER BY s.videoId DESC, s.startTime, s.id`;

/**
 * Speakers of transcripts. Each line stores the resolved label and name of its speaker, so that every reader of
 * segments sees them; the rows here outlive an analysis.
 */
export function createSpeakers(db: Db, audit: AuditLogWriter) {
  const recordEdit = (videoId: number, change: string, speaker: string, from: string | null, to: string | null) =>
    audit.recordOf(videoId, { action: 'corrected', details: { module: 'transcription', change, speaker, from, to } });

  return {
    /** Returns the data of a transcript line with the present label and name of its speaker. */
    name<Data extends SegmentData | null>(videoId: number, data: Data): Data | SegmentData {
      return data && (data.speaker_id ?? data.assigned_speaker) !== undefined
        ? withNames(speakerRows(db, videoId), data)
        : data;
    },

    identify: (videoId: number, segments: readonly SegmentDraft[], found: SpeakerFindings | undefined) =>
      found ? identifySpeakers(db, videoId, segments, found) : segments,

    adopt: (videoId: number, segments: readonly SegmentDraft[], found: readonly NamedSpeaker[]) =>
      adoptSpeakers(db, videoId, segments, found),

    /** All speakers of a video, in the order of their rows. */
    all: (videoId: number): NamedSpeaker[] =>
      speakerRows(db, videoId).map(({ label, name, mergedInto, turns }) => ({
        label,
        name,
        mergedInto,
        turns: JSON.parse(turns ?? '[]') as [number, number][],
      })),

    /** Speakers with lines in the transcript, in the order of their labels. */
    list: (videoId: number): SpeakerView[] => listSpeakers(db, videoId),

    /** Embedding of a speaker's voice; undefined without one. */
    voiceOf(videoId: number, label: string): { engine: string; embedding: Uint8Array } | undefined {
      const row = speakerRows(db, videoId).find((one) => one.label === label);
      return row?.engine && row.embedding ? { engine: row.engine, embedding: row.embedding } : undefined;
    },

    /**
     * Speakers of a user's other videos, without those in the trash, with the voice of this one: in each video the most
     * similar one. The most similar first.
     */
    findVoice(userId: number, videoId: number, label: string): FoundVoice[] {
      const voices = speakerRows(db, videoId).filter((row) => row.label === label || row.mergedInto === label);
      return findVoice(db, userId, videoId, voices).flatMap(({ videoId, jobId, videoName, similarity, ...found }) => {
        const label = resolveSpeaker(speakerRows(db, videoId), found.label);
        const speaker = listSpeakers(db, videoId).find((view) => view.label === label);
        return speaker ? { jobId, videoName, speaker, similarity } : [];
      });
    },

    /** Names a speaker; null removes the name. */
    rename(videoId: number, label: string, name: string | null): void {
      db.transaction(() => {
        const before = speakerName(speakerRows(db, videoId), label);
        addSpeaker(db, videoId, label);
        updateSpeaker(db, videoId, label, { name, voiceId: null });
        recordEdit(videoId, 'speaker_named', label, before, name);
        refreshSpeakers(db, videoId);
      });
    },

    /** Links a speaker to the known voice that was made of it. */
    linkVoice: (videoId: number, label: string, voiceId: number): void =>
      updateSpeaker(db, videoId, label, { voiceId }),

    /** Gives all lines of a speaker to another one; false if that would be a circle. */
    merge(videoId: number, label: string, into: string): boolean {
      return db.transaction(() => {
        addSpeaker(db, videoId, label);
        addSpeaker(db, videoId, into);
        const rows = speakerRows(db, videoId);
        if (resolveSpeaker(rows, into) === resolveSpeaker(rows, label)) return false;
        updateSpeaker(db, videoId, resolveSpeaker(rows, label), { mergedInto: resolveSpeaker(rows, into) });
        refreshSpeakers(db, videoId);
        recordEdit(videoId, 'speakers_merged', label, label, into);
        return true;
      });
    },

    /** Undoes the merge of a speaker; false if it was not merged. */
    unmerge(videoId: number, label: string): boolean {
      return db.transaction(() => {
        const into = speakerRows(db, videoId).find((row) => row.label === label)?.mergedInto;
        if (!into) return false;
        updateSpeaker(db, videoId, label, { mergedInto: null });
        refreshSpeakers(db, videoId);
        recordEdit(videoId, 'speakers_separated', label, into, label);
        return true;
      });
    },

    /**
     * Ids of the lines of a speaker in these videos, by label, name, or words of the name, newest video first and in
     * time order. A speaker without a name also has the one that readers see: `Speaker 1`, `Sprecher 1`.
     */
    spokenBy: (videoIds: readonly number[], name: string): number[] => linesOf(db, videoIds, name),

    /** Makes sure that a label which a user assigns has a row. */
    ensure: (videoId: number, label: string): void => addSpeaker(db, videoId, label),
  };
}

function linesOf(db: Db, videoIds: readonly number[], name: string): number[] {
  const own = new Set(videoIds);
  const all = db.all(db.sql.selectFrom('speakers').select(['id', 'videoId', 'label', 'name', 'mergedInto']));
  const byVideo = Map.groupBy(all, ({ videoId }) => videoId);
  const speakers = [...byVideo].flatMap(([videoId, rows]) =>
    // A speaker without a name has that of one that was merged into it.
    own.has(videoId) ? rows.map(({ id, label }) => ({ id, label, name: speakerName(rows, label) })) : [],
  );
  const named = matchNames(speakers, name, aliasesOf);
  return db.column<number>(SPOKEN_BY, JSON.stringify(named.map(({ id }) => id)));
}

function aliasesOf({ label, name }: { label: string; name: string | null }): string[] {
  return name === null ? [label, speakerText(label), speakerText(label, 'de')] : [label];
}
