import { CUT_TOLERANCE_MS, MEAN_DELAY_MS, type PairSimilarity, type Track } from './pair-similarity.ts';

/** A described picture of either video, at a time of the first, in milliseconds. */
export interface Sighting {
  timeMs: number;
  isMatched: boolean;
  similarity: number;
  /** Of the first video; undefined for one of the other. */
  ownIndex?: number;
}

/** Matched sightings in time order, and the ones around them. */
export interface Matched {
  sightings: readonly Sighting[];
  before: Sighting | undefined;
  after: Sighting | undefined;
}

/** Tolerance of shot boundaries: a frame. */
const FRAME_MS = 45;
/** Beyond its end, the last picture may match the nearest one within; the boundary is this near, in milliseconds. */
const BEYOND_MS = 500;

/** Start of a passage in the first video: the shot boundary before the first match, or an estimate. In milliseconds. */
export function startOf({ cuts: known }: PairSimilarity, { sightings, before }: Matched, offset: number): number {
  const first = sightings[0]!.timeMs;
  const earliest = before?.timeMs ?? Math.max(0, -offset);
  const cuts = cutsOf(known, offset);
  const cut =
    cuts.findLast((each) => each > earliest - FRAME_MS && each <= first + CUT_TOLERANCE_MS) ??
    (before && cuts.find((each) => each > first && each <= first + BEYOND_MS));
  const start = cut ?? (before ? first - Math.min(MEAN_DELAY_MS, (first - before.timeMs) / 2) : earliest);
  return Math.round(Math.max(0, -offset, start));
}

/** End of a passage in the first video, as {@link startOf}. */
export function endOf(
  own: Track,
  other: Track,
  { cuts: known }: PairSimilarity,
  { sightings, after }: Matched,
  offset: number,
): number {
  const last = sightings.at(-1)!.timeMs;
  const end = Math.min(own.durationMs, other.durationMs - offset);
  const latest = after?.timeMs ?? end;
  const cuts = cutsOf(known, offset);
  const cut =
    cuts.find((each) => each > last - CUT_TOLERANCE_MS && each <= latest + FRAME_MS) ??
    (after && cuts.findLast((each) => each >= last - BEYOND_MS && each <= last));
  return Math.round(Math.min(end, cut ?? (after ? latest - Math.min(MEAN_DELAY_MS, (latest - last) / 2) : latest)));
}

/** Shot boundaries of both videos, at times of the first, in time order. */
function cutsOf({ own, other }: PairSimilarity['cuts'], offset: number): number[] {
  const isInside = (cut: number) => cut > 0;
  return [...own.filter(isInside), ...other.filter(isInside).map((cut) => cut - offset)].sort((a, b) => a - b);
}
