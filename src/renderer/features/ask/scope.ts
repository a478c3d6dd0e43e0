import type { Video } from '../../../contract/library/video.ts';
import type { AskScope } from '../../../contract/search/chat.ts';
import { playedMoments, type Story } from '../../../contract/search/stories.ts';

/**
 * Reads the scope of a new chat from the address of the page: `project`, `story`, or `videos` separated by commas;
 * otherwise all videos.
 */
export function readScope(params: URLSearchParams): AskScope {
  const project = params.get('project');
  if (project) return { type: 'project', project_id: project };
  const story = params.get('story');
  if (story) return { type: 'story', story_id: story };
  const jobIds = (params.get('videos') ?? '').split(',').filter((id) => id !== '');
  return jobIds.length > 0 ? { type: 'videos', job_ids: jobIds } : { type: 'library' };
}

/** Parts of the address for a new chat with this scope. */
export function scopeParams(scope: AskScope): Record<string, string> {
  switch (scope.type) {
    case 'library':
      return {};
    case 'project':
      return { project: scope.project_id };
    case 'story':
      return { story: scope.story_id };
    case 'videos':
      return { videos: scope.job_ids.join(',') };
  }
}

/** Returns the videos of a scope that exist. @param story of a scope with one, null before it is loaded */
export function videosOf(scope: AskScope, videos: readonly Video[], story: Story | null): readonly Video[] {
  switch (scope.type) {
    case 'library':
      return videos;
    case 'project':
      return videos.filter(({ project_id }) => project_id === scope.project_id);
    case 'story': {
      const jobIds = new Set(playedMoments(story?.items ?? []).map(({ job_id }) => job_id));
      return videos.filter(({ job_id }) => jobIds.has(job_id));
    }
    case 'videos':
      // In the order of the question: the first of two is compared with the second.
      return scope.job_ids.flatMap((id) => videos.filter(({ job_id }) => job_id === id));
  }
}
