import type { ModuleName } from '../../../../contract/analysis/modules.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import type { Filter } from './filter.ts';

/** Share of the video's duration from which a finding counts as being about the whole video. */
const WHOLE_SHARE = 0.95;
/** Modules whose findings say nothing about a place if they last the whole video. */
const DIVIDING: readonly ModuleName[] = ['chapters', 'scenes'];

/**
 * Whether the overview and the timeline show a finding better than a list by time does: sounds, and
 * a chapter or shot as long as the video.
 */
function isBackdrop(segment: Segment, duration: number): boolean {
  const { module, start_time, end_time } = segment;
  if (module === 'audioevents') return true;
  return DIVIDING.includes(module) && end_time - start_time >= WHOLE_SHARE * duration;
}

/**
 * Removes findings that are the backdrop of the others, unless they are asked for by a filter, or nothing else was
 * found.
 * @param target id of a finding to keep, such as an opened search hit
 */
export function withoutBackdrop(
  segments: readonly Segment[],
  duration: number,
  filter: Pick<Filter, 'modules' | 'text'>,
  target: string | null,
): readonly Segment[] {
  if (filter.text.trim() !== '') return segments;
  const foreground = segments.filter(
    (segment) => !isBackdrop(segment, duration) || filter.modules.includes(segment.module) || segment.id === target,
  );
  return foreground.length > 0 ? foreground : segments;
}
