import { sleep } from '../../base/abort.ts';
import { CancelledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { isTerminalEvent, JOB_EVENT_NAMES, type JobEvent, type JobEventName } from '../../contract/events.ts';
import { readFrames } from './event-frames.ts';
import { isOffline, send } from './request.ts';

/** Waits before a broken stream is opened again, in milliseconds. */
const RETRY_MS = [500, 1000, 2000, 5000] as const;

/**
 * Follows a job until it ends, over broken connections too: what was missed comes after the break.
 * @throws ReelscopeError `not_found`, `unauthorized` and whatever else trying again can't mend
 * @throws CancelledError when `signal` was aborted
 */
export async function followJob(jobId: string, onEvent: (event: JobEvent) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | undefined;
  for (let failures = 0; ; failures++) {
    try {
      const headers = { Accept: 'text/event-stream', ...(lastId !== undefined && { 'Last-Event-ID': lastId }) };
      const response = await send('GET', `/processing/${jobId}/events`, { headers, signal });
      for await (const event of readEvents(response.body!)) {
        failures = 0;
        lastId = event.id;
        onEvent(event);
        if (isTerminalEvent(event.name)) return;
      }
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      if (error instanceof ReelscopeError && !isOffline(error)) throw error;
    }
    await sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!, signal);
  }
}

/** The events of a job in a stream; those with names that this version doesn't know are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<JobEvent> {
  for await (const { id, name, data } of readFrames(body)) {
    if (JOB_EVENT_NAMES.includes(name as JobEventName)) yield { id, name, body: JSON.parse(data) } as JobEvent;
  }
}
