import { setTimeout as delay } from 'node:timers/promises';
import { JobStatus } from '../contract/analysis/job.ts';
import { ReelscopeError } from '../contract/errors.ts';
import type { ApiClient } from '../server/client/api-client.ts';
import { type CommandInput, EXIT, type ExitCode, note } from './command.ts';
import { isServerGone } from './connection/connect.ts';
import { createProgressBar, type ProgressBar } from './output/progress-bar.ts';

/** Polling interval of the job in milliseconds. */
const POLL_MS = 300;

export interface FollowOptions {
  /** Whether an interrupt cancels the job; false if it belongs to another command. */
  isOwn?: boolean;
  bar?: ProgressBar;
  /** Prints a line for people. */
  tell?: (line: string) => void;
  /** Called with the last state of the job. */
  onEnd?: (status: JobStatus) => void;
}

/**
 * Shows the job's progress until it ends; cancels it on an interrupt, unless it belongs to another command.
 * @throws ReelscopeError of a failed analysis, with its code
 */
export async function followJob(
  api: ApiClient,
  jobId: string,
  input: CommandInput,
  options: FollowOptions = {},
): Promise<ExitCode> {
  const { signal } = input;
  const { isOwn = true, bar = createProgressBar(input), tell = (line) => note(input, line) } = options;
  try {
    for (;;) {
      if (signal.aborted) {
        if (isOwn) await cancel(api, jobId);
        bar.clear();
        const outcome = isOwn
          ? 'Run the command again to continue from the findings so far.'
          : 'The analysis continues.';
        tell(`Interrupted. ${outcome}`);
        return EXIT.interrupted;
      }
      const status = await api.get(`/processing/${jobId}/status`, JobStatus).catch((error: unknown) => {
        // All commands on the library were interrupted together.
        if (!signal.aborted || !isServerGone(error)) throw error;
      });
      if (!status) continue;
      if (!isOpen(status)) {
        bar.clear();
        options.onEnd?.(status);
        return conclude(status, tell);
      }
      bar.show(status);
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    bar.clear();
  }
}

/** Whether a job waits or works. */
export const isOpen = ({ status }: Pick<JobStatus, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

/** Cancels a job that may have just ended, or whose server ends with this command. */
async function cancel(api: ApiClient, jobId: string): Promise<void> {
  try {
    await api.send('POST', `/processing/${jobId}/cancel`, {}, JobStatus);
  } catch (error) {
    const isOver = error instanceof ReelscopeError && error.code === 'conflict';
    if (!isOver && !isServerGone(error)) throw error;
  }
}

function conclude(
  { status, warnings, error, error_code }: JobStatus,
  tell: NonNullable<FollowOptions['tell']>,
): ExitCode {
  for (const warning of warnings) tell(`note: ${warning}`);
  if (status === 'completed') return EXIT.done;
  throw new ReelscopeError(error_code ?? 'internal', error ?? 'The analysis failed.');
}
