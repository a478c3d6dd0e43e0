import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, parse } from 'node:path';
import { type MeasuredFigure, measuredFigure } from '../build/benchmark-figures.ts';
import { disableTelemetry } from '../src/server/hosting/telemetry.ts';
import { printedReport, type Report } from './report.ts';

/** Exports of a benchmark file, run by `npm run bench [-- name …]`; other files are helpers. */
interface Bench {
  name: string;
  run(report: Report): Promise<void>;
}

const RESULTS = join(import.meta.dirname, '../.artifacts/bench');

disableTelemetry();
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== 'run.ts');
const known = files.map((file) => parse(file).name);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${known.join(', ')}.`);
  process.exit(2);
}
for (const file of files.filter((name) => wanted.length === 0 || wanted.includes(parse(name).name))) {
  const bench: Partial<Bench> = await import(join(import.meta.dirname, file));
  if (!bench.run || !bench.name) continue;
  const figures: MeasuredFigure[] = [];
  const report: Report = {
    ...printedReport,
    figure(label, value, target) {
      printedReport.figure(label, value, target);
      figures.push(measuredFigure(label, value, target));
    },
  };
  report.heading(bench.name);
  await bench.run(report);
  save(parse(file).name, figures);
}

/** Writes the figures of a benchmark as JSON, with the machine, the commit, and the time. */
function save(name: string, figures: readonly MeasuredFigure[]): void {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`;
  const result = { bench: name, machine, commit, date: new Date().toISOString(), figures };
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}
