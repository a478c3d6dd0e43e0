import { useQueries } from '@tanstack/react-query';
import { type Blur, type BlurCoverage, coverageOf } from '../../contract/library/blur.ts';
import { queries } from './queries.ts';

/** A range of a video in seconds; the whole of it without times. */
interface ShownRange {
  job_id: string;
  start_time?: number;
  end_time?: number;
}

/** People whom a blur covers; undefined without a blur, and until all ranges are checked. */
export function useBlurCoverage(
  ranges: readonly ShownRange[],
  blur: Blur | null | undefined,
): BlurCoverage | undefined {
  // Stories may show a moment twice.
  const distinct = [...new Map(ranges.map((range) => [JSON.stringify(range), range])).values()];
  const found = useQueries({
    queries: distinct.map(({ job_id, ...range }) => queries.blurCheck(job_id, blur, range)),
  });
  const checks = found.flatMap(({ data }, i) => (data ? [{ jobId: distinct[i]!.job_id, ...data }] : []));
  return checks.length > 0 && checks.length === distinct.length ? coverageOf(checks) : undefined;
}
