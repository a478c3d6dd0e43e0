import type { JobEvent } from '../../contract/analysis/events.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { Store } from '../../db/index.ts';
import type { JobEvents } from './job-events.ts';

/** Summary of the queue for the host. */
export interface ActivitySnapshot {
  /** Number of running jobs. */
  running: number;
  /** Number of queued jobs. */
  queued: number;
  /** Progress of the running jobs, 0..1; null if none runs. */
  progress: number | null;
}

/**
 * Change of a job worth a system notification. `restarted`: the worker crashed and the job is queued for its second
 * attempt.
 */
export interface JobNews {
  kind: 'completed' | 'failed' | 'restarted';
  jobId: string;
  videoName: string;
  /** Reason of a failure, for display. */
  error: LocalizedText | null;
}

/** In-process view of the queue for the host of the server. */
export interface Activity {
  snapshot(): ActivitySnapshot;
  /**
   * Notifies about possible changes of the snapshot, at most twice a second while a job runs. Returns a function that
   * unsubscribes.
   */
  onChange(listener: () => void): () => void;
  /** Notifies about the local user's jobs, except those the user canceled. Returns a function that unsubscribes. */
  onNews(listener: (news: JobNews) => void): () => void;
}

/**
 * Nothing is open while the library is reopened, although its jobs may start before that ends: an error here would fail
 * them.
 * @param library called for each use; undefined while it is reopened
 */
export function createActivity(
  library: () => { store: Store; localUser: number } | undefined,
  events: JobEvents,
): Activity {
  const live = new Map<string, number>();

  function follow(jobId: string, { name, body }: JobEvent): JobNews['kind'] | undefined {
    if (name === 'module' || name === 'segment' || name === 'reset') return undefined;
    const ran = live.has(jobId);
    if (body.status === 'processing') live.set(jobId, body.progress);
    else live.delete(jobId);
    if (name === 'completed') return 'completed';
    if (name === 'failed') return body.error_code === 'cancelled' ? undefined : 'failed';
    return ran && body.status === 'queued' ? 'restarted' : undefined;
  }

  const changed = new Set<() => void>();
  const listeners = new Set<(news: JobNews) => void>();
  events.subscribeAll((jobId, event) => {
    const kind = follow(jobId, event);
    if (event.name !== 'module' && event.name !== 'segment') for (const listener of [...changed]) listener();
    const open = library();
    const video = kind && open?.store.videos.get(open.localUser, jobId);
    if (!video) return;
    const error = kind === 'failed' ? errorOf(event) : null;
    for (const listener of [...listeners]) listener({ kind, jobId, videoName: video.name, error });
  });

  return {
    snapshot() {
      const { queued, processing } = library()?.store.jobs.countOpen() ?? { queued: 0, processing: 0 };
      const known = [...live.values()];
      const mean = known.length === 0 ? 0 : known.reduce((sum, percent) => sum + percent, 0) / known.length / 100;
      return { running: processing, queued, progress: processing > 0 ? mean : null };
    },
    onChange: (listener) => subscribe(changed, listener),
    onNews: (listener) => subscribe(listeners, listener),
  };
}

function errorOf({ body }: JobEvent): LocalizedText | null {
  if (!('error' in body) || body.error === null) return null;
  const text = 'error_text' in body ? body.error_text : null;
  return { message: body.error, ...(text && { text }) };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
