import type { ModuleName } from '../../../contract/analysis/modules.ts';
import type { Video } from '../../../contract/library/video.ts';
import { api } from '../../api/endpoints.ts';
import { queries } from '../../api/queries.ts';
import { invalidate } from '../../api/query-client.ts';
import { DASHBOARD, VIDEOS } from '../../api/video-cache.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { errorText } from '../../ui/lib/messages.ts';
import type { useLibraryText } from './text.ts';

/** Result of an action on several videos. */
export interface Outcome {
  done: number;
  failed: number;
  /** Error of the first video that failed. */
  reason: string;
}

/** Runs an action on each video in turn and continues after a failure. */
async function each(videos: readonly Video[], act: (video: Video) => Promise<unknown>): Promise<Outcome> {
  const outcome: Outcome = { done: 0, failed: 0, reason: '' };
  for (const video of videos) {
    try {
      await act(video);
      outcome.done++;
    } catch (thrown) {
      outcome.failed++;
      outcome.reason ||= errorText(thrown);
    }
  }
  invalidate(VIDEOS.queryKey, DASHBOARD.queryKey, queries.projects.queryKey, ['video']);
  return outcome;
}

/**
 * Queues videos with their earlier modules, or with all available ones. Their findings remain until new ones arrive.
 */
export async function processVideos(videos: readonly Video[]): Promise<Outcome> {
  const available = (await api.modules()).filter((module) => module.available).map((module) => module.name);
  return each(videos, ({ job_id, status, selected_insights }) => {
    const earlier = status === 'completed' ? (JSON.parse(selected_insights) as ModuleName[]) : [];
    return api.videos.process(job_id, { modules: earlier.length > 0 ? earlier : available });
  });
}

export const moveVideos = (videos: readonly Video[], projectId: string | null): Promise<Outcome> =>
  each(videos, ({ job_id }) => api.videos.update(job_id, { project_id: projectId }));

/** Shows the result of an action as toasts. */
export function report(
  { done, failed, reason }: Outcome,
  text: 'done.queued' | 'done.moved',
  t: ReturnType<typeof useLibraryText>,
): void {
  if (failed > 0) toast(t('failed', { count: failed, reason }), { tone: 'bad' });
  if (done > 0) toast(t(text, { count: done }), { tone: 'good' });
}
