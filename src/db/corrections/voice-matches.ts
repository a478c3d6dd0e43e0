import type { Db } from '../open.ts';
import type { SpeakerRow } from '../schema.ts';
import { toFloats } from '../vectors/binary-codes.ts';
import { dot } from './speaker-match.ts';

/** A speaker of a video whose voice is that of another one. */
export interface VoiceMatch {
  videoId: number;
  jobId: string;
  videoName: string;
  /** Label as found, before merges. */
  label: string;
  /** Cosine similarity of the voices. */
  similarity: number;
}

/** Least seconds of speech of a speaker whose voice is compared: means of less differ too much. */
const MIN_SPEECH_SECONDS = 4;

type StoredVoice = Pick<SpeakerRow, 'videoId' | 'label' | 'turns' | 'embedding'> & { jobId: string; videoName: string };

/**
 * Finds the speakers of a user's other videos, without those in the trash, whose voice is one of those given: in each
 * video the most similar one. Only voices of the same engine are compared.
 */
export function findVoice(db: Db, userId: number, videoId: number, voices: readonly SpeakerRow[]): VoiceMatch[] {
  const best = new Map<number, VoiceMatch>();
  for (const { engine, embedding, minSimilarity } of voices) {
    if (!engine || !embedding || minSimilarity === null) continue;
    const vector = toFloats(embedding);
    for (const other of voicesOf(db, userId, engine)) {
      if (other.videoId === videoId || !other.embedding || speechSeconds(other) < MIN_SPEECH_SECONDS) continue;
      const similarity = dot(vector, toFloats(other.embedding));
      if (similarity < Math.max(minSimilarity, best.get(other.videoId)?.similarity ?? 0)) continue;
      const { turns: _, embedding: __, ...speaker } = other;
      best.set(other.videoId, { ...speaker, similarity });
    }
  }
  return [...best.values()].sort((a, b) => b.similarity - a.similarity);
}

function voicesOf(db: Db, userId: number, engine: string): StoredVoice[] {
  return db.all(
    db.sql
      .selectFrom('speakers')
      .innerJoin('videos', 'videos.id', 'speakers.videoId')
      .select(['videoId', 'label', 'turns', 'embedding', 'jobId', 'videos.name as videoName'])
      .where('videos.userId', '=', userId)
      .where('videos.deletedAt', 'is', null)
      .where('speakers.engine', '=', engine)
      .where('speakers.embedding', 'is not', null),
  );
}

function speechSeconds({ turns }: Pick<SpeakerRow, 'turns'>): number {
  return (JSON.parse(turns ?? '[]') as [number, number][]).reduce((sum, [start, end]) => sum + end - start, 0);
}
