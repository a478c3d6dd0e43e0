import type { JobEvent } from '../../contract/events.ts';
import type { Store } from '../../db/index.ts';
import type { JobEvents } from './job-events.ts';

/** What a host shows of the queue. */
export interface ActivitySnapshot {
  /** Jobs that run now. */
  running: number;
  /** Jobs that wait. */
  queued: number;
  /** Of what runs, 0 to 1; null when nothing does. */
  progress: number | null;
}

/** What a person wants to be told of. `restarted`: the worker died and the job waits for its second attempt. */
interface JobNews {
  kind: 'completed' | 'failed' | 'restarted';
  jobId: string;
  videoName: string;
  /** Why it failed, for people. */
  error: string | null;
}

/** How the host of a server sees its work, without asking over HTTP. */
export interface Activity {
  snapshot(): ActivitySnapshot;
  /** Called whenever a snapshot may differ; at most twice a second while a job runs. Returns how to stop. */
  onChange(listener: () => void): () => void;
  /** News of the videos of the person at this machine; a job that they cancelled is none. Returns how to stop. */
  onNews(listener: (news: JobNews) => void): () => void;
}

export function createActivity(store: Store, events: JobEvents, userId: number): Activity {
  const live = new Map<string, number>();

  function follow(jobId: string, { name, body }: JobEvent): JobNews['kind'] | undefined {
    if (name === 'module' || name === 'segment') return undefined;
    const ran = live.has(jobId);
    if (body.status === 'processing') live.set(jobId, body.progress);
    else live.delete(jobId);
    if (name === 'completed') return 'completed';
    if (name === 'failed') return body.error_code === 'cancelled' ? undefined : 'failed';
    return ran && body.status === 'queued' ? 'restarted' : undefined;
  }

  const changed = new Set<() => void>();
  const told = new Set<(news: JobNews) => void>();
  events.subscribeAll((jobId, event) => {
    const kind = follow(jobId, event);
    if (event.name !== 'module' && event.name !== 'segment') for (const listener of [...changed]) listener();
    const video = kind && store.videos.get(userId, jobId);
    if (!video) return;
    const error = kind === 'failed' && 'error' in event.body ? event.body.error : null;
    for (const listener of [...told]) listener({ kind, jobId, videoName: video.name, error });
  });

  return {
    snapshot() {
      const { queued, processing } = store.jobs.countOpen();
      const known = [...live.values()];
      const mean = known.length === 0 ? 0 : known.reduce((sum, percent) => sum + percent, 0) / known.length / 100;
      return { running: processing, queued, progress: processing > 0 ? mean : null };
    },
    onChange: (listener) => subscribe(changed, listener),
    onNews: (listener) => subscribe(told, listener),
  };
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
