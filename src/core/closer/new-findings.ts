import { editDistance } from '../../base/edit-distance.ts';
import { foldLetters } from '../../base/text-fold.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';

/** Seconds by which the times of one finding may differ between two analyses. */
const TOLERANCE_SECONDS = 0.5;
/** Similarity (0..1) from which two readings are of one text. */
const SAME_TEXT = 0.7;
/** Share of a line of speech that other lines cover, from which it is no new one. */
const HEARD_SHARE = 0.5;

/** Returns findings that neither `known` has nor another of them repeats, in time order. Pure. */
export function newFindings(
  module: ModuleName,
  found: readonly SegmentDraft[],
  known: readonly SegmentDraft[],
): SegmentDraft[] {
  const fresh: SegmentDraft[] = [];
  const bestFirst = found.toSorted((a, b) => (b.data?.confidence ?? 0) - (a.data?.confidence ?? 0));
  for (const draft of bestFirst) {
    if (![...known, ...fresh].some((other) => isSame(module, draft, other))) fresh.push(draft);
  }
  return fresh.sort((a, b) => a.start_time - b.start_time);
}

function isSame(module: ModuleName, found: SegmentDraft, other: SegmentDraft): boolean {
  const shared = Math.min(found.end_time, other.end_time) - Math.max(found.start_time, other.start_time);
  if (shared < -TOLERANCE_SECONDS) return false;
  if (module === 'transcription') {
    const isOneTrack = found.data?.['audio_track'] === other.data?.['audio_track'];
    return (isOneTrack && shared >= HEARD_SHARE * (found.end_time - found.start_time)) || areAlike(found, other);
  }
  if (module === 'ocr') return areAlike(found, other);
  const nameOf = ({ data, content }: SegmentDraft) => data?.label ?? content;
  return nameOf(found) === nameOf(other);
}

/** Whether two texts are one, or one is part of the other. */
function areAlike(found: SegmentDraft, other: SegmentDraft): boolean {
  const [a, b] = [foldLetters(found.content), foldLetters(other.content)];
  if (a === '' || b.includes(a)) return true;
  return 1 - editDistance(a, b) / Math.max(a.length, b.length) >= SAME_TEXT;
}
