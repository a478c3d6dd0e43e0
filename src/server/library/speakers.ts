import { formatTimestamp, roundSeconds } from '../../base/time.ts';
import type {
  FindVoiceRequest,
  KeepVoiceRequest,
  KnownVoice,
  KnownVoiceList,
  Speaker,
  SpeakerList,
  VoiceMatch,
  VoiceMatchList,
} from '../../contract/analysis/speakers.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { SpeakerView } from '../../db/corrections/speaker-rows.ts';
import type { FoundVoice } from '../../db/corrections/speakers.ts';
import type { Store } from '../../db/index.ts';
import type { VoiceRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound, requireVideo } from '../errors/lookup.ts';

export type SpeakersService = ReturnType<typeof createSpeakersService>;

/** Speakers of transcripts, and the voices that a user keeps to recognize them in later videos. */
export function createSpeakersService(store: Store) {
  const list = (videoId: number): SpeakerList => ({ speakers: store.speakers.list(videoId).map(toSpeaker) });

  const speakerOf = (videoId: number, label: string): SpeakerView =>
    requireFound(
      store.speakers.list(videoId).find((view) => view.label === label),
      'speaker',
    );

  return {
    /** @throws ReelscopeError `not_found` */
    list: (userId: number, jobId: string): SpeakerList => list(requireVideo(store, userId, jobId).id),

    /** Names a speaker; null removes the name. @throws ReelscopeError `not_found` */
    rename(userId: number, jobId: string, label: string, name: string | null): SpeakerList {
      const { id } = requireVideo(store, userId, jobId);
      speakerOf(id, label);
      store.speakers.rename(id, label, name?.trim() ?? null);
      return list(id);
    },

    /** @throws ReelscopeError `not_found`, `invalid_request` (the same speaker) */
    merge(userId: number, jobId: string, label: string, into: string): SpeakerList {
      const { id } = requireVideo(store, userId, jobId);
      speakerOf(id, label);
      speakerOf(id, into);
      if (!store.speakers.merge(id, label, into)) {
        throw new ReelscopeError('invalid_request', sentence('speakers.same'));
      }
      return list(id);
    },

    /** Undoes the merge of a speaker. @throws ReelscopeError `not_found` */
    unmerge(userId: number, jobId: string, label: string): SpeakerList {
      const { id } = requireVideo(store, userId, jobId);
      if (!store.speakers.unmerge(id, label)) throw notFound('speaker');
      return list(id);
    },

    /**
     * Finds the voice of a speaker, whose consent the request confirms, in a user's other videos.
     * @throws ReelscopeError `not_found`, `invalid_request` (without a voice)
     */
    findVoice(userId: number, { job_id, speaker_id }: FindVoiceRequest): VoiceMatchList {
      const { id } = requireVideo(store, userId, job_id);
      if (speakerOf(id, speaker_id).engine === null)
        throw new ReelscopeError('invalid_request', sentence('speakers.no-voice'));
      const matches = store.speakers.findVoice(userId, id, speaker_id);
      return { matches: matches.map(toVoiceMatch) };
    },

    voices: (userId: number): KnownVoiceList => ({ voices: store.voices.list(userId).map(toKnownVoice) }),

    /**
     * Keeps the voice of a named speaker, whose consent the request confirms.
     * @throws ReelscopeError `not_found`, `invalid_request` (without a name or a voice)
     */
    keepVoice(userId: number, { job_id, speaker_id }: KeepVoiceRequest): KnownVoice {
      const { id } = requireVideo(store, userId, job_id);
      const { name } = speakerOf(id, speaker_id);
      const voice = store.speakers.voiceOf(id, speaker_id);
      if (name === null) throw new ReelscopeError('invalid_request', sentence('speakers.unnamed'));
      if (!voice) throw new ReelscopeError('invalid_request', sentence('speakers.no-voice'));
      return store.transaction(() => {
        const row = store.voices.save(userId, { ...voice, name });
        store.speakers.linkVoice(id, speaker_id, row.id);
        return toKnownVoice(row);
      });
    },

    /** Names that the voice gave to speakers remain. @throws ReelscopeError `not_found` */
    deleteVoice(userId: number, id: string): void {
      if (!store.voices.delete(userId, parseId(id, 'voice'))) throw notFound('voice');
    },
  };
}

function toSpeaker({ label, name, lines, seconds, merged, voiceId, engine }: SpeakerView): Speaker {
  return {
    id: label,
    name,
    lines,
    merged,
    seconds: roundSeconds(seconds),
    voice_id: voiceId === null ? null : String(voiceId),
    has_voice: engine !== null,
  };
}

function toVoiceMatch({ jobId, videoName, speaker, similarity }: FoundVoice): VoiceMatch {
  return {
    job_id: jobId,
    video_name: videoName,
    speaker_id: speaker.label,
    name: speaker.name,
    seconds: roundSeconds(speaker.seconds),
    start_time: speaker.startTime,
    similarity: Math.round(similarity * 1000) / 1000,
  };
}

function toKnownVoice({ id, name, engine, createdAt }: VoiceRow): KnownVoice {
  return { id: String(id), name, engine, created_at: formatTimestamp(createdAt) };
}
