import { sleep } from '../../../base/abort.ts';
import { CanceledError } from '../../../base/errors.ts';
import { isTerminalEvent, JOB_EVENT_BODIES, type JobEvent } from '../../../contract/analysis/events.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import { isOffline, send } from '../request.ts';
import { readEvents } from './event-stream.ts';

/** Delays before a broken stream is reopened, in milliseconds. */
const RETRY_MS = [500, 1000, 2000, 5000] as const;

/**
 * Follows a job until it ends. After a broken connection it resumes with the events that were missed.
 * @throws ReelscopeError `not_found`, `unauthorized` and other errors that a retry can't fix
 * @throws CanceledError when `signal` was aborted
 */
export async function followJob(jobId: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  for (let failures = 0; ; failures++) {
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId !== undefined && { 'Last-Event-ID': lastId }) };
      const response = await send('GET /processing/{job_id}/events', { params: { job_id: jobId }, headers, signal });
      for await (const event of readEvents(response.body!, JOB_EVENT_BODIES)) {
        failures = 0;
        lastId = event.id;
        onEvent(event);
        if (isTerminalEvent(event.name)) return;
      }
    } catch (error) {
      if (signal.aborted) throw new CanceledError();
      if (error instanceof ReelscopeError && !isOffline(error)) throw error;
    }
    await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!, signal);
  }
}
