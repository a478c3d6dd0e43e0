import { isModuleName, type ModuleName } from '../../../contract/analysis/modules.ts';
import type { SegmentData } from '../../../contract/analysis/segment.ts';
import type { CitationReason } from '../../../contract/evidence/citations.ts';
import { MAX_KEPT_ANALYSES } from '../../../db/analyses.ts';
import type { Store } from '../../../db/index.ts';
import type { CorrectionRow, VideoRow } from '../../../db/schema.ts';

/** A finding as it was, before an edit, a removal, or another analysis. */
export interface FormerFinding {
  module: ModuleName;
  content: string;
  /** Seconds. */
  start: number;
  end: number;
  reason: Extract<CitationReason, 'corrected' | 'removed' | 'reanalyzed'>;
  /** Segment that it became, if that is known. */
  segmentId: number | null;
  translation?: string | undefined;
}

/**
 * Returns all findings that a video is known to have had: what users corrected or removed, each edit of the history,
 * and what earlier analyses found, as far as they are kept.
 */
export function formerFindings(store: Store, video: VideoRow): FormerFinding[] {
  const corrections = store.segments.corrections(video.id);
  return [...corrections.flatMap(ofCorrection), ...ofHistory(store, video), ...ofAnalyses(store, video)];
}

/** Whether earlier analyses of a video are no longer kept, so that what they found is unknown. */
export function hasForgottenAnalyses(store: Store, video: VideoRow): boolean {
  if (store.analyses.list(video.id).length < MAX_KEPT_ANALYSES) return false;
  const entries = store.audit.read(video.userId, video.jobId)?.entries ?? [];
  return entries.filter(({ action }) => action === 'analyzed').length > MAX_KEPT_ANALYSES;
}

function ofCorrection(row: CorrectionRow): FormerFinding[] {
  const { module, segmentId, foundContent, foundData, content, startTime, endTime, isRemoved, source } = row;
  const reason = isRemoved === 1 ? 'removed' : 'corrected';
  // Of a split or merged line, the correction has the joined text; the history has each of them.
  if (source !== null) return [];
  const found = { module, reason, segmentId, start: startTime, end: endTime } as const;
  const data = foundData === null ? null : (JSON.parse(foundData) as SegmentData);
  const times = { start: row.editedStart ?? startTime, end: row.editedEnd ?? endTime };
  return [
    { ...found, content: foundContent, translation: data?.translation },
    ...(isRemoved === 1 && content !== null ? [{ ...found, ...times, content }] : []),
  ];
}

/** Texts before each recorded edit. */
function ofHistory(store: Store, { userId, jobId }: VideoRow): FormerFinding[] {
  const entries = store.audit.read(userId, jobId)?.entries ?? [];
  return entries.flatMap(({ action, details }) => {
    const { module, start_time: start, end_time: end, change, from } = details;
    if (action !== 'corrected' || typeof start !== 'number' || typeof end !== 'number') return [];
    if (typeof module !== 'string' || !isModuleName(module)) return [];
    const reason = change === 'removed' ? ('removed' as const) : ('corrected' as const);
    const former = { module, start, end, reason, segmentId: null };
    return textsOf(from).map((content) => ({ ...former, content }));
  });
}

/** An edit records a text, the texts of merged lines, or several values that changed. */
function textsOf(from: unknown): string[] {
  if (typeof from === 'string') return [from];
  if (Array.isArray(from)) return from.filter((text) => typeof text === 'string');
  if (typeof from !== 'object' || from === null || !('content' in from)) return [];
  return typeof from.content === 'string' ? [from.content] : [];
}

function ofAnalyses(store: Store, { id: videoId }: VideoRow): FormerFinding[] {
  return store.analyses.list(videoId).flatMap(({ id }) =>
    (store.analyses.get(videoId, id)?.modules ?? []).flatMap(({ module, segments }) =>
      segments.map(
        ({ content, start_time: start, end_time: end, data }): FormerFinding => ({
          module,
          content,
          start,
          end,
          reason: 'reanalyzed',
          segmentId: null,
          translation: data?.translation,
        }),
      ),
    ),
  );
}
