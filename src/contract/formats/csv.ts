import type { Results } from '../results.ts';

/** One row for each segment, in time order (RFC 4180, with a header). Times in seconds. */
export function toCsv(results: Results): string {
  const rows = results.segments.map((segment) => [
    segment.module,
    String(segment.start_time),
    String(segment.end_time),
    segment.content,
    segment.engine ?? '',
  ]);
  return csvOf([['module', 'start_time', 'end_time', 'content', 'engine'], ...rows]);
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
