import type { Video } from '../../../../contract/library/video.ts';
import { useVideos } from '../../../api/queries.ts';

const NONE: readonly Video[] = [];

/** The videos of these jobs, as far as the library has them. */
export function useChosen(jobIds: readonly string[]): readonly Video[] {
  const { data } = useVideos();
  return data?.filter(({ job_id }) => jobIds.includes(job_id)) ?? NONE;
}
