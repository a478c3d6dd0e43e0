import { useDeferredValue, useMemo, useState } from 'react';
import type { Segment } from '../../../contract/analysis/segment.ts';
import { presentationOf } from '../../../core/modules/module-display.ts';
import { withoutBackdrop } from './findings/backdrop.ts';
import { filterFindings, isFiltering, NO_FILTER } from './findings/filter.ts';

/** The findings that the list shows, and the filter that selects them. @param target id of one that is always shown */
export function useShownFindings(segments: readonly Segment[], duration: number, target: string | null) {
  const [filter, setFilter] = useState(NO_FILTER);
  // The overview shows the others, such as the summary.
  const listed = useMemo(() => segments.filter(({ module }) => presentationOf(module).isListed), [segments]);
  const wanted = useDeferredValue(filter);
  const shown = useMemo(
    () => withoutBackdrop(filterFindings(listed, wanted), duration, wanted, target),
    [listed, wanted, duration, target],
  );
  /** Ids of the findings that a filter selects; null without one. */
  const selected = useMemo(() => (isFiltering(wanted) ? new Set(shown.map(({ id }) => id)) : null), [shown, wanted]);
  return { filter, setFilter, listed, shown, selected };
}

export type ShownFindings = ReturnType<typeof useShownFindings>;
