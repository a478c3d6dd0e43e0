import { fuseRankings } from './fusion.ts';

/** Finding with its place. */
export interface Place {
  id: number;
  videoId: number;
  /** Seconds. */
  startTime: number;
  endTime: number;
}

/** Findings that belong together in time: one for each condition, the first of them the hit. */
export interface JoinedMoment {
  parts: readonly Place[];
  /** Sum of the seconds between the first finding and each other one; 0 where they overlap. */
  gap: number;
}

/** Seconds between two findings of one video; 0 if they overlap or touch. */
function gapOf(a: Place, b: Place): number {
  return Math.max(0, b.startTime - a.endTime, a.startTime - b.endTime);
}

/** Whether two findings share an instant; one without a duration is an instant. */
function overlaps(a: Place, b: Place): boolean {
  if (a.startTime === b.startTime) return true;
  return a.startTime < b.endTime && b.startTime < a.endTime;
}

/** Span of a moment. */
export function spanOf(parts: readonly Place[]): Place {
  return {
    ...parts[0]!,
    startTime: Math.min(...parts.map((part) => part.startTime)),
    endTime: Math.max(...parts.map((part) => part.endTime)),
  };
}

/**
 * Joins the findings of several conditions to moments: for each finding of the first condition, the nearest one of each other condition
 * in the same video, at most `within` seconds away; the shorter of two that are as near. Findings without all of them are no moment.
 */
export function joinMoments(lists: readonly (readonly Place[])[], within: number): JoinedMoment[] {
  const [leads = [], ...others] = lists;
  const indexes = others.map((places) => {
    const byVideo = Map.groupBy(places, ({ videoId }) => videoId);
    return (lead: Place) => nearest(lead, byVideo.get(lead.videoId) ?? []);
  });
  const moments: JoinedMoment[] = [];
  for (const lead of leads) {
    const partners = indexes.map((find) => find(lead));
    const gaps = partners.map((partner) => (partner ? gapOf(lead, partner) : Number.POSITIVE_INFINITY));
    if (partners.every((partner, i) => partner && gaps[i]! <= within)) {
      moments.push({ parts: [lead, ...(partners as Place[])], gap: gaps.reduce((sum, gap) => sum + gap, 0) });
    }
  }
  return moments;
}

function nearest(lead: Place, places: readonly Place[]): Place | undefined {
  let best: Place | undefined;
  for (const place of places) {
    if (!best || isNearer(lead, place, best)) best = place;
  }
  return best;
}

function isNearer(lead: Place, a: Place, b: Place): boolean {
  const difference = gapOf(lead, a) - gapOf(lead, b);
  return difference < 0 || (difference === 0 && a.endTime - a.startTime < b.endTime - b.startTime);
}

/** Removes moments that an excluded finding overlaps. */
export function withoutOverlaps(moments: readonly JoinedMoment[], excluded: readonly Place[]): JoinedMoment[] {
  const byVideo = Map.groupBy(excluded, ({ videoId }) => videoId);
  return moments.filter(({ parts }) => {
    const span = spanOf(parts);
    return !byVideo.get(span.videoId)?.some((place) => overlaps(span, place));
  });
}

/**
 * Ranks moments by the scores of their findings under each condition and by closeness in time, fused by rank. A condition whose findings
 * all score the same has no say. Ties keep the order of the first findings.
 * @param scores of findings by condition; higher is better
 */
export function rankMoments(
  moments: readonly JoinedMoment[],
  scores: readonly ReadonlyMap<number, number>[],
): readonly JoinedMoment[] {
  const rankings = scores.map((byId, i) => ranking(moments, ({ parts }) => byId.get(parts[i]!.id) ?? 0));
  const informative = [...rankings, ranking(moments, ({ gap }) => -gap)].filter((one) => one.length > 0);
  return informative.length === 0 ? moments : fuseRankings(informative);
}

/** Moments by descending score; none if all score the same. */
function ranking(moments: readonly JoinedMoment[], score: (moment: JoinedMoment) => number): readonly JoinedMoment[] {
  const scored = moments.map((moment) => ({ moment, score: score(moment) })).sort((a, b) => b.score - a.score);
  return scored[0]?.score === scored.at(-1)?.score ? [] : scored.map(({ moment }) => moment);
}
