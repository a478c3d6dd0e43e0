import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Results of the parts, one file each, which the last process prints as one table. */
export const RESULTS = join(import.meta.dirname, '../../../.artifacts/fire');

/** One line of the table. */
export interface FireResult {
  part: string;
  /** Property under test, such as `answers of the server`. */
  check: string;
  rounds: number;
  failures: number;
  /** Measurements, such as `peak 412 MB`. */
  detail: string;
}

/** Minutes for the whole suite. */
export const MINUTES = Number(process.env['FIRE_MINUTES'] ?? 10);

/** Time of a part, in milliseconds, as a share of the suite's. */
export const budgetMs = (share: number): number => MINUTES * 60_000 * share;

/** Stores the results of a part; a later run replaces them. */
export function report(part: string, results: readonly Omit<FireResult, 'part'>[]): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${part}.json`), JSON.stringify(results.map((result) => ({ part, ...result }))));
}

/** The results of all parts as text. */
export function table(): string {
  const files = readdirSync(RESULTS).filter((name) => name.endsWith('.json'));
  const results = files.sort().flatMap((name) => JSON.parse(readFileSync(join(RESULTS, name), 'utf8')) as FireResult[]);
  const rows = [
    ['part', 'check', 'rounds', 'failures', 'detail'],
    ...results.map(({ part, check, rounds, failures, detail }) => [part, check, `${rounds}`, `${failures}`, detail]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
