import type { ClockRelation } from './compose.ts';
import { FRAMES_PER_SECOND, overlapOf, SYNC_BANDS, type SyncFeatures } from './features.ts';

/**
 * Seconds of overlap below which a match can't be distinguished from sound that two events share, such as a jingle, an
 * announcement, or a sentence of one synthetic voice: it may be all that overlaps.
 */
export const MIN_DISTINCT_OVERLAP = 8;
/** Most parts of an overlap that are compared, and their shortest length in seconds. */
const [MAX_PARTS, MIN_PART] = [24, 2];
/** Share of the average similarity from which a part agrees. */
const MIN_SIMILARITY = 0.25;
/**
 * Smallest share of the parts that agree. Of 23 degraded pairs of one event, one had 0.92 and the others 1; 20 pairs of
 * different events that share an announcement or sentences had 0.33 to 0.6, and one of 12 s had 0.75.
 */
const MIN_AGREEING = 0.65;

/** Sum of the products of the onsets of a frame of `b` and the one `shift` frames later of `a`, over all bands. */
export function onsetSimilarity(a: SyncFeatures, b: SyncFeatures, frame: number, shift: number): number {
  if (frame < 0 || frame >= b.frames || frame + shift < 0 || frame + shift >= a.frames) return 0;
  let sum = 0;
  for (let band = 0; band < SYNC_BANDS; band++) {
    sum += a.onsets[band * a.frames + frame + shift]! * b.onsets[band * b.frames + frame]!;
  }
  return sum;
}

/**
 * Whether the onsets of two recordings coincide through most of their overlap, rather than in a part that both have
 * heard elsewhere. True for short overlaps, which don't show it.
 */
export function agreesThroughout(a: SyncFeatures, b: SyncFeatures, { offset, driftPpm }: ClockRelation): boolean {
  const overlap = overlapOf(a, b, offset);
  if (overlap < MIN_DISTINCT_OVERLAP) return true;
  const parts = Math.min(MAX_PARTS, Math.floor(overlap / MIN_PART));
  const first = Math.round(Math.max(0, -offset) * FRAMES_PER_SECOND);
  const length = Math.floor((overlap * FRAMES_PER_SECOND) / parts);
  const scale = driftPpm / 1e6;
  const sums = Array.from({ length: parts }, (_, part) => {
    let sum = 0;
    for (let frame = first + part * length, end = frame + length; frame < end; frame++)
      sum += onsetSimilarity(a, b, frame, Math.round(offset * FRAMES_PER_SECOND + frame * scale));
    return sum;
  });
  const average = sums.reduce((sum, next) => sum + next, 0) / parts;
  return sums.filter((sum) => sum >= MIN_SIMILARITY * average).length >= MIN_AGREEING * parts;
}
