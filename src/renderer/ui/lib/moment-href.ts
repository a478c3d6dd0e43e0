import type { Moment } from '../../../contract/search/moments.ts';

/** Link to a marked moment on the page of its video. */
export function markedHref({ job_id, id, start_time }: Moment): string {
  return `/videos/${job_id}?t=${start_time}&moment=${id}`;
}
