/**
 * What a media pass hands to its consumers. All times are seconds from the start of the file (0 = first
 * presentation timestamp of any chosen stream), taken from presentation timestamps and never from counting.
 */

/** One decoded picture, tiny: planar YUV 4:2:0. The planes are reused for the next frame; copy what must last. */
export interface LumaFrame {
  /** Position in presentation order, from 0. */
  readonly index: number;
  readonly time: number;
  /** Seconds until the next picture as the container states it; 0 when unknown. */
  readonly duration: number;
  readonly width: number;
  readonly height: number;
  /** `width * height` bytes, row by row, no padding. */
  readonly luma: Uint8Array;
  /** `(width / 2) * (height / 2)` bytes each; 128 is neutral. */
  readonly chromaU: Uint8Array;
  readonly chromaV: Uint8Array;
  /**
   * Holds on to the full picture (a reference, not a copy) so that a still can be made later. Each one costs a
   * frame buffer of the decoder: release it soon.
   */
  retain(): RetainedFrame;
}

/** A reference to a full decoded picture, valid until released or the pass has ended (a module's `finish` included). */
export interface RetainedFrame {
  readonly time: number;
  /** An upright still with square pixels, its longer side at most `maxSide` pixels, never enlarged. */
  toStill(maxSide: number): Still;
  release(): void;
}

/** A picture to look at: upright, square pixels, packed RGB. It owns its pixels. */
export interface Still {
  readonly time: number;
  readonly width: number;
  readonly height: number;
  /** `width * height * 3` bytes, row by row, no padding. */
  readonly rgb: Uint8Array;
}

/** Mono float samples in -1..1 at {@link AUDIO_SAMPLE_RATE}. Gaps in the file arrive as silence, so samples count time. */
export interface AudioChunk {
  readonly time: number;
  readonly samples: Float32Array;
}

/** Hz; what Whisper, Silero VAD and the sound classifier expect. */
export const AUDIO_SAMPLE_RATE = 16_000;

/** What a consumer needs decoded. Streams that nobody needs are not decoded at all. */
export interface MediaNeeds {
  luma?: boolean;
  /** Stills at least this often (seconds), and at once after the picture changed; longer side in pixels. */
  stills?: { intervalSeconds: number; maxSide: number };
  audio?: boolean;
}

/** Receives one pass over a file. A returned promise holds the decoder back until it settles. */
export interface MediaConsumer {
  readonly needs: MediaNeeds;
  /** Called for every picture when `needs.luma`. Return true to have this very picture delivered as a still. */
  onLuma?(frame: LumaFrame): boolean | undefined;
  onStill?(still: Still): void | Promise<void>;
  onAudio?(chunk: AudioChunk): void | Promise<void>;
}

export interface MediaInfo {
  /** Demuxer that read it, such as `mov` or `matroska`. */
  container: string;
  /** Seconds; 0 when the file does not tell and it was not decoded. */
  duration: number;
  sizeBytes: number;
  video: VideoInfo | null;
  audio: AudioInfo | null;
}

export interface VideoInfo {
  codec: string;
  /** Upright display size in square pixels. */
  width: number;
  height: number;
  /** Clockwise degrees by which players turn the coded picture: 0, 90, 180 or 270. */
  rotation: 0 | 90 | 180 | 270;
  /** Average frames per second; 0 when unknown. Never use it for times. */
  frameRate: number;
  pixelFormat: string;
}

export interface AudioInfo {
  codec: string;
  sampleRate: number;
  channels: number;
  language: string | null;
  /** How many audio tracks there are; the default one is analyzed. */
  tracks: number;
}
