import { z } from 'zod';

/** Purpose of an audio track, as its flags, title, and language state it. */
const AudioRole = z.enum(['dialogue', 'commentary', 'description', 'music_effects']);
export type AudioRole = z.infer<typeof AudioRole>;

/** Highest number of a track that can be chosen. */
const MAX_TRACK = 1024;
const TrackNumber = z.int().min(1).max(MAX_TRACK);

const trackFacts = {
  number: TrackNumber.meta({ description: 'From 1, among the audio tracks or among the video tracks.' }),
  codec: z.string().describe('Name of the codec.'),
  language: z.string().nullable().meta({ description: 'As the file states it, mostly ISO 639-2.' }),
  title: z.string().nullable().describe('Title of the track; null for none.'),
  is_default: z.boolean().describe('Whether the file marks it as the default.'),
  is_decodable: z.boolean().meta({ description: 'False if there is no decoder for it.' }),
};

export const AudioTrack = z
  .object({
    ...trackFacts,
    sample_rate: z.number().meta({ description: 'Hertz.' }),
    channels: z.number().describe('Number of channels.'),
    role: AudioRole.describe('Purpose of the track, as the file states it.'),
  })
  .meta({ id: 'AudioTrack' });
export type AudioTrack = z.infer<typeof AudioTrack>;

export const VideoTrack = z
  .object({
    ...trackFacts,
    width: z.number().meta({ description: 'Pixels, upright.' }),
    height: z.number().describe('Pixels.'),
    frame_rate: z.number().meta({ description: 'Average frames per second; 0 if unknown.' }),
  })
  .meta({ id: 'VideoTrack' });
export type VideoTrack = z.infer<typeof VideoTrack>;

/** Tracks of a file, without cover art. */
export const MediaTracks = z
  .object({
    audio: z.array(AudioTrack).describe('Audio tracks of the file, in its order.'),
    video: z.array(VideoTrack).describe('Video tracks of the file, in its order.'),
  })
  .meta({ id: 'MediaTracks' });
export type MediaTracks = z.infer<typeof MediaTracks>;

/** Tracks that a user chose by number; null leaves the choice to the analysis. */
export const TrackChoice = z.object({
  audio: z
    .array(TrackNumber)
    .min(1)
    .nullable()
    .describe('Numbers of audio tracks; null for the choice of the analysis.'),
  video: TrackNumber.nullable().describe('Number of the video track; null for the choice of the analysis.'),
});
export type TrackChoice = z.infer<typeof TrackChoice>;

/** Fields of requests that choose tracks. */
export const AudioTracksField = z
  .array(TrackNumber)
  .min(1)
  .max(MAX_TRACK)
  .overwrite((numbers) => [...new Set(numbers)].sort((a, b) => a - b))
  .nullable()
  .meta({
    description:
      'Numbers of the audio tracks to listen to (extension); null for those that carry speech. Omitted: as in the last analysis.',
  });
export const VideoTrackField = TrackNumber.nullable().meta({
  description:
    'Number of the video track to analyze (extension); null for the main one. Omitted: as in the last analysis.',
});

/**
 * State of an audio track after an analysis. `heard`: listened to; `silent`: nothing to hear; `unheard`: not listened
 * to; `undecodable`: no decoder, or nothing could be decoded.
 */
export const AudioTrackState = z.enum(['heard', 'silent', 'unheard', 'undecodable']);
export type AudioTrackState = z.infer<typeof AudioTrackState>;

/** Use of a file's tracks by an analysis. */
export const TrackUse = z.object({
  audio: z
    .array(
      z.object({
        number: TrackNumber.describe('Number of the audio track.'),
        state: AudioTrackState.describe('Whether it was listened to.'),
      }),
    )
    .describe('Audio tracks, with their use.'),
  video: TrackNumber.nullable().describe('Number of the analyzed video track; null for none.'),
});
export type TrackUse = z.infer<typeof TrackUse>;
