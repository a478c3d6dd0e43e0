import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_MODULES, MODULE_NAMES, type ModuleName } from '../src/contract/analysis/modules.ts';
import { spawnWorker } from '../src/headless/spawn-worker.ts';
import { FromWorker } from '../src/pipeline/protocol.ts';
import type { Report } from './report.ts';
import { decodeSeconds } from './support/decode-alone.ts';
import { writeLongClip } from './support/long-clip.ts';
import { runProgram } from './support/run-program.ts';

export const name = 'worker: all modules in a worker process, and the command';

/** Minutes of the two clips; `--long` uses the half hour of the target. */
const MINUTES = process.argv.includes('--long') ? [3, 30] : [1, 3];
/** Seconds of the clip that the whole command is measured with. */
const COMMAND_SECONDS = 40;
const MEMORY_TARGET = '<= 700 MB';

interface Run {
  seconds: number;
  modules: Map<ModuleName, number>;
  /** Peak resident memory of the worker process, in MB; undefined where the system does not report it. */
  peakMb: number | undefined;
}

/** Runs all modules in a real worker process: time per module relative to decoding, and memory relative to length. */
export async function run(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  try {
    const peaks: number[] = [];
    for (const minutes of MINUTES) {
      const path = join(folder, `${minutes}.mp4`);
      await writeLongClip(path, minutes * 60);
      const decode = await decodeSeconds(path);
      const { seconds, modules, peakMb } = await analyzeFile(path, folder, DEFAULT_MODULES);
      report.figure(`${minutes} min of 720p: decoding alone`, `${decode.toFixed(1)} s`);
      for (const [module, spent] of modules) report.figure(`  ${module}`, `${spent.toFixed(1)} s`);
      report.figure('  all default modules, start to end', `${seconds.toFixed(1)} s`);
      if (peakMb) peaks.push(peakMb);
      report.figure('  peak memory of the worker', megabytes(peakMb), MEMORY_TARGET);
    }
    if (peaks.length === 2) {
      report.figure('  memory, longer relative to shorter clip', (peaks[1]! / peaks[0]!).toFixed(2), 'about 1');
    }
    const { peakMb } = await analyzeFile(join(folder, `${MINUTES[0]}.mp4`), folder, MODULE_NAMES);
    report.figure(`${MINUTES[0]} min with people: peak memory of the worker`, megabytes(peakMb), MEMORY_TARGET);
    const path = join(folder, 'command.mp4');
    await writeLongClip(path, COMMAND_SECONDS);
    const command = ['src/headless/reelscope.ts', 'analyze', path, '--data-dir', join(folder, 'library'), '--quiet'];
    report.figure(
      `analyze, ${COMMAND_SECONDS} s of 720p: peak of all its processes (proportional set size)`,
      megabytes((await runProgram(command, { memory: true })).peakMb),
      MEMORY_TARGET,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const megabytes = (size: number | undefined) => (size ? `${size.toFixed(0)} MB` : 'unknown');

function analyzeFile(path: string, folder: string, chosen: readonly ModuleName[]): Promise<Run> {
  const started = performance.now();
  const modules = new Map<ModuleName, number>();
  let peakMb: number | undefined;
  const worker = spawnWorker();
  return new Promise((resolve, reject) => {
    const poll = setInterval(async () => {
      peakMb = (await peakOf(worker.pid)) ?? peakMb;
    }, 200);
    worker.onExit(({ code }) => {
      clearInterval(poll);
      if (code === 0) resolve({ seconds: (performance.now() - started) / 1000, modules, peakMb });
      else reject(new Error(`The worker exited with code ${code}.`));
    });
    worker.onMessage(async (raw) => {
      const message = FromWorker.parse(raw);
      if (message.type === 'findings') modules.set(message.module, message.seconds);
      if (message.type !== 'ready') return;
      const stillsFolder = join(folder, 'stills');
      await mkdir(stillsFolder, { recursive: true });
      const run = {
        jobId: 'bench',
        path,
        modules: [...chosen],
        finished: [],
        initialPrompt: null,
        brandWords: [],
      };
      worker.send({ type: 'analyze', run: { ...run, stillsFolder } });
    });
  });
}

/** Peak memory of a process, as reported by Linux. */
async function peakOf(pid: number | undefined): Promise<number | undefined> {
  const status = pid ? await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return kilobytes ? Number(kilobytes) / 1024 : undefined;
}
