import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Video } from '../../contract/library/video.ts';
import { queries } from './queries.ts';

/** Modules of a video that were made of texts that have changed since. */
export function useOutdatedModules(jobId: string): readonly ModuleName[] {
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  return useMemo(
    () => (facts?.analysis ?? []).filter(({ is_outdated }) => is_outdated).map(({ module }) => module),
    [facts],
  );
}

/** Videos with modules that were made of texts that have changed since. */
export function useOutdatedVideos(videos: readonly Video[]): Video[] {
  const found = useQueries({ queries: videos.map(({ job_id }) => queries.mediaFacts(job_id)) });
  return videos.filter((_, i) => found[i]?.data?.analysis.some(({ is_outdated }) => is_outdated));
}
