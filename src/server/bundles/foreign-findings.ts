import type { SegmentData, SegmentDraft } from '../../contract/analysis/segment.ts';
import type { BundleCorrection } from '../../contract/bundles/manifest.ts';
import { showsOtherWords } from '../../core/evidence/other-words.ts';

/** Members that only the server writes: they state what a user of this library did. */
const OWN_MEMBERS = [
  'corrected',
  'original',
  'original_start_time',
  'original_end_time',
  'preview',
  'added',
  'added_by',
  'added_at',
  'closer_look',
  'assigned_speaker',
  'original_speaker',
] as const;

/**
 * A finding of a bundle without members that only the server writes, and without a message that would show other words
 * than the finding has. The same object where nothing changes; otherwise the order of members stays.
 */
export function withoutForgery<Found extends SegmentDraft>(found: Found): Found {
  const { data } = found;
  if (data === null) return found;
  const isOwn = (name: string): boolean =>
    (OWN_MEMBERS as readonly string[]).includes(name) || (name === 'text' && showsOtherWords(found));
  if (!Object.keys(data).some(isOwn)) return found;
  return { ...found, data: Object.fromEntries(Object.entries(data).filter(([name]) => !isOwn(name))) as SegmentData };
}

/** A correction of a bundle, its findings without forged members. */
export function correctionWithoutForgery(correction: BundleCorrection): BundleCorrection {
  const { found, line_source: source } = correction;
  return {
    ...correction,
    found: withoutForgery(found),
    line_source: source && { ...source, lines: source.lines.map(withoutForgery) },
  };
}
