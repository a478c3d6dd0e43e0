import { useQueries } from '@tanstack/react-query';
import type { Video } from '../../contract/library/video.ts';
import { queries } from './queries.ts';

/** People in any of these videos, each once; undefined while People is off for all of them. */
export function usePeopleInVideos(videos: readonly Video[]) {
  const found = useQueries({
    queries: videos.map((video) => queries.videoPeople(video.job_id, video.updated_at)),
  });
  if (!found.some(({ data }) => data?.enabled)) return undefined;
  const all = found.flatMap(({ data }) => data?.people ?? []);
  return [...new Map(all.map((person) => [person.id, person])).values()];
}
