import type { Depth } from '../../contract/analysis/depth.ts';
import type { AnalysisOptionsRequest, SpeechOptions } from '../../contract/analysis/processing.ts';
import type { TextLanguage } from '../../contract/analysis/text-languages.ts';

/** Options of a requested analysis besides its modules; undefined ones are those of the video. */
export interface AnalysisOptions {
  initialPrompt?: string | undefined;
  /** Null to find it. */
  speakerCount?: number | null | undefined;
  speech?: SpeechOptions | undefined;
  textLanguages?: readonly TextLanguage[] | undefined;
  /** Numbers of the audio tracks to listen to; null for those that carry speech. */
  audioTracks?: readonly number[] | null | undefined;
  /** Number of the video track; null for the main one. */
  videoTrack?: number | null | undefined;
  depth?: Depth | undefined;
}

/** Reads the options of a request. Pure. */
export const readAnalysisOptions = (body: AnalysisOptionsRequest): AnalysisOptions => ({
  initialPrompt: body.initial_prompt,
  speakerCount: body.speaker_count,
  speech: body.speech,
  textLanguages: body.text_languages,
  audioTracks: body.audio_tracks,
  videoTrack: body.video_track,
  depth: body.depth,
});
