import { citeResults } from '../../../contract/evidence/cite-results.ts';
import type { ManifestWords } from '../../../contract/evidence/report-section.ts';
import { type HtmlReportParts, toHtml } from '../../../contract/formats/html.ts';
import { TEXT_FORMATS } from '../../../contract/formats/index.ts';
import { toMarkdown } from '../../../contract/formats/markdown.ts';
import { type Part, partOf } from '../../../contract/formats/part.ts';
import type { MediaDetails } from '../../../contract/media-details.ts';
import type { ModuleName } from '../../../contract/modules.ts';
import type { Moment } from '../../../contract/moments.ts';
import type { Results } from '../../../contract/results.ts';
import type { Segment } from '../../../contract/segment.ts';
import { embedStills, stillTimes } from './embed-stills.ts';
import { EDIT_FORMATS, type FileFormat, isEditFormat, type RateChoice } from './formats.ts';
import { type FileSigner, sha256Of, signJson, signText } from './sign-file.ts';

/** Content of an export file. */
export interface FileInput {
  results: Results;
  /** Of the video, in time order; for reports. */
  moments: readonly Moment[];
  part: Part;
  rate: RateChoice;
  facts: MediaDetails | undefined;
  report: {
    language: string;
    nameOf(module: ModuleName): string;
    /** A finding in the language of the report. */
    segment(segment: Segment): Segment;
    words: HtmlReportParts['words'];
    manifestWords: ManifestWords;
    /** Returns the URL of the still at a time in whole milliseconds. */
    stillUrl(ms: number): string;
  };
  /** Signs reports; each file is recorded in the history of its video. */
  signer: FileSigner;
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

/** Creates an export file, signs it if it is a report, and records it. @throws CanceledError, ReelscopeError */
export async function createExportFile(format: FileFormat, input: FileInput): Promise<ExportFile> {
  const { part, rate, facts, signer } = input;
  const isReport = format === 'html' || format === 'json' || format === 'md';
  const all = isReport ? citeResults(input.results, await signer.citations()) : input.results;
  const results = partOf(all, part);
  const text = (content: string, type: string, extension: string): ExportFile => ({
    content: new Blob([content], { type }),
    extension,
    missing: 0,
  });
  if (format === 'html') return report(input, results);
  if (format === 'json') return text(await signJson(results, signer), 'application/json', 'json');
  if (format === 'md') {
    const markdown = toMarkdown(results, await signer.manifest());
    return text(await signText('md', markdown, signer), TEXT_FORMATS.md.mediaType, 'md');
  }
  const made = isEditFormat(format)
    ? { ...EDIT_FORMATS[format], mediaType: 'text/plain', content: EDIT_FORMATS[format].make({ results, rate, facts }) }
    : { ...TEXT_FORMATS[format], content: TEXT_FORMATS[format].format(results) };
  await signer.record(format, await sha256Of(made.content));
  return text(made.content, made.mediaType, made.extension);
}

async function report(
  { results: all, moments: marked, part, report, signer, signal, onProgress }: FileInput,
  results: Results,
) {
  // Stills are keyed by video time, even if the report counts from the start of a range.
  const offsetMs = part.range && part.fromZero ? Math.round(part.range.start * 1000) : 0;
  const times = stillTimes(partOf(all, { ...part, fromZero: false }).segments);
  const loaded = await embedStills(times, report.stillUrl, (done) => onProgress?.(done / times.length), signal);
  const stills = new Map([...loaded].map(([ms, picture]) => [ms - offsetMs, picture]));
  const { language, nameOf, words } = report;
  const manifest = { facts: await signer.manifest(), words: report.manifestWords };
  const shown = { ...results, segments: results.segments.map(report.segment) };
  const moments = momentsIn(marked, part);
  const html = await signText('html', toHtml(shown, { language, stills, nameOf, words, manifest, moments }), signer);
  return {
    content: new Blob([html], { type: 'text/html' }),
    extension: 'html',
    missing: times.length - loaded.size,
  };
}

/** Moments of a part of a video, with times that count as those of its findings. Pure. */
export function momentsIn(moments: readonly Moment[], { range, fromZero }: Part): Moment[] {
  if (!range) return [...moments];
  const offset = fromZero ? range.start : 0;
  return moments
    .filter(({ start_time, end_time }) => start_time < range.end && (end_time ?? start_time) >= range.start)
    .map((moment) => ({
      ...moment,
      start_time: Math.max(moment.start_time, range.start) - offset,
      end_time: moment.end_time === null ? null : Math.min(moment.end_time, range.end) - offset,
    }));
}
