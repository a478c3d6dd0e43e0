import { formatTimecode } from '../../base/time.ts';
import { visibleControls } from '../../base/visible-controls.ts';
import type { Results } from '../../contract/analysis/results.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import { moduleTexts } from '../modules/module-display.ts';
import { confidenceOf } from '../transcript/confidence.ts';
import { timecodeAt } from './timecode.ts';

const COLUMNS = [
  'module',
  'start_time',
  'end_time',
  'content',
  'engine',
  'confidence',
  'start_timecode',
  'end_timecode',
] as const;

/** Columns of some files only, so that readers of a fixed number of columns keep working without them. */
const OPTIONAL_COLUMNS = [
  'speaker',
  'citation',
  'note',
  'tags',
  'source_start_timecode',
  'source_end_timecode',
] as const;
type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

interface Row {
  start: number;
  fields: readonly string[];
  more: Partial<Record<OptionalColumn, string>>;
}

/**
 * One row for each segment and moment, in time order (RFC 4180, with a header). Times in seconds, as timecodes with
 * milliseconds, and in the timecode of the file if it has one; confidence from 0 to 1, empty where the engine states
 * none.
 * @param language of the names of types, for people; without it, names of modules, for programs
 */
export function toCsv(results: Results, language?: 'en' | 'de'): string {
  const { start_timecode: source } = results;
  const sourceTimes = (start: number, end: number) =>
    source && { source_start_timecode: timecodeAt(source, start), source_end_timecode: timecodeAt(source, end) };
  const findings = results.segments.map(
    (segment): Row => ({
      start: segment.start_time,
      fields: fieldsOf(
        segment,
        language ? moduleTexts(segment.module, language).title : segment.module,
        segment.content,
        segment.engine ?? '',
        confidenceOf(segment)?.toFixed(2),
      ),
      more: {
        ...(segment.data?.speaker !== undefined && { speaker: segment.data.speaker }),
        ...(segment.citation !== undefined && { citation: segment.citation }),
        ...sourceTimes(segment.start_time, segment.end_time),
      },
    }),
  );
  const moments = (results.moments ?? []).map(({ start_time, end_time: stated, title, note, tags }): Row => {
    const end_time = stated ?? start_time;
    return {
      start: start_time,
      // The word is the same in both languages.
      fields: fieldsOf({ start_time, end_time }, language ? 'Moment' : 'moment', title, ''),
      more: { note, tags: tags.join('; '), ...sourceTimes(start_time, end_time) },
    };
  });
  const rows = moments.length === 0 ? findings : [...findings, ...moments].sort((a, b) => a.start - b.start);
  const more = OPTIONAL_COLUMNS.filter((column) => rows.some((row) => row.more[column] !== undefined));
  return csvOf([
    [...COLUMNS, ...more],
    ...rows.map((row) => [...row.fields, ...more.map((column) => row.more[column] ?? '')]),
  ]);
}

function fieldsOf(
  { start_time, end_time }: Pick<Segment, 'start_time' | 'end_time'>,
  module: string,
  content: string,
  engine: string,
  confidence = '',
): string[] {
  const clock = (seconds: number) => formatTimecode(Math.round(seconds * 1000), '.');
  return [
    module,
    String(start_time),
    String(end_time),
    content,
    engine,
    confidence,
    clock(start_time),
    clock(end_time),
  ];
}

/** Byte order mark, by which spreadsheets on Windows recognize UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Content of a file that is saved; on standard output, programs read CSV without the mark. */
export function csvFile(csv: string): string {
  return csv.startsWith(BYTE_ORDER_MARK) ? csv : `${BYTE_ORDER_MARK}${csv}`;
}

/** Rows as RFC 4180 writes them, safe to open in a spreadsheet. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/**
 * A spreadsheet runs cells that start with one of these as a formula (OWASP, CSV injection). It may also split a cell
 * at a semicolon, tab, or line break, depending on its language and on how the file is opened.
 */
const FORMULA_START = /(^|[;\t\r\n])([ \u00a0]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Text from a video is untrusted, so formulas get an apostrophe before them, and what reorders text becomes visible.
 * Numbers are left alone.
 */
function field(text: string): string {
  const safe = NUMBER.test(text)
    ? text
    : visibleControls(text)
        .replace(FORMULA_START, "$1$2'")
        .replace(/^(?=[\t\r])/, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
