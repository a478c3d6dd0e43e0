import type { Passage } from '../../../db/vectors/appearances.ts';
import { createPairSimilarity, type PairSimilarity, type Track } from './pair-similarity.ts';
import { endOf, type Matched, type Sighting, startOf } from './passage-ends.ts';

/** Minimum cosine of two pictures of the same instant, and its minimum mean over a passage; see docs/benchmarks.md. */
const MIN_MATCH = 0.65;
const MIN_MEAN = 0.82;
/** Cosine above which a picture counts for an offset. */
const MIN_COUNTED = 0.5;
/** Minimum length of a passage, and longest stretch within it that does not match, in milliseconds. */
const MIN_PASSAGE_MS = 3000;
const MAX_GAP_MS = 2500;
const MIN_PICTURES = 3;
/**
 * Minimum change within a passage: the sum of 1 - cosine of neighboring pictures, less the noise, which is at least
 * this one, and that of the two encodings. Footage in which hardly anything changes, such as a title or a dark room,
 * fits at every offset, and looks like other footage.
 */
const MIN_CHANGE = 0.4;
const MIN_NOISE = 0.05;
/** Offsets tried around the given one, and the steps, in milliseconds. */
const SEARCH_MS = { coarse: { reach: 3000, step: 100 }, fine: { reach: 100, step: 20 } };
/** Pictures of each video that an offset is fitted to: a longer passage needs no more. */
const MAX_FITTED = 400;
/**
 * Shot boundaries this near to each other are the same one, and those of one offset agree to within the second, in
 * milliseconds.
 */
const SAME_CUT_MS = 450;
const CUT_SPREAD_MS = 60;
/** Shot boundaries this near to the end of a passage may be its own, in milliseconds. */
const EDGE_MS = 300;

/**
 * Returns the passages that two videos share at about this offset. @param offsetMs time in `other` minus time in `own`
 */
export function alignTracks(own: Track, other: Track, offsetMs: number): Passage[] {
  const similarity = createPairSimilarity(own, other);
  const offset = bestOffset(own, other, similarity, Math.round(offsetMs));
  return runsAt(own, other, similarity, offset).flatMap((run) => {
    const exact = offsetOfCuts(own, other, run, offset) ?? offset;
    const same = exact === offset ? run : (overlapping(runsAt(own, other, similarity, exact), run) ?? run);
    const passage = passageOf(own, other, similarity, same, exact);
    return passage ? [passage] : [];
  });
}

function bestOffset(own: Track, other: Track, similarity: PairSimilarity, around: number): number {
  const every = Math.ceil(Math.max(own.timesMs.length, other.timesMs.length) / MAX_FITTED);
  const score = (offset: number): number => {
    let sum = 0;
    for (let i = 0; i < own.timesMs.length; i += every)
      sum += Math.max(0, similarity.ofOwn(i, own.timesMs[i]! + offset).exact - MIN_COUNTED);
    for (let i = 0; i < other.timesMs.length; i += every)
      sum += Math.max(0, similarity.ofOther(i, other.timesMs[i]! - offset).exact - MIN_COUNTED);
    return sum;
  };
  let best = around;
  for (const { reach, step } of [SEARCH_MS.coarse, SEARCH_MS.fine]) {
    const offsets = Array.from({ length: (2 * reach) / step + 1 }, (_, i) => best - reach + i * step);
    const scores = offsets.map(score);
    best = offsets[scores.indexOf(Math.max(...scores))]!;
  }
  return best;
}

function runsAt(own: Track, other: Track, similarity: PairSimilarity, offset: number): Matched[] {
  const sightings = [
    ...own.timesMs.map((timeMs, ownIndex) => ({ timeMs, ownIndex, ...similarity.ofOwn(ownIndex, timeMs + offset) })),
    ...other.timesMs.map((timeMs, i) => ({ timeMs: timeMs - offset, ...similarity.ofOther(i, timeMs - offset) })),
  ]
    .filter(
      ({ timeMs }) => timeMs >= Math.max(0, -offset) && timeMs <= Math.min(own.durationMs, other.durationMs - offset),
    )
    .map(({ near, exact: _, ...rest }): Sighting => ({ ...rest, similarity: near, isMatched: near >= MIN_MATCH }))
    .sort((a, b) => a.timeMs - b.timeMs);
  const runs: Matched[] = [];
  let [first, last] = [-1, -1];
  const close = () => {
    if (first >= 0)
      runs.push({
        sightings: sightings.slice(first, last + 1),
        before: sightings[first - 1],
        after: sightings[last + 1],
      });
    first = -1;
  };
  sightings.forEach(({ isMatched, timeMs }, i) => {
    if (!isMatched) return;
    const hasGap = first >= 0 && last < i - 1 && timeMs - sightings[last]!.timeMs > MAX_GAP_MS;
    if (hasGap) close();
    if (first < 0) first = i;
    last = i;
  });
  close();
  return runs;
}

/** Offset of the shot boundaries within a run, which are exact to a frame; undefined without any in both videos. */
function offsetOfCuts(own: Track, other: Track, { sightings }: Matched, offset: number): number | undefined {
  const [from, to] = [sightings[0]!.timeMs + EDGE_MS, sightings.at(-1)!.timeMs - EDGE_MS];
  const differences = own.cutsMs
    .filter((cut) => cut > from && cut < to)
    .flatMap((cut) => other.cutsMs.map((each) => each - cut))
    .filter((difference) => Math.abs(difference - offset) <= SAME_CUT_MS)
    .sort((a, b) => a - b);
  const clusters = differences.map((low) => differences.filter((each) => each >= low && each <= low + CUT_SPREAD_MS));
  const largest = clusters.reduce<readonly number[]>((most, each) => (each.length > most.length ? each : most), []);
  return largest[largest.length >> 1];
}

function overlapping(runs: readonly Matched[], { sightings }: Matched): Matched | undefined {
  const [start, end] = [sightings[0]!.timeMs, sightings.at(-1)!.timeMs];
  const shared = (run: Matched) =>
    Math.min(end, run.sightings.at(-1)!.timeMs) - Math.max(start, run.sightings[0]!.timeMs);
  return runs.filter((run) => shared(run) > 0).sort((a, b) => shared(b) - shared(a))[0];
}

function passageOf(
  own: Track,
  other: Track,
  similarity: PairSimilarity,
  run: Matched,
  offset: number,
): Passage | undefined {
  const startMs = startOf(similarity, run, offset);
  const endMs = endOf(own, other, similarity, run, offset);
  const matched = run.sightings.filter(({ isMatched }) => isMatched);
  const mean = matched.reduce((sum, each) => sum + each.similarity, 0) / matched.length;
  const pictures = matched.flatMap(({ ownIndex }) => ownIndex ?? []);
  const noise = Math.max(MIN_NOISE, 1 - mean);
  const change = pictures
    .slice(1)
    .reduce((sum, index) => sum + Math.max(0, 1 - similarity.ownSteps[index - 1]! - noise), 0);
  const isClear = mean >= MIN_MEAN && pictures.length >= MIN_PICTURES && change >= MIN_CHANGE;
  if (!isClear || endMs - startMs < MIN_PASSAGE_MS) return undefined;
  return { startMs, endMs, offsetMs: offset, similarity: Math.min(1, mean) };
}
