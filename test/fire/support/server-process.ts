import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Client, createClient } from '../../fixtures/client.ts';

/** A built server in a process of its own, which can be killed at any instant. */
export interface ServerProcess {
  client: Client;
  apiUrl: string;
  token: string;
  /** Lines of the log with level `error`. */
  errors: readonly string[];
  /** Kills the process without warning, and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends the process as a user would. */
  stop(): Promise<void>;
  /** Ids of its worker processes; empty where the system does not tell. */
  workers(): number[];
}

/** Processes that outlive a failed test otherwise. */
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** @param command words before the server's own, such as a wrapper that limits it */
export async function startServerProcess(
  dataFolder: string,
  options: { command?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<ServerProcess> {
  const serve = [join(inject('built'), 'reelscope.js'), 'serve', '--port', '0', '--json', '--data-dir', dataFolder];
  const [program, ...args] = [...(options.command ?? []), process.execPath, ...serve];
  const env = { ...process.env, ...options.env };
  const child = spawn(program!, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  alive.add(child);
  const ended = once(child, 'close').finally(() => alive.delete(child));
  const errors: string[] = [];
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-20_000);
    errors.push(...text.split('\n').filter((line) => line.includes('"level":"error"')));
  });
  let stdout = '';
  const line = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) resolve(stdout);
    });
  });
  const failed = ended.then(() => {
    throw new Error(`The server ended: ${output}`);
  });
  failed.catch(() => {});
  const { api_url: apiUrl, token, pid } = JSON.parse(await Promise.race([line, failed]));
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    process.kill(pid, signal);
    await ended;
  };
  return {
    client: createClient({ apiUrl }, `Bearer ${token}`),
    apiUrl,
    token,
    errors,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    workers: () => childrenOf(pid),
  };
}

function childrenOf(pid: number): number[] {
  if (process.platform === 'win32') return [];
  try {
    const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    const rows = list.split('\n').map((row) => row.trim().split(/\s+/).map(Number));
    return rows.filter(([, parent]) => parent === pid).map(([child]) => child!);
  } catch {
    return [];
  }
}

/** Whether a process still runs; one that ended but was not collected does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // `ps` takes too long to be asked often.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
