import { z } from 'zod';
import { Timestamp } from '../library/video.ts';
import { singleLine } from '../text.ts';

/** Label of a speaker in one video. */
export const SpeakerLabel = z.string().regex(/^S[1-9]\d{0,2}$/, 'must be S and a number, such as S1');

const SpeakerName = singleLine(100);

export const Speaker = z
  .object({
    id: z.string().meta({ description: 'Label in this video: S1, S2, …' }),
    name: z.string().nullable().meta({ description: 'Null until the speaker is named.' }),
    lines: z.int().meta({ description: 'Number of transcript lines.' }),
    seconds: z.number().meta({ description: 'Talk time.' }),
    merged: z.array(z.string()).meta({ description: 'Labels of the speakers that were merged into this one.' }),
    voice_id: z.string().nullable().meta({ description: 'Known voice of this speaker.' }),
    has_voice: z.boolean().meta({ description: 'Whether the voice can be kept as a known voice.' }),
  })
  .meta({ id: 'Speaker' });
export type Speaker = z.infer<typeof Speaker>;

export const SpeakerList = z
  .object({ speakers: z.array(Speaker).describe('Speakers of the video.') })
  .meta({ id: 'SpeakerList' });
export type SpeakerList = z.infer<typeof SpeakerList>;

export const UpdateSpeakerRequest = z
  .object({ name: SpeakerName.nullable().meta({ description: 'Null removes the name.' }) })
  .meta({ id: 'UpdateSpeakerRequest' });
export type UpdateSpeakerRequest = z.infer<typeof UpdateSpeakerRequest>;

export const MergeSpeakerRequest = z
  .object({ into: SpeakerLabel.meta({ description: 'Speaker that receives the lines.' }) })
  .meta({ id: 'MergeSpeakerRequest' });

/** A voice by which later videos name their speakers. */
export const KnownVoice = z
  .object({
    id: z.string().describe('ID of the voice.'),
    name: z.string().describe('Name of the voice.'),
    engine: z.string().describe('Engine that produced it, as name@version.'),
    created_at: Timestamp,
  })
  .meta({ id: 'KnownVoice' });
export type KnownVoice = z.infer<typeof KnownVoice>;

export const KnownVoiceList = z
  .object({ voices: z.array(KnownVoice).describe('Voices that are recognized.') })
  .meta({ id: 'KnownVoiceList' });
export type KnownVoiceList = z.infer<typeof KnownVoiceList>;

/** A speaker of a video in the requests for its voice. */
const SpeakerOfVideo = z.object({
  job_id: z.string().describe('ID of the video, and of its job.'),
  speaker_id: SpeakerLabel.describe('Label of the speaker.'),
});

export const FindVoiceRequest = SpeakerOfVideo.extend({
  consent: z.literal(true).meta({
    description: 'Confirms that the speaker has agreed: voices are compared as biometric data.',
  }),
}).meta({ id: 'FindVoiceRequest' });
export type FindVoiceRequest = z.infer<typeof FindVoiceRequest>;

/** A speaker of another video with the same voice. */
export const VoiceMatch = z
  .object({
    job_id: z.string().describe('ID of the video, and of its job.'),
    video_name: z.string().describe('Name of the video.'),
    speaker_id: z.string().meta({ description: 'Label of the speaker in this video.' }),
    name: z.string().nullable().meta({ description: 'Null until the speaker is named.' }),
    seconds: z.number().meta({ description: 'Talk time.' }),
    start_time: z.number().meta({ description: 'Start of the first line of the speaker, in seconds.' }),
    similarity: z.number().meta({ description: 'Cosine similarity of the voices, 1 at most.' }),
  })
  .meta({ id: 'VoiceMatch' });
export type VoiceMatch = z.infer<typeof VoiceMatch>;

export const VoiceMatchList = z
  .object({ matches: z.array(VoiceMatch).describe('Speakers with this voice, one in each video.') })
  .meta({ id: 'VoiceMatchList' });
export type VoiceMatchList = z.infer<typeof VoiceMatchList>;

export const KeepVoiceRequest = SpeakerOfVideo.extend({
  consent: z.literal(true).meta({
    description: 'Confirms that the speaker has agreed: a voice embedding is biometric data.',
  }),
}).meta({ id: 'KeepVoiceRequest' });
export type KeepVoiceRequest = z.infer<typeof KeepVoiceRequest>;
