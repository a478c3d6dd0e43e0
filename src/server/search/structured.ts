import { setImmediate } from 'node:timers/promises';
import { MODULE_CATALOG } from '../../contract/analysis/module-catalog.ts';
import { MODULE_NAMES, type ModuleName } from '../../contract/analysis/modules.ts';
import { message } from '../../contract/message.ts';
import type { SearchHit, SearchMode } from '../../contract/search/search.ts';
import type { FindingField } from '../../core/query/fields.ts';
import type { QueryGroup } from '../../core/query/groups.ts';
import { hint, type QueryHint } from '../../core/query/hints.ts';
import type { ConditionLeaf } from '../../core/query/parse.ts';
import type { Store } from '../../db/index.ts';
import type { FoundSegment, SegmentPlace } from '../../db/repositories/search.ts';
import type { TextScope } from '../../db/text-index/text-index.ts';
import {
  confirmed,
  estimate,
  findCondition,
  type IndexedCondition,
  indexCondition,
  MAX_FINDINGS,
  queryOfWords,
  scoreCondition,
} from './conditions.ts';
import { type JoinedMoment, joinMoments, narrowTo, rankMoments, withoutOverlaps } from './moments.ts';
import { findPeople } from './people-on-screen.ts';
import { type RankPlain, WIDE_NEIGHBORS } from './plain.ts';
import { satisfies, toQuery } from './query.ts';
import { MIN_NEARNESS, type SemanticSearch } from './semantic.ts';
import { type VideoScope, videosOfGroup } from './video-scope.ts';

export interface StructuredSearch {
  text: string;
  videos: VideoScope;
  /** Whether the filters leave all videos. */
  whole: boolean;
  /** Whether the query has several alternatives. */
  isAlternative: boolean;
  mode: SearchMode;
  /** Number of moments of an alternative, of those from which some are excluded: to test all of them may take long. */
  wanted: number;
  /** Types of the first finding of a hit; undefined for all. */
  modules?: readonly ModuleName[] | undefined;
}

/** Hits of one alternative of a query. */
export interface GroupOutcome {
  /** Best first. */
  moments: readonly JoinedMoment[];
  /** Text of the condition that each finding of a moment satisfies. */
  conditions: readonly string[];
  /** People on screen by their ids in moments, which are no segments. */
  people: ReadonlyMap<number, FoundSegment>;
  /** Of these first findings of hits, without those that have none. */
  similaritiesOf(ids: readonly number[]): ReadonlyMap<number, number>;
  matchOf(id: number): SearchHit['match'];
  frameOf(id: number): SearchHit['frame'];
  relevant: ReadonlySet<number>;
  /** False if semantic search was needed and unavailable. */
  semantic: boolean;
  hints: QueryHint[];
}

/** Findings that satisfy one part of a query. */
interface Found {
  label: string;
  isPerson?: boolean;
  places: SegmentPlace[];
  scoresOf(ids: readonly number[]): ReadonlyMap<number, number>;
}

/** Parts that restate others span much of a video, so they are at no moment of it. */
export const TIMED_MODULES = MODULE_NAMES.filter((name) => !MODULE_CATALOG[name].isDerived);

/** Evaluates the alternatives of a query with fields. */
export function createStructuredSearch(store: Store, semantic: SemanticSearch, rankPlain: RankPlain) {
  return async function evaluate(
    { text, videos, whole: isUnfiltered, isAlternative, mode, wanted, modules }: StructuredSearch,
    group: QueryGroup,
    signal?: AbortSignal,
  ): Promise<GroupOutcome> {
    const { videoIds, hints } = videosOfGroup(store, videos, group);
    const whole = isUnfiltered && group.videos.length === 0;
    let scope: TextScope = { userId: videos.userId, videoIds, whole };
    const isBoolean = isAlternative || group.excluded.length + group.excludedWords.length > 0;
    const state = { semantic: true, plain: undefined as Awaited<ReturnType<RankPlain>> | undefined };
    const words = queryOfWords(group);
    const exclusions = toQuery({ text: '', required: [], excluded: group.excludedWords });
    /** Similarities of findings that mean a value, without its words. */
    const meant = new Map<number, number>();
    const people = new Map<number, FoundSegment>();

    // The lines of a speaker: those that have the words, or a condition of its own.
    const speakers = group.conditions.filter(({ field }) => field === 'speaker');
    const hasLines = words !== null || group.conditions.some(({ field }) => field === 'said');
    const spoken = hasLines && speakers[0] ? new Set(linesOf(speakers[0])) : null;
    const conditions = group.conditions.filter((one) => !spoken || one !== speakers[0]);

    const found = new Map<ConditionLeaf | 'words', Found>();
    const ordered = conditions
      .map((leaf) => ({ leaf, condition: isFindingLeaf(leaf) ? indexCondition(leaf, group.excludedWords) : null }))
      .map((one) => ({ ...one, count: one.condition ? estimate(store.search, one.condition) : 0 }))
      .sort((a, b) => a.count - b.count);
    for (const [i, { leaf, condition }] of ordered.entries()) {
      const limit = i === 0 ? MAX_FINDINGS.first : MAX_FINDINGS.further;
      const one = condition ? await findIndexed(leaf, condition, limit) : findNamed(leaf);
      found.set(leaf, one);
      narrow(one);
      await setImmediate();
    }
    if (words) {
      const one = await findWords(found.size > 0);
      found.set('words', one);
      narrow(one);
    }

    // People are on screen for long: the other findings tell the moment, or of people alone those who appear more
    // often.
    const inScope = new Set(scope.videoIds);
    const isShared = ({ videoId }: SegmentPlace) => inScope.has(videoId);
    const order = [
      ...conditions.map((leaf) => ({ at: leaf.start, part: found.get(leaf)! })),
      ...(words ? [{ at: group.words[0]!.start, part: found.get('words')! }] : []),
    ]
      .map((one) => ({ ...one, sightings: one.part.isPerson ? one.part.places.filter(isShared).length : Infinity }))
      .sort((a, b) => (a.sightings === b.sightings ? a.at - b.at : b.sightings - a.sightings));
    const parts = order.map(({ part }) => part);
    const lists = parts.map(({ places }, i) =>
      i === 0 && modules ? places.filter(({ module }) => modules.includes(module)) : places,
    );
    const moments: readonly JoinedMoment[] = joinMoments(lists, group.within).map((moment) => ({
      ...moment,
      parts: moment.parts.map((part, i) =>
        i > 0 && parts[i]!.isPerson ? narrowTo(moment.parts[0]!, part, group.within) : part,
      ),
    }));
    // Plain words alone come ranked.
    const isPlain = parts.length === 1 && words !== null;
    const beginsWithWords = words !== null && parts[0] === found.get('words');
    const scores = parts.map((part, i) => part.scoresOf([...new Set(moments.map((moment) => moment.parts[i]!.id))]));
    const { plain } = state;
    const ranked = isPlain ? moments : rankMoments(moments, scores);
    const isLimited = group.excluded.length > 0;
    return {
      moments: isLimited ? withoutOverlaps(ranked, wanted, findExcluded) : ranked,
      conditions: parts.map(({ label }) => label),
      people,
      similaritiesOf: (ids) =>
        new Map([...(plain?.similaritiesOf(ids.filter((id) => !meant.has(id))) ?? []), ...meant]),
      matchOf: (id) => (beginsWithWords ? plain!.matchOf(id) : meant.has(id) ? 'meaning' : 'words'),
      frameOf: (id) => plain?.frameOf(id),
      relevant: new Set([...(plain?.relevant ?? []), ...meant.keys()]),
      semantic: state.semantic,
      hints,
    };

    function narrow({ places }: Found): void {
      const left = [...new Set(places.map(({ videoId }) => videoId))];
      if (conditions.length + Number(words !== null) > 1) scope = { ...scope, videoIds: left, whole: false };
    }

    function linesOf(leaf: ConditionLeaf): number[] {
      const ids = store.speakers.spokenBy(videoIds, leaf.value);
      if (ids.length === 0) hints.push(hint(message('query.no-speaker', { value: leaf.value }), leaf));
      return ids;
    }

    function findNamed(leaf: ConditionLeaf): Found {
      if (leaf.field === 'person') return findSeen(leaf);
      const ids = confirmed(store.search, linesOf(leaf), exclusions);
      return { label: labelOf(leaf), places: placesOf(ids), scoresOf: () => new Map() };
    }

    function findSeen(leaf: ConditionLeaf): Found {
      const seen = seenIn(videoIds, leaf);
      if (seen.length === 0) hints.push(hint(message('query.no-person', { value: leaf.value }), leaf));
      const places = seen.filter(({ content }) => satisfies(content, exclusions));
      for (const place of places) people.set(place.id, place);
      return { label: labelOf(leaf), isPerson: true, places, scoresOf: () => new Map() };
    }

    /** Keys that are confined to projects can't read people. */
    function seenIn(inVideos: readonly number[], { value }: ConditionLeaf): FoundSegment[] {
      return videos.projects === undefined ? findPeople(store, videos.userId, inVideos, value) : [];
    }

    async function findIndexed(leaf: ConditionLeaf, condition: IndexedCondition, limit: number): Promise<Found> {
      const isLine = spoken !== null && leaf.field === 'said';
      const ids = findCondition(store.search, scope, condition, limit).filter((id) => !isLine || spoken.has(id));
      if (ids.length === 0 && condition.canBeMeant && mode !== 'keyword' && !isBoolean) {
        const meant = await findSemanticMatches(leaf, condition, isLine);
        if (meant) return meant;
      }
      const scoresOf = (chosen: readonly number[]) => scoreCondition(store.search, condition, chosen);
      return { label: labelOf(leaf), places: placesOf(ids), scoresOf };
    }

    /** Finds what clearly means the value, where nothing contains its words. */
    async function findSemanticMatches(leaf: ConditionLeaf, { modules }: IndexedCondition, isLine: boolean) {
      const query = {
        text: leaf.value,
        scope: { ...scope, modules },
        limit: isLine ? MAX_FINDINGS.first : WIDE_NEIGHBORS,
      };
      const near = await semantic.findNeighbors({ ...query, only: isLine ? spoken : null }, signal);
      if (!near) state.semantic = false;
      const clear = near?.neighbors.filter(({ nearness }) => nearness >= MIN_NEARNESS.clear) ?? [];
      const ids = clear.map(({ segmentId }) => segmentId);
      const allowed = new Set(confirmed(store.search, ids, exclusions));
      const kept = clear.filter(({ segmentId }) => allowed.has(segmentId));
      if (kept.length === 0) return undefined;
      for (const { segmentId, similarity } of kept) meant.set(segmentId, similarity);
      const scores = new Map(kept.map(({ segmentId, nearness }) => [segmentId, nearness]));
      return { label: labelOf(leaf), places: placesOf([...scores.keys()]), scoresOf: () => scores };
    }

    async function findWords(isJoined: boolean): Promise<Found> {
      const timed = isJoined && Number.isFinite(group.within) ? TIMED_MODULES : undefined;
      const allowed = isJoined ? timed : modules;
      const search = {
        scope: { ...scope, modules: allowed },
        query: words!,
        mode,
        only: spoken,
        isBoolean,
        isWide: isJoined,
      };
      const plain = await rankPlain({ ...search, select: (ids) => ids }, signal);
      state.plain = plain;
      state.semantic &&= plain.semantic || mode === 'keyword';
      const ids = isJoined ? plain.ids.filter((id) => plain.matchOf(id) !== 'weak') : plain.ids;
      const scores = new Map(ids.map((id, i) => [id, -i]));
      const byId = new Map(placesOf(ids).map((place) => [place.id, place]));
      const places = ids.flatMap((id) => byId.get(id) ?? []);
      return {
        label: group.words.map(({ start, end }) => text.slice(start, end)).join(' '),
        places,
        scoresOf: () => scores,
      };
    }

    /** All findings of these videos that the query excludes. */
    function findExcluded(within: readonly number[]): SegmentPlace[] {
      const ofVideos = { ...scope, videoIds: within, whole: false };
      return group.excluded.flatMap((leaf) => {
        if (leaf.field === 'person') return seenIn(within, leaf);
        if (!isFindingLeaf(leaf)) return placesOf(store.speakers.spokenBy(within, leaf.value));
        return placesOf(findCondition(store.search, ofVideos, indexCondition(leaf, []), store.search.size()));
      });
    }

    function placesOf(ids: readonly number[]): SegmentPlace[] {
      const own = new Set(videoIds);
      return store.search.places(ids).filter(({ videoId }) => own.has(videoId));
    }

    function labelOf({ start, end }: ConditionLeaf): string {
      return text.slice(start, end);
    }
  };
}

function isFindingLeaf(leaf: ConditionLeaf): leaf is ConditionLeaf & { field: FindingField } {
  return leaf.field !== 'speaker' && leaf.field !== 'person';
}
