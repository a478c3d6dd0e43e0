import type { z } from 'zod';
import type { ModuleName } from '../../../contract/analysis/modules.ts';
import { Results } from '../../../contract/analysis/results.ts';
import type { Segment } from '../../../contract/analysis/segment.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { secondsIn } from '../../client/video-times.ts';
import { timesOf } from '../output.ts';
import type { TimeInput } from '../tool.ts';

type Time = z.output<typeof TimeInput> | undefined;

export interface FindingsRequest {
  job_id: string;
  modules?: readonly ModuleName[] | undefined;
  start_time?: Time;
  end_time?: Time;
  /** Earlier names of the times. */
  from?: Time;
  to?: Time;
  translation?: boolean | undefined;
}

/** Returns the findings of an analyzed video in a range, in time order. @throws ReelscopeError `not_ready` */
export async function findingsOf(
  api: ApiClient,
  { job_id, modules, from, to, start_time: first = from, end_time: last = to, translation }: FindingsRequest,
  signal: AbortSignal,
): Promise<{ results: Results; segments: Segment[] }> {
  const [start = 0, end = Number.POSITIVE_INFINITY] = await secondsIn(
    api,
    job_id,
    [first ?? 0, last ?? Number.POSITIVE_INFINITY],
    signal,
  );
  const query = new URLSearchParams({
    ...(modules && modules.length > 0 && { modules: modules.join(',') }),
    ...(translation && { text: 'translation' }),
  });
  const results = await api.get(`/results/job/${encodeURIComponent(job_id)}?${query}`, Results, signal);
  const segments = results.segments.filter(({ start_time, end_time }) => start_time <= end && end_time >= start);
  return { results, segments };
}

/**
 * Which modules ran, and over which part of the video: no finding of another one does not mean that there is nothing.
 */
export function describeAnalysis({ analysis = [] }: Pick<Results, 'analysis'>) {
  return analysis.map(({ module, status, start_time, end_time, error }) => ({
    module,
    status,
    ...(start_time !== null && { start_time, end_time }),
    ...(error !== null && { error }),
  }));
}

/** A finding as agents read it. */
export function describeFinding({ id, module, content, data, ...range }: Segment) {
  return {
    ...timesOf(range),
    module,
    text: content,
    ...(data?.speaker !== undefined && { speaker: data.speaker }),
    ...(data?.confidence !== undefined && { confidence: data.confidence }),
    ...((data?.corrected || data?.added) && { edited_by_user: true }),
    segment_id: id,
  };
}
