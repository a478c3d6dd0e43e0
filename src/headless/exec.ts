import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { JobStatus } from '../contract/analysis/job.ts';
import { Video } from '../contract/library/video.ts';
import { jobEventData } from '../contract/sharing/webhook-events.ts';
import type { ApiClient } from '../server/client/api-client.ts';
import { type CommandInput, note, type Options, text, UsageError } from './command.ts';

/** Option of commands that run a program of the user at the end of an analysis. */
export const EXEC_OPTION = {
  exec: {
    type: 'string',
    value: 'COMMAND',
    help: 'program to run at the end of each analysis, with the event as JSON on standard input',
  },
} as const satisfies Options;

/** Notes about `--exec` for help and the manual page. */
export const EXEC_NOTES: readonly string[] = [
  '--exec splits COMMAND at spaces (quotes keep words together) and runs it without a shell; for a shell: --exec "sh script.sh",',
  'on Windows --exec "cmd /c script.bat".',
  'It gets the event of a webhook on standard input, and REELSCOPE_EVENT, REELSCOPE_JOB_ID, REELSCOPE_VIDEO_NAME, REELSCOPE_STATUS,',
  'and REELSCOPE_API_URL. Its output goes to standard error. Its failure is reported and changes nothing else.',
];

/** Runs the program of `--exec` for a job that has ended; never rejects. */
export type RunExec = (api: ApiClient, jobId: string) => Promise<void>;

/** Returns what `--exec` runs; undefined without it. @throws UsageError */
export function execOf(input: CommandInput): RunExec | undefined {
  const line = text(input, 'exec');
  if (line === undefined) return undefined;
  const words = splitCommand(line);
  const [program, ...args] = words ?? [];
  if (!program) throw new UsageError('--exec requires a program; quotes must be closed.');
  const report = (problem: string) => note({ ...input, values: {} }, `--exec ${program}: ${problem}`);
  return async (api, jobId) => {
    try {
      const event = await eventOf(api, jobId);
      const problem = await run(program, args, event, api.apiUrl);
      if (problem !== undefined) report(problem);
    } catch (error) {
      report(error instanceof Error ? error.message : String(error));
    }
  };
}

interface ExecEvent {
  type: 'job.completed' | 'job.failed' | 'job.cancelled';
  timestamp: string;
  data: ReturnType<typeof jobEventData>;
}

async function eventOf(api: ApiClient, jobId: string): Promise<ExecEvent> {
  const job = await api.get(`/processing/${jobId}/status`, JobStatus);
  const video = await api.get(`/videos/${jobId}`, Video);
  const ended = job.error_code === 'cancelled' ? 'job.cancelled' : 'job.failed';
  const type = job.error_code === null && job.status === 'completed' ? 'job.completed' : ended;
  return { type, timestamp: new Date().toISOString(), data: jobEventData(job, video) };
}

/** Returns how the program failed; undefined if it succeeded. */
async function run(program: string, args: string[], event: ExecEvent, apiUrl: string): Promise<string | undefined> {
  const { type, data } = event;
  const child = spawn(program, args, {
    // Findings are printed to standard output.
    stdio: ['pipe', process.stderr, process.stderr],
    env: {
      ...process.env,
      REELSCOPE_EVENT: type,
      REELSCOPE_JOB_ID: data.job_id,
      REELSCOPE_VIDEO_NAME: data.video_name,
      REELSCOPE_STATUS: data.status,
      REELSCOPE_API_URL: apiUrl,
    },
  });
  // A program need not read its input.
  child.stdin!.on('error', () => {});
  child.stdin!.end(`${JSON.stringify(event)}\n`);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return undefined;
  return signal ? `ended by ${signal}` : `exit code ${code}`;
}

/** Splits a command line at spaces outside of quotes; undefined for a quote without an end. Pure. */
export function splitCommand(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const char of line) {
    if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + char;
  }
  if (quote !== '') return undefined;
  return word === undefined ? words : [...words, word];
}
