import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SegmentEvent } from '../../../../contract/analysis/events.ts';
import type { Segment } from '../../../../contract/analysis/segment.ts';
import { onSegment } from '../../../api/live/live-jobs.ts';
import { queries } from '../../../api/queries.ts';
import { invalidate, patchQuery, showChange } from '../../../api/query-client.ts';
import { mergeFindings } from './merge-findings.ts';

/** Stage of a video that is being analyzed. */
export const BUSY = 'busy';

/** Batch interval for incoming findings, in milliseconds. */
const TAKE_MS = 250;

/**
 * Findings of a video, updated while the analysis runs.
 *
 * @param stage `busy` while the video is being analyzed, then the time of its last change
 */
export function useFindings(jobId: string, stage: string) {
  // An analysis can end before its events are followed, such as right after the page was opened.
  const before = useRef(stage);
  useEffect(() => {
    if (before.current !== stage && stage !== BUSY) {
      invalidate(queries.results(jobId).queryKey, queries.mediaFacts(jobId).queryKey);
    }
    before.current = stage;
  }, [jobId, stage]);
  const query = useQuery(queries.results(jobId));
  useEffect(() => {
    let waiting: SegmentEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const take = () => {
      timer = undefined;
      const added = waiting;
      waiting = [];
      patchQuery(queries.results(jobId), (known) => ({ ...known, segments: mergeFindings(known.segments, added) }));
    };
    const stop = onSegment((ofJob, segment) => {
      if (ofJob !== jobId) return;
      waiting.push(segment);
      timer ??= setTimeout(take, TAKE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [jobId]);
  return query;
}

/** Shows a correction of findings. */
export function changeFindings(jobId: string, change: (segments: readonly Segment[]) => readonly Segment[]): void {
  showChange(queries.results(jobId), (results) => ({ ...results, segments: [...change(results.segments)] }));
}
