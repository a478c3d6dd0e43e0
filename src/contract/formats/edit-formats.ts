import type { Results } from '../results.ts';
import { toFfMetadata, toYouTubeChapters } from './chapters.ts';
import { toEdl } from './edl.ts';
import { toFcpxml } from './fcpxml.ts';
import { editingRate, exactRate, type FrameRate } from './frame-rate.ts';
import { toOtio } from './otio.ts';

/** Picture of a video in an editing program: pixels and frames per second; 0 if unknown. */
export interface EditedVideo {
  width: number;
  height: number;
  fps: number;
}

interface EditFormat {
  mediaType: string;
  extension: string;
  /** Pure: the same results give the same text. */
  format(results: Results, rate: FrameRate, video: EditedVideo): string;
}

const TEXT = 'text/plain; charset=utf-8';

/** Findings as markers and chapters for editing programs. */
export const EDIT_FORMATS = {
  edl: { mediaType: TEXT, extension: 'edl', format: toEdl },
  fcpxml: { mediaType: 'application/xml; charset=utf-8', extension: 'fcpxml', format: toFcpxml },
  otio: { mediaType: 'application/json; charset=utf-8', extension: 'otio', format: toOtio },
  youtube: { mediaType: TEXT, extension: 'chapters.txt', format: toYouTubeChapters },
  ffmetadata: { mediaType: TEXT, extension: 'ffmetadata.txt', format: toFfMetadata },
} as const satisfies Record<string, EditFormat>;

/** Frame rate of a video's own editing project. */
export function nativeRate({ fps }: Pick<EditedVideo, 'fps'>): FrameRate {
  return exactRate(editingRate(fps));
}
