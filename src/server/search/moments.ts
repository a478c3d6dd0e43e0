import { fuseRankings } from './fusion.ts';

/** Finding with its place. */
export interface TimedFinding {
  id: number;
  videoId: number;
  /** Seconds. */
  startTime: number;
  endTime: number;
}

/** Findings that belong together in time: one for each condition, the first of them the hit. */
export interface JoinedMoment {
  parts: readonly TimedFinding[];
  /** Sum of the seconds between the first finding and each other one; 0 where they overlap. */
  gap: number;
}

/** Seconds between two findings of one video; 0 if they overlap or touch. */
function gapOf(a: TimedFinding, b: TimedFinding): number {
  return Math.max(0, b.startTime - a.endTime, a.startTime - b.endTime);
}

/** Whether two findings share an instant; one without a duration is an instant. */
function overlaps(a: TimedFinding, b: TimedFinding): boolean {
  if (a.startTime === b.startTime) return true;
  return a.startTime < b.endTime && b.startTime < a.endTime;
}

/** Span of a moment. */
export function spanOf(parts: readonly TimedFinding[]): TimedFinding {
  return {
    ...parts[0]!,
    startTime: Math.min(...parts.map((part) => part.startTime)),
    endTime: Math.max(...parts.map((part) => part.endTime)),
  };
}

/**
 * Joins the findings of several conditions to moments: for each finding of the first condition, the nearest one of each
 * other condition in the same video, at most `within` seconds away; of those as near the shortest, then the earliest.
 * Findings without all of them are no moment.
 */
export function joinMoments(lists: readonly (readonly TimedFinding[])[], within: number): JoinedMoment[] {
  const [leads = [], ...others] = lists;
  const indexes = others.map((places) => {
    const byVideo = Map.groupBy(places, ({ videoId }) => videoId);
    const finders = new Map([...byVideo].map(([videoId, own]) => [videoId, nearestOf(own)]));
    return (lead: TimedFinding) => finders.get(lead.videoId)?.(lead);
  });
  const moments: JoinedMoment[] = [];
  for (const lead of leads) {
    const partners = indexes.map((find) => find(lead));
    const gaps = partners.map((partner) => (partner ? gapOf(lead, partner) : Number.POSITIVE_INFINITY));
    if (partners.every((partner, i) => partner && gaps[i]! <= within)) {
      moments.push({ parts: [lead, ...(partners as TimedFinding[])], gap: gaps.reduce((sum, gap) => sum + gap, 0) });
    }
  }
  return moments;
}

/**
 * Returns a function that finds the place nearest to another; it looks at few of them, since a long video has
 * thousands.
 */
function nearestOf(places: readonly TimedFinding[]): (lead: TimedFinding) => TimedFinding | undefined {
  const sorted = places.toSorted((a, b) => a.startTime - b.startTime || a.id - b.id);
  /** Latest end of each place and those before it. */
  const latest: number[] = [];
  for (const { endTime } of sorted) latest.push(Math.max(endTime, latest.at(-1) ?? endTime));
  return (lead) => {
    const at = firstFrom(sorted, lead.startTime);
    let best: TimedFinding | undefined;
    const consider = (place: TimedFinding) => {
      if (!best || isNearer(lead, place, best)) best = place;
    };
    const isInReach = (gap: number) => !best || Math.max(0, gap) <= gapOf(lead, best);
    for (let i = at; i < sorted.length && isInReach(sorted[i]!.startTime - lead.endTime); i++) consider(sorted[i]!);
    for (let i = at - 1; i >= 0 && isInReach(lead.startTime - latest[i]!); i--) consider(sorted[i]!);
    return best;
  };
}

/** Index of the first place that starts at a time or later. */
function firstFrom(sorted: readonly TimedFinding[], time: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.startTime < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isNearer(lead: TimedFinding, a: TimedFinding, b: TimedFinding): boolean {
  const lengthOf = ({ startTime, endTime }: TimedFinding) => endTime - startTime;
  return (gapOf(lead, a) - gapOf(lead, b) || lengthOf(a) - lengthOf(b) || a.startTime - b.startTime || a.id - b.id) < 0;
}

/**
 * Narrows a part that may last far longer than the first finding, such as a person on screen: to the time of that
 * finding or, where they don't overlap, to what is at most `within` seconds away from it.
 */
export function narrowTo(lead: TimedFinding, part: TimedFinding, within: number): TimedFinding {
  const reach = gapOf(lead, part) === 0 ? 0 : within;
  return {
    ...part,
    startTime: Math.max(part.startTime, lead.startTime - reach),
    endTime: Math.min(part.endTime, lead.endTime + reach),
  };
}

/**
 * Moments tested at a time for what is excluded: at first, and at most, since naming a video to the text index takes 40
 * µs.
 */
const TESTED = { first: 50, most: 800 };

/**
 * Returns the first `wanted` moments that no excluded finding overlaps, in their order. Only videos of moments that are
 * tested are looked into, so that all of their excluded findings can be.
 * @param excludedIn all excluded findings of some videos, at most {@link TESTED.most}
 */
export function withoutOverlaps(
  moments: readonly JoinedMoment[],
  wanted: number,
  excludedIn: (videoIds: readonly number[]) => readonly TimedFinding[],
): JoinedMoment[] {
  const excluded = new Map<number, readonly TimedFinding[]>();
  const matches: JoinedMoment[] = [];
  for (let at = 0, count = TESTED.first; at < moments.length && matches.length < wanted; ) {
    const tested = moments.slice(at, at + count).map((moment) => ({ moment, span: spanOf(moment.parts) }));
    const videoIds = [...new Set(tested.map(({ span }) => span.videoId))].filter((id) => !excluded.has(id));
    const places = videoIds.length > 0 ? Map.groupBy(excludedIn(videoIds), ({ videoId }) => videoId) : new Map();
    for (const id of videoIds) excluded.set(id, places.get(id) ?? []);
    for (const { moment, span } of tested) {
      if (!excluded.get(span.videoId)!.some((place) => overlaps(span, place))) matches.push(moment);
    }
    at += count;
    count = Math.min(count * 2, TESTED.most);
  }
  return matches.slice(0, wanted);
}

/**
 * Ranks moments by the scores of their findings under each condition and by closeness in time, fused by rank. A
 * condition whose findings all score the same has no say. Ties keep the order of the first findings.
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
