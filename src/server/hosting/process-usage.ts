import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { WorkerUsage } from './host.ts';

/** Clock ticks per second of /proc; fixed on all supported architectures (sysconf(_SC_CLK_TCK)). */
const TICKS_PER_SECOND = 100;
/**
 * Bytes per page of /proc on all supported architectures but some ARM kernels, whose figures are four times too low.
 */
const PAGE_BYTES = 4096;

/**
 * Hides the console that Windows would show, and takes numbers from the language of the user (macOS prints `0:01,50` in
 * German).
 */
const OPTIONS = { windowsHide: true, env: { ...process.env, LC_ALL: 'C' } };

const run = promisify(execFile);

/** Memory and processor time of a process; undefined when it is gone or the system provides no way to find out. */
export async function readProcessUsage(pid: number): Promise<WorkerUsage | undefined> {
  try {
    if (process.platform === 'linux') {
      return parseProcStat(await readFile(`/proc/${pid}/stat`, 'latin1'));
    }
    if (process.platform === 'win32') {
      const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], OPTIONS);
      return parseTasklist(stdout);
    }
    const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)], OPTIONS);
    return parsePs(stdout);
  } catch {
    // The process has ended; its exit is reported elsewhere.
    return undefined;
  }
}

/** Parses /proc/PID/stat (proc(5)): fields 14 and 15 are processor ticks, field 24 is resident pages. */
export function parseProcStat(text: string): WorkerUsage | undefined {
  // The second field, the name, may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
  if (![user, system, pages].every(Number.isFinite)) return undefined;
  return { memoryBytes: pages! * PAGE_BYTES, cpuSeconds: (user! + system!) / TICKS_PER_SECOND };
}

/** Parses `ps -o rss=,time=`: kilobytes and `[[dd-]hh:]mm:ss[.ss]`, or with a comma. */
export function parsePs(text: string): WorkerUsage | undefined {
  const match = /^\s*(\d+)\s+(?:(\d+)-)?([\d:.,]+)\s*$/.exec(text);
  if (!match) return undefined;
  const [, kilobytes, days = '0', clock] = match;
  const seconds = clock!
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
  return { memoryBytes: Number(kilobytes) * 1024, cpuSeconds: Number(days) * 86_400 + seconds };
}

/**
 * Parses a row of `tasklist`, whose last column is the memory in kilobytes with separators of the system's language.
 */
export function parseTasklist(text: string): WorkerUsage | undefined {
  const memory = /"([^"]*)"\s*$/.exec(text)?.[1]?.replace(/\D/g, '');
  return memory ? { memoryBytes: Number(memory) * 1024, cpuSeconds: undefined } : undefined;
}
