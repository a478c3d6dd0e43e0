import type { Recording } from '../contract/library/recording.ts';
import type { StartTimecode } from '../contract/library/start-timecode.ts';
import type { MediaTracks } from '../contract/library/tracks.ts';

/**
 * Data that a media pass delivers to its consumers. All times are seconds from the start of the file (0 = earliest
 * presentation timestamp of the selected streams), derived from presentation timestamps and never from counting.
 */

/** Downscaled video frame: planar YUV 4:2:0. The planes are reused for the next frame; copy them to keep them. */
export interface LumaFrame {
  /** Index in presentation order, from 0. */
  readonly index: number;
  readonly time: number;
  /** Seconds until the next frame as stated by the container; 0 if unknown. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  /** `width * height` bytes, row by row, no padding. */
  readonly luma: Uint8Array;
  /** `(width / 2) * (height / 2)` bytes each; 128 is neutral. */
  readonly chromaU: Uint8Array;
  readonly chromaV: Uint8Array;
  /**
   * Retains the full-size frame (a reference, not a copy) so that a still can be created later. Each one occupies a
   * frame buffer of the decoder; release it soon.
   */
  retain(): RetainedFrame;
}

/**
 * Reference to a full-size decoded frame, valid until it is released or the pass has ended (including a module's
 * `finish`).
 */
export interface RetainedFrame {
  readonly time: number;
  /** Creates an upright still with square pixels and a longer side of at most `maxSide` pixels, never enlarged. */
  toStill(maxSide: number): Still;
  release(): void;
}

/** Upright image with square pixels, packed RGB. It owns its pixels. */
export interface Still {
  readonly time: number;
  readonly width: number;
  readonly height: number;
  /** `width * height * 3` bytes, row by row, no padding. */
  readonly rgb: Uint8Array;
}

/**
 * Mono float samples in -1..1 at {@link AUDIO_SAMPLE_RATE}. Gaps are delivered as silence, so the sample count is the
 * time.
 */
export interface AudioChunk {
  readonly time: number;
  readonly samples: Float32Array;
}

/** Sample rate in Hz that Whisper, Silero VAD and the sound classifier expect. */
export const AUDIO_SAMPLE_RATE = 16_000;

/** Data that a consumer needs. Streams that no consumer needs are not decoded. */
export interface MediaNeeds {
  luma?: boolean;
  /** Maximum distance between stills in seconds (also delivered immediately after a change); longer side in pixels. */
  stills?: { intervalSeconds: number; maxSide: number };
  audio?: boolean;
}

/** Receives one pass over a file. Decoding waits for returned promises. */
export interface MediaConsumer {
  readonly needs: MediaNeeds;
  /** Called for each frame if `needs.luma`. Return true to receive this frame as a still. */
  onLuma?(frame: LumaFrame): boolean | undefined;
  onStill?(still: Still): void | Promise<void>;
  onAudio?(chunk: AudioChunk): void | Promise<void>;
}

export interface MediaInfo {
  /** FFmpeg demuxer, such as `mov` or `matroska`. */
  container: string;
  /** Seconds; 0 if unknown. */
  duration: number;
  sizeBytes: number;
  video: VideoInfo | null;
  audio: AudioInfo | null;
  /** Absent in information of earlier versions. */
  recording?: Recording | undefined;
  /** Null if the file states none; absent in information of earlier versions. */
  startTimecode?: StartTimecode | null | undefined;
  /** Absent in information of earlier versions. */
  tracks?: MediaTracks | undefined;
}

export interface VideoInfo {
  codec: string;
  /** Upright display size in square pixels. */
  width: number;
  height: number;
  /** Clockwise rotation that players apply, in degrees. */
  rotation: 0 | 90 | 180 | 270;
  /** Average frames per second; 0 if unknown. Never use it for times. */
  frameRate: number;
  pixelFormat: string;
}

/** Of the main audio track. */
export interface AudioInfo {
  codec: string;
  sampleRate: number;
  channels: number;
  language: string | null;
  /** Number of audio tracks. */
  tracks: number;
}
