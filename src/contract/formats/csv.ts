import { formatTimecode } from '../../base/time.ts';
import type { Results } from '../results.ts';
import type { Segment } from '../segment.ts';

const COLUMNS = [
  ...['module', 'start_time', 'end_time', 'content', 'engine'],
  ...['confidence', 'start_timecode', 'end_timecode'],
] as const;

/**
 * One row for each segment, in time order (RFC 4180, with a header). Times in seconds, and as timecodes with
 * milliseconds; confidence from 0 to 1, empty where the engine states none.
 */
export function toCsv(results: Results): string {
  // Only with speakers, so that readers of a fixed number of columns keep working without them.
  const hasSpeakers = results.segments.some(({ data }) => data?.speaker !== undefined);
  // Only in recorded exports, likewise.
  const hasCitations = results.segments.some(({ citation }) => citation !== undefined);
  const rows = results.segments.map((segment) => [
    segment.module,
    String(segment.start_time),
    String(segment.end_time),
    segment.content,
    segment.engine ?? '',
    confidenceOf(segment)?.toFixed(2) ?? '',
    formatTimecode(Math.round(segment.start_time * 1000), '.'),
    formatTimecode(Math.round(segment.end_time * 1000), '.'),
    ...(hasSpeakers ? [segment.data?.speaker ?? ''] : []),
    ...(hasCitations ? [segment.citation ?? ''] : []),
  ]);
  const header = [...COLUMNS, ...(hasSpeakers ? ['speaker'] : []), ...(hasCitations ? ['citation'] : [])];
  return csvOf([header, ...rows]);
}

/** The segment's confidence, or the mean confidence of its words. */
function confidenceOf({ data }: Segment): number | undefined {
  if (data?.confidence !== undefined) return data.confidence;
  const words = (data?.words ?? []).flatMap(({ confidence }) => confidence ?? []);
  return words.length > 0 ? words.reduce((sum, each) => sum + each, 0) / words.length : undefined;
}

/** Rows as RFC 4180 writes them, safe to open in a spreadsheet. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet runs cells that start with one of these as a formula (OWASP, CSV injection). It may also split a cell at
 * a semicolon, tab, or line break, depending on its language and on how the file is opened.
 */
const FORMULA_START = /(^|[;\t\r\n])([ \u00a0]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** Text from a video is untrusted, so formulas get an apostrophe before them. Numbers are left alone. */
function field(text: string): string {
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA_START, "$1$2'").replace(/^(?=[\t\r])/, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
