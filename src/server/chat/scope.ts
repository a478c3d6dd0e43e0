import type { Segment } from '../../contract/analysis/segment.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { AskScope } from '../../contract/search/chat.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { parseId, requireFound, requireProjectId } from '../errors/lookup.ts';
import type { ResultsService } from '../library/results.ts';

/** Seconds around a moment whose findings belong to it, for moments that are cut closely or are instants. */
const AROUND_SECONDS = 3;

/** Videos that a question is about, and the times in them. */
export interface ScopedVideos {
  /** Analyzed ones: newest first, or in the given order. */
  videos: VideoRow[];
  /** Whether a finding is at a time of the scope. */
  covers(jobId: string, finding: Pick<Segment, 'start_time' | 'end_time'>): boolean;
}

export interface SeveralVideos extends ScopedVideos {
  scope: AskScope;
}

/** Subject of a question: one video, or the videos of a scope. */
export type Subject = { scope: null; video: VideoRow } | SeveralVideos;

/**
 * @param about id or job id of a video, or several videos
 * @throws ReelscopeError `not_found`, `not_ready`
 */
export function subjectOf(
  { store, results }: { store: Store; results: ResultsService },
  userId: number,
  about: string | AskScope,
): Subject {
  if (typeof about !== 'string') return { scope: about, ...videosIn(store, results, userId, about) };
  const { jobId } = requireFound(store.videos.find(userId, about), 'video');
  return { scope: null, video: results.completed(userId, jobId) };
}

/** @throws ReelscopeError `not_found` (the project, story, or a video), `not_ready` (none is analyzed) */
function videosIn(store: Store, results: ResultsService, userId: number, scope: AskScope): ScopedVideos {
  const { jobIds, covers } = timesIn(store, userId, scope);
  const videos = jobIds.map((jobId) => requireFound(store.videos.find(userId, jobId), 'video')).filter(results.has);
  if (videos.length === 0) throw new ReelscopeError('not_ready', sentence('chat.none-analyzed'));
  return { videos, covers };
}

function timesIn(
  store: Store,
  userId: number,
  scope: AskScope,
): { jobIds: readonly string[] } & Pick<ScopedVideos, 'covers'> {
  const covers = () => true;
  switch (scope.type) {
    case 'library':
      return { jobIds: store.videos.list(userId).map(({ jobId }) => jobId), covers };
    case 'project': {
      const projectId = requireProjectId(store, userId, scope.project_id);
      return { jobIds: store.videos.list(userId, { projectId }).map(({ jobId }) => jobId), covers };
    }
    case 'story':
      return momentsOf(store, userId, scope.story_id);
    case 'videos':
      return { jobIds: [...new Set(scope.job_ids)], covers };
  }
}

/** Videos and times of a story’s moments, without those in the trash. */
function momentsOf(store: Store, userId: number, storyId: string): ReturnType<typeof timesIn> {
  const { id } = requireFound(store.stories.get(userId, parseId(storyId, 'story')), 'story');
  const items = store.stories.itemsOfAll([id]).get(id) ?? [];
  const rows = store.moments.byIds(
    userId,
    items.flatMap(({ momentId }) => momentId ?? []),
  );
  const moments = [...rows.values()].filter(({ deletedAt }) => deletedAt === null);
  return {
    jobIds: [...new Set(moments.map(({ jobId }) => jobId))],
    covers: (jobId, { start_time, end_time }) =>
      moments.some(
        (moment) =>
          moment.jobId === jobId &&
          end_time >= moment.startTime - AROUND_SECONDS &&
          start_time <= (moment.endTime ?? moment.startTime) + AROUND_SECONDS,
      ),
  };
}

/** Whether two scopes are the same; null stands for a single video. */
export function isSameScope(a: AskScope | null, b: AskScope | null): boolean {
  return JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));
}

function canonical(scope: AskScope | null): unknown {
  if (scope === null) return null;
  return Object.entries(scope).sort(([a], [b]) => a.localeCompare(b));
}
