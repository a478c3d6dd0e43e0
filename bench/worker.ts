import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODULE_NAMES, type ModuleName } from '../src/contract/modules.ts';
import { spawnWorker } from '../src/headless/spawn-worker.ts';
import { FromWorker } from '../src/pipeline/protocol.ts';
import type { Report } from './report.ts';
import { decodeSeconds } from './support/decode-alone.ts';
import { writeLongClip } from './support/long-clip.ts';

export const name = 'worker: all modules in a worker process';

/** Minutes of the two clips; `--long` uses the half hour of the target. */
const MINUTES = process.argv.includes('--long') ? [3, 30] : [1, 3];

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
      const { seconds, modules, peakMb } = await analyzeFile(path, folder);
      report.figure(`${minutes} min of 720p: decoding alone`, `${decode.toFixed(1)} s`);
      for (const [module, spent] of modules) report.figure(`  ${module}`, `${spent.toFixed(1)} s`);
      report.figure('  all modules, start to end', `${seconds.toFixed(1)} s`);
      if (peakMb) peaks.push(peakMb);
      report.figure('  peak memory of the worker', `${peakMb?.toFixed(0) ?? 'unknown'} MB`, '<= 700 MB');
    }
    if (peaks.length === 2) {
      report.figure('  memory, longer relative to shorter clip', (peaks[1]! / peaks[0]!).toFixed(2), 'about 1');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function analyzeFile(path: string, folder: string): Promise<Run> {
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
        modules: [...MODULE_NAMES],
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
