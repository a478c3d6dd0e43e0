import type { JobNews } from '../../server/jobs/activity.ts';

/** How long no job runs, in milliseconds, before a queue that waits, such as for its hours, counts as at rest. */
const REST_MS = 2000;

/**
 * Collects the ends of analyses until the queue is at rest, so that a batch of files is reported once. Crashes are
 * reported at once.
 * @param parts.snapshot state of the queue
 * @param parts.report called with the news of a batch; of a video, the last one
 */
export function createNewsBatch(parts: {
  snapshot(): { running: number; queued: number };
  report(news: readonly JobNews[]): void;
}) {
  const collected = new Map<string, JobNews>();
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    const news = [...collected.values()];
    collected.clear();
    if (news.length > 0) parts.report(news);
  };

  /** Called for each possible change of the queue. */
  const update = () => {
    clearTimeout(timer);
    timer = undefined;
    const { running, queued } = parts.snapshot();
    if (collected.size === 0 || running > 0) return;
    if (queued === 0) return flush();
    timer = setTimeout(() => {
      if (parts.snapshot().running === 0) flush();
    }, REST_MS);
    timer.unref();
  };

  return {
    update,
    add(news: JobNews): void {
      if (news.kind === 'restarted') return parts.report([news]);
      collected.delete(news.jobId);
      collected.set(news.jobId, news);
      update();
    },
  };
}
