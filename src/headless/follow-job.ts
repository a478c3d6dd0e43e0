import { setTimeout as delay } from 'node:timers/promises';
import { ReelscopeError } from '../contract/errors.ts';
import { JobStatus } from '../contract/job.ts';
import type { ApiClient } from '../server/client/api-client.ts';
import { type CommandInput, EXIT, type ExitCode, note } from './command.ts';
import { createProgressBar } from './progress-bar.ts';

/** Polling interval of the job in milliseconds. */
const POLL_MS = 300;

/**
 * Shows the job's progress until it ends; cancels it on an interrupt.
 * @throws ReelscopeError of a failed analysis, with its code
 */
export async function followJob(api: ApiClient, jobId: string, input: CommandInput): Promise<ExitCode> {
  const { signal } = input;
  const bar = createProgressBar(input);
  try {
    for (;;) {
      if (signal.aborted) {
        await api.send('POST', `/processing/${jobId}/cancel`, {}, JobStatus);
        bar.clear();
        note(input, 'Interrupted. The findings so far are kept.');
        return EXIT.interrupted;
      }
      const status = await api.get(`/processing/${jobId}/status`, JobStatus);
      if (status.status === 'completed' || status.status === 'failed') {
        bar.clear();
        return conclude(status, input);
      }
      bar.show(status);
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
    }
  } finally {
    bar.clear();
  }
}

function conclude({ status, warnings, error, error_code }: JobStatus, input: CommandInput): ExitCode {
  for (const warning of warnings) note(input, `note: ${warning}`);
  if (status === 'completed') return EXIT.done;
  throw new ReelscopeError(error_code ?? 'internal', error ?? 'The analysis failed.');
}
