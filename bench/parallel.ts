import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, type Report } from './report.ts';
import { buildHeadless } from './support/built-server.ts';
import { runProgram } from './support/run-program.ts';

export const name = 'parallel: two jobs side by side, on twice the cores of one (headless build, Linux)';

const SAMPLE = join(import.meta.dirname, '../src/renderer/features/library/sample.mp4');
const [FILES, ROUNDS] = [4, 3];

/**
 * Throughput of two jobs at a time relative to one. On two cores this is an estimate for four: one job gets one core,
 * and two jobs get two, so that each has the same share in both.
 */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-parallel-'));
  try {
    const program = buildHeadless();
    const paths = await writeCopies(folder);
    const seconds = async (cores: string, jobs: number, round: number) => {
      const library = join(folder, `${cores} ${jobs} ${round}`);
      const args = [program, 'analyze', ...paths, '--jobs', String(jobs), '--quiet', '--data-dir', library];
      return (await runProgram(args, { cores })).seconds;
    };
    const [one, two, shared]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await seconds('0', 1, round));
      two.push(await seconds('0,1', 2, round));
      shared.push(await seconds('0,1', 1, round));
    }
    const median = (samples: number[]) => percentile(samples, 0.5);
    report.figure(`${FILES} files of 12 s: one job at a time, one core`, `${median(one).toFixed(1)} s`);
    report.figure('  two jobs at a time, two cores', `${median(two).toFixed(1)} s`);
    report.figure('  throughput relative to one job', (median(one) / median(two)).toFixed(2), '>= 1.7');
    report.figure('  one job at a time, two cores', `${median(shared).toFixed(1)} s`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes copies of the sample video which differ by an empty box at their end, so that none is a duplicate. */
async function writeCopies(folder: string): Promise<string[]> {
  const sample = await readFile(SAMPLE);
  const paths: string[] = [];
  for (let copy = 0; copy < FILES; copy++) {
    const box = Buffer.from([0, 0, 0, 9, 0x66, 0x72, 0x65, 0x65, copy]);
    const path = join(folder, `copy ${copy}.mp4`);
    await writeFile(path, Buffer.concat([sample, box]));
    paths.push(path);
  }
  return paths;
}
