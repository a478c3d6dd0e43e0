import { useQuery } from '@tanstack/react-query';
import { otherRecordings } from '../../core/events/other-recordings.ts';
import { queries } from './queries.ts';

/** Range of a video, in seconds. */
interface Range {
  start_time: number;
  end_time?: number | null;
}

/**
 * Returns a function that finds the address of the event of a video at the first time in a range of it at which another
 * recording was running; null if none was.
 */
export function useOtherRecordings(): (jobId: string, range: Range) => string | null {
  const { data: events = [] } = useQuery(queries.events);
  return (jobId, { start_time, end_time }) => {
    const found = otherRecordings(events, jobId, start_time, end_time ?? start_time);
    return found && `/events/${found.id}?t=${found.time.toFixed(3)}`;
  };
}
