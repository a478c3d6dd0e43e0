import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Region } from '../../../../contract/search/visual.ts';
import { api } from '../../../api/endpoints.ts';
import { regionText } from '../../../ui/lib/region.ts';

/** Image to search with: one from outside, or the frame of a video at a time, such as that of a finding. */
export interface VisualSearch {
  /** An image from outside, or the captured frame. */
  upload: { file: File; url: string } | null;
  jobId: string | null;
  /** Seconds. */
  time: number;
  segmentId: string | null;
  region: Region | null;
  words: string;
}

const LIMIT = 60;

/** Shots that look like an image. */
export function visualQuery({ upload, jobId, time, segmentId, region, words }: VisualSearch) {
  return queryOptions({
    queryKey: ['visual', upload?.url ?? null, jobId, time, segmentId, region && regionText(region), words],
    enabled: upload !== null || jobId !== null,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const frame = segmentId === null ? { from_job_id: jobId!, time } : { segment_id: segmentId };
      const query = { ...(jobId !== null && frame), ...region, ...(words !== '' && { words }), limit: LIMIT };
      return api.searchVisually(query, upload?.file, signal);
    },
  });
}
