import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { disableTelemetry } from '../src/server/hosting/telemetry.ts';
import { printedReport, type Report } from './report.ts';

/** Exports of a benchmark file, run by `npm run bench [-- name …]`; other files are helpers. */
interface Bench {
  name: string;
  run(report: Report): Promise<void>;
}

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
  printedReport.heading(bench.name);
  await bench.run(printedReport);
}
