import { setImmediate } from 'node:timers/promises';
import { VISUAL_ENGINE } from '../../../contract/search/visual.ts';
import type { Store } from '../../../db/index.ts';
import type { Passage } from '../../../db/vectors/appearances.ts';
import { alignTracks } from './align.ts';
import { createOffsetVotes, type OffsetCandidate } from './offset-votes.ts';
import type { Track } from './pair-similarity.ts';

/** A passage, and the other video. */
export type FoundPassage = Passage & { otherVideoId: number };

/** Maximum number of differing sign bits, of 256, of two pictures of one instant: a cosine of about 0.75. */
const MAX_DISTANCE = 58;
/** Minimum time between the pictures that are looked up, in milliseconds. */
const LOOKUP_MS = 700;
/** Pictures looked up between two turns of the event loop: a few milliseconds of work in a large library. */
const PER_TURN = 4;
/**
 * Pictures alike that count for each one, those of the oldest videos: a black one, or that of a fixed camera in a
 * library of its recordings, resembles millions. Fewer in a long video: all of them together take about 100 MB, and
 * more only in one of many hours.
 */
const MAX_ALIKE = { most: 2000, least: 200, together: 4_000_000 };
/** Offsets verified per video: each takes milliseconds. */
const MAX_CANDIDATES = 300;
/** Time around a candidate that is compared at first, in milliseconds. */
const MARGIN_MS = 20_000;
/** Word count of the sign bits. */
const WORDS = 8;

export interface FindOptions {
  /** Waits while analyses run. @throws CanceledError */
  pause(): Promise<void>;
}

/**
 * Finds the passages of a video that appear in other videos of its user which were compared before: pictures alike vote
 * for offsets in time, and those with enough votes are verified picture by picture.
 * @throws CanceledError
 */
export async function findPassages(
  store: Store,
  { videoId, userId }: { videoId: number; userId: number },
  { pause }: FindOptions,
): Promise<FoundPassage[]> {
  const own = store.appearances.footage(videoId);
  const others = store.appearances.described(userId, VISUAL_ENGINE).filter((id) => id !== videoId);
  if (!own || others.length === 0) return [];
  const votes = createOffsetVotes();
  const match = await store.visual.matcher(VISUAL_ENGINE, others, MAX_DISTANCE);
  const maxAlike = maxAlikeOf(own.timesMs);
  let [last, looked] = [Number.NEGATIVE_INFINITY, 0];
  for (const [i, timeMs] of own.timesMs.entries()) {
    if (timeMs - last < LOOKUP_MS) continue;
    last = timeMs;
    const hits = new Map<number, number[]>();
    let alike = 0;
    match(own.codes.subarray(i * WORDS, (i + 1) * WORDS), (id, position) => {
      if (++alike > maxAlike) return;
      const positions = hits.get(id);
      if (positions) positions.push(position);
      else hits.set(id, [position]);
    });
    votes.add(timeMs, hits);
    if (++looked % PER_TURN === 0) {
      await setImmediate();
      await pause();
    }
  }
  const candidates: OffsetCandidate[] = [];
  for (const id of votes.videoIds()) {
    const other = store.appearances.footage(id);
    // The others find it when they are compared.
    if (other?.isCompared) candidates.push(...votes.offsets(id, other.timesMs));
    await setImmediate();
  }
  const found: FoundPassage[] = [];
  for (const candidate of candidates.sort((a, b) => b.weight - a.weight).slice(0, MAX_CANDIDATES)) {
    if (found.some((passage) => explains(passage, candidate))) continue;
    const passages = verify(store, videoId, candidate);
    for (const passage of passages) found.push({ ...passage, otherVideoId: candidate.videoId });
    await setImmediate();
    await pause();
  }
  return withoutRepeats(found);
}

/** Number of pictures alike that count for each one of a video. @param timesMs of its pictures */
function maxAlikeOf(timesMs: Float64Array): number {
  const lookups = Math.min(timesMs.length, (timesMs.at(-1) ?? 0) / LOOKUP_MS);
  return Math.max(MAX_ALIKE.least, Math.min(MAX_ALIKE.most, Math.floor(MAX_ALIKE.together / lookups)));
}

/** Aligns the surroundings of a candidate, and more of them for a passage that goes on. */
function verify(store: Store, videoId: number, { videoId: otherId, offsetMs, ...range }: OffsetCandidate): Passage[] {
  for (let margin = MARGIN_MS; ; margin *= 4) {
    const [from, to] = [Math.max(0, range.fromMs - margin), range.toMs + margin];
    const own = trackOf(store, videoId, from, to);
    const other = trackOf(store, otherId, from + offsetMs, to + offsetMs);
    const passages = alignTracks(own, other, offsetMs);
    const [start, end] = [Math.max(0, from, -offsetMs), Math.min(to, own.durationMs, other.durationMs - offsetMs)];
    const isCutOff = passages.some(
      ({ startMs, endMs }) =>
        (from > 0 && from + offsetMs > 0 && startMs < start + MARGIN_MS / 4) ||
        (end === to && endMs > end - MARGIN_MS / 4),
    );
    if (!isCutOff) return passages;
  }
}

function trackOf(store: Store, videoId: number, fromMs: number, toMs: number): Track {
  const { timesMs, vectors } = store.appearances.wholes(videoId, fromMs, toMs);
  const durationMs = Math.round((store.videos.byId(videoId)?.duration ?? 0) * 1000);
  return { timesMs, vectors, cutsMs: store.appearances.cuts(videoId, fromMs, toMs), durationMs };
}

/** Offsets this near to that of a passage are of the same one, in milliseconds. */
const SAME_OFFSET_MS = 2500;

function explains(passage: FoundPassage, { videoId, offsetMs, fromMs, toMs }: OffsetCandidate): boolean {
  const isNear = passage.otherVideoId === videoId && Math.abs(passage.offsetMs - offsetMs) <= SAME_OFFSET_MS;
  return isNear && passage.startMs <= fromMs + SAME_OFFSET_MS && passage.endMs >= toMs - SAME_OFFSET_MS;
}

/** Keeps the best of passages that mostly overlap in both videos: one take at several offsets. */
function withoutRepeats(passages: readonly FoundPassage[]): FoundPassage[] {
  const worth = ({ startMs, endMs, similarity }: Passage) => (endMs - startMs) * similarity;
  const distinct: FoundPassage[] = [];
  for (const passage of passages.toSorted((a, b) => worth(b) - worth(a))) {
    if (!distinct.some((each) => isRepeat(each, passage))) distinct.push(passage);
  }
  return distinct.sort((a, b) => a.startMs - b.startMs);
}

function isRepeat(kept: FoundPassage, passage: FoundPassage): boolean {
  if (kept.otherVideoId !== passage.otherVideoId) return false;
  const overlap = (a: Passage, b: Passage, shift: (each: Passage) => number) =>
    Math.min(a.endMs + shift(a), b.endMs + shift(b)) - Math.max(a.startMs + shift(a), b.startMs + shift(b));
  const most = (passage.endMs - passage.startMs) / 2;
  return overlap(kept, passage, () => 0) > most && overlap(kept, passage, ({ offsetMs }) => offsetMs) > most;
}
