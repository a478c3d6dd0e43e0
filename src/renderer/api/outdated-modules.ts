import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Video } from '../../contract/library/video.ts';
import { api } from './endpoints.ts';
import { queries } from './queries.ts';

/** Modules of a video that were made of texts that have changed since. */
export function useOutdatedModules(jobId: string): readonly ModuleName[] {
  const { data: facts } = useQuery(queries.mediaFacts(jobId));
  return useMemo(
    () => (facts?.analysis ?? []).filter(({ is_outdated }) => is_outdated).map(({ module }) => module),
    [facts],
  );
}

/**
 * Videos with modules that were made of texts that have changed since. They are asked for one after another and once,
 * since a selection may hold thousands.
 */
export function useOutdatedVideos(videos: readonly Video[]): Video[] {
  const jobIds = videos.map(({ job_id }) => job_id);
  const { data: outdated } = useQuery({
    queryKey: ['outdated-videos', jobIds],
    queryFn: async ({ signal }) => {
      const found = new Set<string>();
      for (const jobId of jobIds) {
        signal.throwIfAborted();
        // The export itself reports a video that can't be read.
        const facts = await api.videos.media(jobId, signal).catch(() => null);
        if (facts?.analysis.some(({ is_outdated }) => is_outdated)) found.add(jobId);
      }
      return found;
    },
    gcTime: 0,
  });
  return videos.filter(({ job_id }) => outdated?.has(job_id));
}
