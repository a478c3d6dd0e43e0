/** What a transcoding makes of a file. Times in seconds from the start of the file, as a media pass counts them. */
export interface TranscodeRequest {
  /** Absolute; an MP4 file that is written anew. */
  target: string;
  /** Only `[start, end)` of the file, exact to the picture; its times then begin at 0. */
  range?: { start: number; end: number } | undefined;
  /** Take the coded picture over as it is. Only for H.264 that players can show, and without a range. */
  copyVideo?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** 0..1 of the work. */
  onProgress?: ((fraction: number) => void) | undefined;
}

export interface TranscodeSummary {
  /** Seconds. */
  duration: number;
  hasVideo: boolean;
  hasAudio: boolean;
}

/** The part of the file that is kept, and how its times are moved. */
export interface Window {
  start: number;
  /** Infinity: to the end. */
  end: number;
}

/** A picture shorter than this is a rounding of the container's clock. Seconds. */
export const CLOCK_TOLERANCE_SECONDS = 0.002;
