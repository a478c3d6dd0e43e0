import type { Segment } from '../../../contract/analysis/segment.ts';
import type { Manifest } from '../../../contract/evidence/manifest.ts';
import type { Tag } from '../../../contract/library/tags.ts';

/** A JPEG with its size in pixels. */
export interface ReportPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export interface ReportMoment {
  kind: 'moment';
  /** From 1. */
  number: number;
  title: string;
  /** Markdown; empty without a note. */
  note: string;
  tags: readonly Tag[];
  videoName: string;
  /** Seconds in the video. */
  start: number;
  end: number;
  picture: ReportPicture | null;
  /** Times count from the start of the moment. */
  transcript: readonly Segment[];
}

export type ReportEntry = ReportMoment | { kind: 'heading'; text: string } | { kind: 'note'; text: string };

/** The lines of moments that have a citation, with the number of their moment and their time in the video. Pure. */
export function citedLines(entries: readonly ReportEntry[]): { number: number; time: number; citation: string }[] {
  return entries.flatMap((entry) =>
    entry.kind === 'moment'
      ? entry.transcript.flatMap(({ citation, start_time }) =>
          citation === undefined ? [] : [{ number: entry.number, time: entry.start + start_time, citation }],
        )
      : [],
  );
}

/** Content of a report of a story, whatever its format. */
export interface StoryReport {
  title: string;
  /** Markdown; empty without a description. */
  description: string;
  /** Line below the title: number of moments and videos, length, and date. */
  facts: string;
  entries: readonly ReportEntry[];
  /** Facts about the files that moments are taken from, in order of their first use. */
  manifest: Manifest;
  /** Moments that were left out because they are in the trash. */
  skipped: number;
}
