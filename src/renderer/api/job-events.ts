import { sleep } from '../../base/abort.ts';
import { CancelledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { isTerminalEvent, JOB_EVENT_NAMES, type JobEvent, type JobEventName } from '../../contract/events.ts';
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

/** The frames of a stream of server-sent events (WHATWG HTML, section 9.2.6), as this server writes them. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<JobEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const frames = (rest + value).split('\n\n');
      rest = frames.pop()!;
      for (const frame of frames) {
        const event = parseFrame(frame);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** One frame; undefined for comments and for names that this version doesn't know. */
function parseFrame(frame: string): JobEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''));
  }
  const name = fields.get('event') as JobEventName | undefined;
  const data = fields.get('data');
  if (name === undefined || data === undefined || !JOB_EVENT_NAMES.includes(name)) return undefined;
  return { id: fields.get('id') ?? '', name, body: JSON.parse(data) } as JobEvent;
}
