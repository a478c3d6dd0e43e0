import { useQueries } from '@tanstack/react-query';
import type { Video } from '../../../contract/video.ts';
import { useJobs } from '../../api/live-jobs.ts';
import { queries } from '../../api/queries.ts';

/** Queued videos in the order of their runs, as far as their places are known. */
export function useInQueueOrder(videos: readonly Video[]): readonly Video[] {
  const statuses = useJobs((state) => state.statuses);
  const stored = useQueries({
    // Fetched by the rows.
    queries: videos.map(({ job_id, status }) => ({ ...queries.jobStatus(job_id, status), enabled: false })),
  });
  const placeOf = ({ job_id }: Video, index: number) =>
    (statuses[job_id] ?? stored[index]?.data)?.queue_position ?? Number.MAX_SAFE_INTEGER;
  return videos
    .map((video, index) => ({ video, place: placeOf(video, index) }))
    .sort((a, b) => a.place - b.place)
    .map(({ video }) => video);
}
