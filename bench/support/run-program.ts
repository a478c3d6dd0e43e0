import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { treeMemoryMb } from './tree-memory.ts';

/** How often memory is read: more often, the reading itself would count. */
const MEMORY_POLL_MS = 100;

/** Time on the clock, and processor time of user and system; undefined where the system doesn't report it. */
export interface Cost {
  seconds: number;
  processorSeconds: number | undefined;
}

/** Cost of a program with all its processes. */
export interface ProgramRun extends Cost {
  /** Peak proportional set size; undefined unless asked for, and where the system doesn't report it. */
  peakMb: number | undefined;
}

/**
 * Runs this process's Node with arguments until it exits.
 * @param options.memory whether to watch the peak of memory, which takes time of the machine
 * @param options.cores the processor cores that it may use, as `taskset` of Linux takes them; default all
 * @throws Error if the program fails
 */
export async function runProgram(
  args: readonly string[],
  { memory = false, cores }: { memory?: boolean; cores?: string } = {},
): Promise<ProgramRun> {
  const before = childrenSeconds();
  const started = performance.now();
  const [program, ...rest] = [...(cores === undefined ? [] : ['taskset', '-c', cores]), process.execPath, ...args];
  const child = spawn(program!, rest, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  let peakMb: number | undefined;
  while (memory && child.exitCode === null && child.signalCode === null) {
    const size = await treeMemoryMb(child.pid!);
    if (size) peakMb = Math.max(peakMb ?? 0, size);
    await Promise.race([ended, setTimeout(MEMORY_POLL_MS)]);
  }
  const [code] = await ended;
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) throw new Error(`${args.join(' ')} exited with code ${code}.`);
  const processorSeconds = before === undefined ? undefined : childrenSeconds()! - before;
  return { seconds, processorSeconds, peakMb };
}

/** Processor time of a running process, in steps of 10 ms; undefined where the system doesn't report it. */
export const processorSeconds = (pid: number): number | undefined => statSeconds(String(pid), 'utime');

/** Processor time of all children that have exited, with theirs. */
const childrenSeconds = (): number | undefined => statSeconds('self', 'cutime');

/** User and system time, which proc(5) gives in hundredths of a second as two fields in a row of `stat`. */
function statSeconds(process: string, first: 'utime' | 'cutime'): number | undefined {
  try {
    const [, after = ''] = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ');
    const [user, system] = after
      .split(' ')
      .slice(first === 'utime' ? 11 : 13)
      .map(Number);
    return (user! + system!) / 100;
  } catch {
    return undefined;
  }
}
