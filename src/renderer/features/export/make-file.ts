import { toHtml } from '../../../contract/formats/html.ts';
import { TEXT_FORMATS } from '../../../contract/formats/index.ts';
import { type Part, partOf } from '../../../contract/formats/part.ts';
import type { MediaDetails } from '../../../contract/media-details.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import type { Results } from '../../../contract/results.ts';
import type { Segment } from '../../../contract/segment.ts';
import { embedStills, stillTimes } from './embed-stills.ts';
import { EDIT_FORMATS, type Format, isEditFormat, type RateChoice } from './formats.ts';

/** Content of an export file. */
export interface FileInput {
  results: Results;
  part: Part;
  rate: RateChoice;
  facts: MediaDetails | undefined;
  report: {
    language: string;
    nameOf(module: ModuleName): string;
    /** A finding in the language of the report. */
    segment(segment: Segment): Segment;
    words: { report: string; length: string; show: string };
    /** Returns the URL of the still at a time in whole milliseconds. */
    stillUrl(ms: number): string;
  };
  signal: AbortSignal;
  /** Progress of a report, 0..1; other formats are immediate. */
  onProgress?(fraction: number): void;
}

export interface ExportFile {
  content: Blob;
  extension: string;
  /** Number of stills that failed to load. */
  missing: number;
}

/** Creates an export file. @throws CanceledError */
export async function createExportFile(format: Format, input: FileInput): Promise<ExportFile> {
  const { part, rate, facts } = input;
  const results = partOf(input.results, part);
  const text = (content: string, type: string, extension: string): ExportFile => ({
    content: new Blob([content], { type }),
    extension,
    missing: 0,
  });
  if (format === 'html') return report(input, results);
  if (isEditFormat(format)) {
    const { make, extension } = EDIT_FORMATS[format];
    return text(make({ results, rate, facts }), 'text/plain', extension);
  }
  if (format === 'json') return text(`${JSON.stringify(results, null, 2)}\n`, 'application/json', 'json');
  const { format: toText, mediaType, extension } = TEXT_FORMATS[format];
  return text(toText(results), mediaType, extension);
}

async function report({ results: all, part, report, signal, onProgress }: FileInput, results: Results) {
  // Stills are keyed by video time, even if the report counts from the start of a range.
  const offsetMs = part.range && part.fromZero ? Math.round(part.range.start * 1000) : 0;
  const times = stillTimes(partOf(all, { ...part, fromZero: false }).segments);
  const loaded = await embedStills(times, report.stillUrl, (done) => onProgress?.(done / times.length), signal);
  const stills = new Map([...loaded].map(([ms, picture]) => [ms - offsetMs, picture]));
  const { language, nameOf, words } = report;
  return {
    content: new Blob(
      [toHtml({ ...results, segments: results.segments.map(report.segment) }, { language, stills, nameOf, words })],
      { type: 'text/html' },
    ),
    extension: 'html',
    missing: times.length - loaded.size,
  };
}
