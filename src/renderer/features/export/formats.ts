import type { Results } from '../../../contract/analysis/results.ts';
import type { MediaDetails } from '../../../contract/library/media-details.ts';
import type { VideoFormat } from '../../../contract/library/video-exports.ts';
import { toYouTubeChapters } from '../../../core/formats/chapters.ts';
import { canDrop, editingRate, exactRate, FRAME_RATES } from '../../../core/formats/frame-rate.ts';
import { hasSubtitles } from '../../../core/formats/subtitles.ts';

/** Export formats by group. A PDF is made of the HTML report; a bundle holds everything, for another library. */
export const GROUPS = {
  read: ['html', 'pdf', 'docx', 'txt', 'md'],
  data: ['csv', 'json', 'bundle'],
  subtitles: ['srt', 'vtt'],
  edit: ['edl', 'fcpxml', 'xmeml', 'otio', 'avid', 'youtube', 'ffmetadata'],
} as const satisfies Record<string, readonly (VideoFormat | 'pdf' | 'bundle')[]>;
export type Group = keyof typeof GROUPS;
export type Format = (typeof GROUPS)[Group][number];

/** Frame rate of the editing project: `25`, `29.97`, or `29.97 DF`. */
export type RateChoice = `${number}` | `${number} DF`;

/** Frame rates to choose from, in order, with drop-frame variants where they differ. */
export const RATE_OPTIONS: readonly RateChoice[] = FRAME_RATES.flatMap((fps): RateChoice[] =>
  canDrop(exactRate(fps)) ? [`${fps}`, `${fps} DF`] : [`${fps}`],
);

/** Option for the frame rate of a video, in drop frame where its timecode has it. */
export function nativeRate(facts: MediaDetails | undefined): RateChoice {
  const fps = editingRate(facts?.video?.frame_rate ?? 0, facts?.start_timecode?.frame_rate);
  return facts?.start_timecode?.drop_frame && canDrop(exactRate(fps)) ? `${fps} DF` : `${fps}`;
}

/** Returns the reason that a file in this format would be empty; null if it would not. */
export function emptyReason(format: Format, results: Results): 'empty.speech' | 'empty.youtube' | null {
  if (format === 'srt' || format === 'vtt' || format === 'txt') return hasSubtitles(results) ? null : 'empty.speech';
  return format === 'youtube' && toYouTubeChapters(results) === '' ? 'empty.youtube' : null;
}
