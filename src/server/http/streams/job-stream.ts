import { isTerminalEvent, type JobEvent } from '../../../contract/analysis/events.ts';
import type { JobStatus } from '../../../contract/analysis/job.ts';
import type { JobEvents } from '../../jobs/job-events.ts';
import { liveEvents, type OnCredentialEnd } from '../serving/live-events.ts';

/** Unsent bytes at which a client is disconnected; it resumes with Last-Event-ID. */
const BACKLOG_BYTES = 4 * 1024 * 1024;

export interface StreamOptions {
  jobId: string;
  events: JobEvents;
  /** Returns the current state. @throws ReelscopeError `not_found` */
  status(): Promise<JobStatus>;
  lastEventId: string | undefined;
  onCredentialEnd: OnCredentialEnd;
}

/**
 * Streams a job's events (server-sent events, WHATWG HTML, section 9.2): first its state, then events since
 * Last-Event-ID (or `reset` if they are no longer known), then live events. The stream ends with the job; closing it
 * does not affect the job.
 * @throws ReelscopeError `not_found`
 */
export async function jobStream(options: StreamOptions): Promise<Response> {
  const { jobId, events, lastEventId } = options;
  // Subscribe before reading the state, so that no event is lost in between.
  const snapshotId = events.lastId(jobId);
  const isReset = lastEventId !== undefined && lastEventId !== '' && !events.canResume(jobId, lastEventId);
  const missed: JobEvent[] = [];
  const early: JobEvent[] = [];
  let deliver: (event: JobEvent) => void = (event) => missed.push(event);
  let end: () => void = () => {};
  const unsubscribe = events.subscribe(
    jobId,
    (event) => deliver(event),
    isReset ? undefined : lastEventId,
    () => end(),
  );
  deliver = (event) => early.push(event);
  const snapshot = await options.status().catch((error: unknown) => {
    unsubscribe();
    throw error;
  });
  return liveEvents(BACKLOG_BYTES, options.onCredentialEnd, ({ send, close }) => {
    end = close;
    deliver = (event) => {
      send(frame(event));
      if (isTerminalEvent(event.name)) close();
    };
    const firstId = missed.length > 0 && lastEventId ? lastEventId : snapshotId;
    send(frame({ id: firstId, name: 'status', body: snapshot }));
    if (isReset) send(frame({ id: firstId, name: 'reset', body: { job_id: jobId } }));
    // The end of an earlier run is skipped; the current state determines whether the job has ended.
    for (const event of missed) if (!isTerminalEvent(event.name)) deliver(event);
    if (snapshot.status === 'completed' || snapshot.status === 'failed') {
      deliver({ id: events.lastId(jobId), name: snapshot.status, body: snapshot });
    } else {
      for (const event of early) deliver(event);
    }
    return unsubscribe;
  });
}

function frame(event: JobEvent): string {
  return `id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.body)}\n\n`;
}
