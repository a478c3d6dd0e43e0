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
 * Text from a video is untrusted: a spreadsheet runs cells that start with one of these as a formula
 * (OWASP, CSV injection), so such text gets an apostrophe before it. Numbers are left alone.
 */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
