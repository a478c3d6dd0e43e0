import type { TrackChoice } from '../../contract/library/tracks.ts';
import type { FaceTrack } from '../blur/face-track.ts';

/** Options of a conversion. Times are seconds from the start of the file, as in a media pass. */
export interface TranscodeRequest {
  /** Absolute path of the MP4 file to write. */
  target: string;
  /** Converts only `[start, end)`, frame-accurately; times of the result start at 0. */
  range?: { start: number; end: number } | undefined;
  /** Copies the video without encoding. Only for H.264 that players support, without a range; ignored if interlaced. */
  copyVideo?: boolean | undefined;
  /** Keeps the size of the source; otherwise at most 1080p. */
  isFullSize?: boolean | undefined;
  /** Faces to blur; absent: none. With it, the video is never copied. */
  blur?: readonly FaceTrack[] | undefined;
  /** Tracks to convert; absent: the main ones. Several audio tracks are mixed. */
  tracks?: TrackChoice | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the completed fraction, 0..1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

export interface TranscodeSummary {
  /** Seconds. */
  duration: number;
  hasVideo: boolean;
  hasAudio: boolean;
}

/** Part of the file to convert. */
export interface Window {
  start: number;
  /** Infinity: to the end. */
  end: number;
}

/** Shorter differences are rounding of the container's clock. */
export const CLOCK_TOLERANCE_SECONDS = 0.002;
