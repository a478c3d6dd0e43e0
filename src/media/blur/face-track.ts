import type { Region } from '../../contract/search/visual.ts';

/** A face at one time of a video. */
export interface FaceSample {
  /** Seconds from the start of the file, as in a media pass. */
  time: number;
  /** Fractions of the upright frame. */
  box: Region;
}

/** One face over time, in time order; gaps are allowed. */
export interface FaceTrack {
  samples: readonly FaceSample[];
}
