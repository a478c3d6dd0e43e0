import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { VideoFacts } from '../../../contract/library/video-facts.ts';
import { queries } from '../../api/queries.ts';
import type { Sort } from './sort-filter.ts';

/** Orders that need the facts. */
export const FACT_SORTS: ReadonlySet<Sort> = new Set(['captured', 'capturedOldest', 'speaker']);

/** Capture dates and speakers by job id; empty until they are needed and known. */
export function useVideoFacts(isNeeded: boolean): ReadonlyMap<string, VideoFacts> {
  const { data } = useQuery({ ...queries.videoFacts, enabled: isNeeded });
  return useMemo(() => new Map((data ?? []).map((one) => [one.job_id, one])), [data]);
}
