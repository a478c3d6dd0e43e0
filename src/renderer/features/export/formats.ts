import { toFfMetadata, toYouTubeChapters } from '../../../contract/formats/chapters.ts';
import { toEdl } from '../../../contract/formats/edl.ts';
import { toFcpxml } from '../../../contract/formats/fcpxml.ts';
import { exactRate } from '../../../contract/formats/frame-rate.ts';
import { toOtio } from '../../../contract/formats/otio.ts';
import type { MediaFacts } from '../../../contract/media-facts.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import type { Results } from '../../../contract/results.ts';

/** What can be saved, in the groups in which it is offered. */
export const GROUPS = {
  read: ['html', 'md'],
  data: ['csv', 'json'],
  subtitles: ['srt', 'vtt'],
  edit: ['edl', 'fcpxml', 'otio', 'youtube', 'ffmetadata'],
} as const;
export type Group = keyof typeof GROUPS;
export type Format = (typeof GROUPS)[Group][number];
export type EditFormat = (typeof GROUPS)['edit'][number];

interface EditInput {
  results: Results;
  /** Frames per second of the editing project. */
  fps: number;
  facts: MediaFacts | undefined;
}

/** Formats that are made here, from the results. */
export const EDIT_FORMATS = {
  edl: { extension: 'edl', make: ({ results, fps }) => toEdl(results, exactRate(fps)) },
  fcpxml: {
    extension: 'fcpxml',
    make: ({ results, fps, facts }) => toFcpxml(results, exactRate(fps), facts?.video ?? { width: 0, height: 0 }),
  },
  otio: { extension: 'otio', make: ({ results, fps }) => toOtio(results, exactRate(fps)) },
  youtube: { extension: 'chapters.txt', make: ({ results }) => toYouTubeChapters(results) },
  ffmetadata: { extension: 'ffmetadata.txt', make: ({ results }) => toFfMetadata(results) },
} as const satisfies Record<EditFormat, { extension: string; make(input: EditInput): string }>;

export function isEditFormat(format: Format): format is EditFormat {
  return Object.hasOwn(EDIT_FORMATS, format);
}

/** The results with the findings of some modules only. */
export function only(results: Results, modules: readonly ModuleName[]): Results {
  return { ...results, segments: results.segments.filter((segment) => modules.includes(segment.module)) };
}

/** A video's name without the ending of its file. */
export function stemOf(name: string): string {
  return name.replace(/\.[a-z0-9]{2,4}$/i, '') || name;
}
