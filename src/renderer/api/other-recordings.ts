import { useQuery } from '@tanstack/react-query';
import { otherRecordings } from '../../core/events/other-recordings.ts';
import { queries } from './queries.ts';

/**
 * Returns a function that finds the address of the event of a video at one of its times in seconds; null unless another
 * recording was running then.
 */
export function useOtherRecordings(): (jobId: string, time: number) => string | null {
  const { data: events = [] } = useQuery(queries.events);
  return (jobId, time) => {
    const found = otherRecordings(events, jobId, time);
    return found && `/events/${found.id}?t=${found.time.toFixed(3)}`;
  };
}
