import { isAudioFile } from '../../../contract/library/video.ts';
import { isBusy } from '../../api/live/live-jobs.ts';
import { useVideos } from '../../api/queries.ts';
import { openOverlay } from '../../ui/lib/overlays.ts';
import { usePeopleText } from '../../ui/lib/texts/people-text.ts';

/**
 * Offer to analyze the videos of a project for people, since those added before People was turned on weren't. Null
 * without a video that can be analyzed now, undefined until the videos are known.
 */
export function useAnalyzablePeople(projectId: string): { label: string; open(): void } | null | undefined {
  const t = usePeopleText();
  const { data: videos } = useVideos();
  if (!videos) return undefined;
  const jobIds = videos
    .filter((video) => video.project_id === projectId && !isBusy(video) && !isAudioFile(video))
    .map(({ job_id }) => job_id);
  if (jobIds.length === 0) return null;
  return {
    label: t('analyze', { count: jobIds.length }),
    open: () => openOverlay({ kind: 'process', jobIds, modules: ['people'] }),
  };
}
