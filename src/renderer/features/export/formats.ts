import { toFfMetadata, toYouTubeChapters } from '../../../contract/formats/chapters.ts';
import { toEdl } from '../../../contract/formats/edl.ts';
import { toFcpxml } from '../../../contract/formats/fcpxml.ts';
import { canDrop, editingRate, exactRate, type FrameRate, rateChoices } from '../../../contract/formats/frame-rate.ts';
import { toOtio } from '../../../contract/formats/otio.ts';
import type { MediaDetails } from '../../../contract/media-details.ts';
import type { Results } from '../../../contract/results.ts';

/** Export formats by group. */
export const GROUPS = {
  read: ['html', 'pdf', 'md'],
  data: ['csv', 'json'],
  subtitles: ['srt', 'vtt'],
  edit: ['edl', 'fcpxml', 'otio', 'youtube', 'ffmetadata'],
} as const;
export type Group = keyof typeof GROUPS;
export type Format = (typeof GROUPS)[Group][number];
/** Formats that are a file of their own; a PDF is made of the HTML report. */
export type FileFormat = Exclude<Format, 'pdf'>;
export type EditFormat = (typeof GROUPS)['edit'][number];

interface EditInput {
  results: Results;
  rate: RateChoice;
  facts: MediaDetails | undefined;
}

/** Frame rate of the editing project: `25`, `29.97`, `29.97 DF`, or `own` for that of the video. */
export type RateChoice = 'own' | `${number}` | `${number} DF`;

/** Frame rates to choose from, in order, with drop-frame variants where they differ. */
export function rateOptions(facts: MediaDetails | undefined): RateChoice[] {
  return rateChoices(facts?.video?.frame_rate ?? 0).flatMap((fps): RateChoice[] =>
    canDrop(exactRate(fps)) ? [`${fps}`, `${fps} DF`] : [`${fps}`],
  );
}

/** Option for the frame rate of a video. */
export function nativeRate(facts: MediaDetails | undefined): `${number}` {
  return `${editingRate(facts?.video?.frame_rate ?? 0)}`;
}

function rateOf(choice: RateChoice, facts: MediaDetails | undefined): FrameRate {
  const text = choice === 'own' ? nativeRate(facts) : choice;
  return exactRate(Number.parseFloat(text), text.endsWith(' DF'));
}

/** Formats created in the browser from the results. */
export const EDIT_FORMATS = {
  edl: { extension: 'edl', make: ({ results, rate, facts }) => toEdl(results, rateOf(rate, facts)) },
  fcpxml: {
    extension: 'fcpxml',
    make: ({ results, rate, facts }) => toFcpxml(results, rateOf(rate, facts), facts?.video ?? { width: 0, height: 0 }),
  },
  otio: { extension: 'otio', make: ({ results, rate, facts }) => toOtio(results, rateOf(rate, facts)) },
  youtube: { extension: 'chapters.txt', make: ({ results }) => toYouTubeChapters(results) },
  ffmetadata: { extension: 'ffmetadata.txt', make: ({ results }) => toFfMetadata(results) },
} as const satisfies Record<EditFormat, { extension: string; make(input: EditInput): string }>;

/** Whether a file in this format would be empty. */
export function isEmptyFormat(format: Format, results: Results): boolean {
  return format === 'youtube' && toYouTubeChapters(results) === '';
}

export function isEditFormat(format: Format): format is EditFormat {
  return Object.hasOwn(EDIT_FORMATS, format);
}

/** Name of a video without its file extension. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{2,4}$/i, '') || name;
}
