import { setImmediate } from 'node:timers/promises';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import { message } from '../../contract/message.ts';
import type { SearchHit, SearchMode } from '../../contract/search/search.ts';
import type { FindingField } from '../../core/query/fields.ts';
import type { QueryGroup } from '../../core/query/groups.ts';
import { hint, type QueryHint } from '../../core/query/hints.ts';
import type { ConditionLeaf } from '../../core/query/parse.ts';
import type { Store } from '../../db/index.ts';
import type { FoundSegment, SegmentPlace } from '../../db/repositories/found-segments.ts';
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
import { joinParts, type QueryPart } from './group-parts.ts';
import { MIN_NEARNESS } from './least-nearness.ts';
import { type JoinedMoment, rankMoments, withoutOverlaps } from './moments.ts';
import { findPeople } from './people-on-screen.ts';
import { type RankPlain, WIDE_NEIGHBORS } from './plain-ranking.ts';
import { type ParsedQuery, satisfies, toQuery } from './query.ts';
import type { SemanticSearch } from './semantic.ts';
import { TIMED_MODULES } from './timed-modules.ts';
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

export interface StructuredSearchParts {
  store: Store;
  semantic: SemanticSearch;
  rankPlain: RankPlain;
}

/** One evaluation of an alternative of a query; see `evaluateGroup`. */
class GroupEvaluation {
  readonly #parts: StructuredSearchParts;
  readonly #search: StructuredSearch;
  readonly #group: QueryGroup;
  readonly #signal: AbortSignal | undefined;
  readonly #videoIds: readonly number[];
  readonly #hints: QueryHint[];
  readonly #words: ParsedQuery | null;
  readonly #exclusions: ParsedQuery;
  /** Conditions that are looked up, without the speaker whose lines are searched. */
  readonly #conditions: readonly ConditionLeaf[];
  /** Lines of the speaker among which words and `said:` are looked up; null for all lines. */
  readonly #lines: ReadonlySet<number> | null;
  /** Similarities of findings that semantic search matches with a value whose words they lack. */
  readonly #semanticMatches = new Map<number, number>();
  readonly #people = new Map<number, FoundSegment>();
  /** Shrinks to the videos that satisfy the conditions looked up so far. */
  #scope: TextScope;
  #plain: Awaited<ReturnType<RankPlain>> | undefined;
  #isSemantic = true;

  constructor(parts: StructuredSearchParts, search: StructuredSearch, group: QueryGroup, signal?: AbortSignal) {
    this.#parts = parts;
    this.#search = search;
    this.#group = group;
    this.#signal = signal;
    const { videoIds, hints } = videosOfGroup(parts.store, search.videos, group);
    this.#videoIds = videoIds;
    this.#hints = hints;
    this.#scope = { userId: search.videos.userId, videoIds, whole: search.whole && group.videos.length === 0 };
    this.#words = queryOfWords(group);
    this.#exclusions = toQuery({ text: '', required: [], excluded: group.excludedWords });
    const speaker = group.conditions.find(({ field }) => field === 'speaker');
    const hasLines = this.#words !== null || group.conditions.some(({ field }) => field === 'said');
    this.#lines = hasLines && speaker ? new Set(this.#linesOf(speaker)) : null;
    this.#conditions = group.conditions.filter((leaf) => !this.#lines || leaf !== speaker);
  }

  async run(): Promise<GroupOutcome> {
    const found = await this.#findConditions();
    const words = this.#words ? await this.#findWords(this.#words, found.length > 0) : undefined;
    const { modules, wanted } = this.#search;
    const { parts, moments } = joinParts(words ? [...found, words] : found, {
      within: this.#group.within,
      modules,
      videoIds: this.#scope.videoIds,
    });
    const scores = parts.map((part, i) => part.scoresOf([...new Set(moments.map((moment) => moment.parts[i]!.id))]));
    // Plain words alone come ranked.
    const ranked = parts.length === 1 && words ? moments : rankMoments(moments, scores);
    const isLimited = this.#group.excluded.length > 0;
    const [plain, semanticMatches] = [this.#plain, this.#semanticMatches];
    return {
      moments: isLimited ? withoutOverlaps(ranked, wanted, (videoIds) => this.#findExcluded(videoIds)) : ranked,
      conditions: parts.map(({ label }) => label),
      people: this.#people,
      similaritiesOf: (ids) =>
        new Map([...(plain?.similaritiesOf(ids.filter((id) => !semanticMatches.has(id))) ?? []), ...semanticMatches]),
      matchOf: (id) =>
        words && parts[0] === words ? plain!.matchOf(id) : semanticMatches.has(id) ? 'meaning' : 'words',
      frameOf: (id) => plain?.frameOf(id),
      relevant: new Set([...(plain?.relevant ?? []), ...semanticMatches.keys()]),
      semantic: this.#isSemantic,
      hints: this.#hints,
    };
  }

  /** Looks up the conditions, the rarest first. @returns them in the order of the query */
  async #findConditions(): Promise<QueryPart[]> {
    const { search } = this.#parts.store;
    const ordered = this.#conditions
      .map((leaf) => {
        const condition = isFindingLeaf(leaf) ? indexCondition(leaf, this.#group.excludedWords) : null;
        return { leaf, condition, count: condition ? estimate(search, condition) : 0 };
      })
      .sort((a, b) => a.count - b.count);
    const found = new Map<ConditionLeaf, QueryPart>();
    for (const [i, { leaf, condition }] of ordered.entries()) {
      const limit = i === 0 ? MAX_FINDINGS.first : MAX_FINDINGS.further;
      const part = condition ? await this.#findIndexed(leaf, condition, limit) : this.#findNamed(leaf);
      found.set(leaf, part);
      this.#narrowScope(part);
      await setImmediate();
    }
    return this.#conditions.map((leaf) => found.get(leaf)!);
  }

  #narrowScope({ places }: QueryPart): void {
    if (this.#conditions.length + Number(this.#words !== null) < 2) return;
    this.#scope = { ...this.#scope, videoIds: [...new Set(places.map(({ videoId }) => videoId))], whole: false };
  }

  #linesOf(leaf: ConditionLeaf): number[] {
    const ids = this.#parts.store.speakers.spokenBy(this.#videoIds, leaf.value);
    if (ids.length === 0) this.#hints.push(hint(message('query.no-speaker', { value: leaf.value }), leaf));
    return ids;
  }

  /** Finds a speaker or a person. */
  #findNamed(leaf: ConditionLeaf): QueryPart {
    if (leaf.field === 'person') return this.#findPerson(leaf);
    const ids = confirmed(this.#parts.store.search, this.#linesOf(leaf), this.#exclusions);
    return { ...this.#labelOf(leaf), places: this.#placesOf(ids), scoresOf: () => new Map() };
  }

  #findPerson(leaf: ConditionLeaf): QueryPart {
    const seen = this.#appearances(this.#videoIds, leaf);
    if (seen.length === 0) this.#hints.push(hint(message('query.no-person', { value: leaf.value }), leaf));
    const places = seen.filter(({ content }) => satisfies(content, this.#exclusions));
    for (const place of places) this.#people.set(place.id, place);
    return { ...this.#labelOf(leaf), isPerson: true, places, scoresOf: () => new Map() };
  }

  /** Keys that are confined to projects can't read people. */
  #appearances(videoIds: readonly number[], { value }: ConditionLeaf): FoundSegment[] {
    const { projects, userId } = this.#search.videos;
    return projects === undefined ? findPeople(this.#parts.store, userId, videoIds, value) : [];
  }

  async #findIndexed(leaf: ConditionLeaf, condition: IndexedCondition, limit: number): Promise<QueryPart> {
    const { search } = this.#parts.store;
    const lines = leaf.field === 'said' ? this.#lines : null;
    const ids = findCondition(search, this.#scope, condition, limit).filter((id) => !lines || lines.has(id));
    if (ids.length === 0 && condition.canBeMeant && this.#search.mode !== 'keyword' && !this.#isBoolean) {
      const matches = await this.#findSemanticMatches(leaf, condition, lines);
      if (matches) return matches;
    }
    const scoresOf = (selected: readonly number[]) => scoreCondition(search, condition, selected);
    return { ...this.#labelOf(leaf), places: this.#placesOf(ids), scoresOf };
  }

  /** Finds what clearly means the value, where nothing contains its words. */
  async #findSemanticMatches(
    leaf: ConditionLeaf,
    { modules }: IndexedCondition,
    lines: ReadonlySet<number> | null,
  ): Promise<QueryPart | undefined> {
    const { semantic, store } = this.#parts;
    const limit = lines ? MAX_FINDINGS.first : WIDE_NEIGHBORS;
    const query = { text: leaf.value, scope: { ...this.#scope, modules }, limit, only: lines };
    const near = await semantic.findNeighbors(query, this.#signal);
    if (!near) this.#isSemantic = false;
    const clear = near?.neighbors.filter(({ nearness }) => nearness >= MIN_NEARNESS.clear) ?? [];
    const ids = clear.map(({ segmentId }) => segmentId);
    const allowed = new Set(confirmed(store.search, ids, this.#exclusions));
    const matches = clear.filter(({ segmentId }) => allowed.has(segmentId));
    if (matches.length === 0) return undefined;
    for (const { segmentId, similarity } of matches) this.#semanticMatches.set(segmentId, similarity);
    const scores = new Map(matches.map(({ segmentId, nearness }) => [segmentId, nearness]));
    return { ...this.#labelOf(leaf), places: this.#placesOf([...scores.keys()]), scoresOf: () => scores };
  }

  async #findWords(words: ParsedQuery, isJoined: boolean): Promise<QueryPart> {
    const { mode, text, modules } = this.#search;
    const timed = Number.isFinite(this.#group.within) ? TIMED_MODULES : undefined;
    const search = {
      scope: { ...this.#scope, modules: isJoined ? timed : modules },
      query: words,
      mode,
      only: this.#lines,
      isBoolean: this.#isBoolean,
      isWide: isJoined,
      select: (ids: readonly number[]) => ids,
    };
    const plain = await this.#parts.rankPlain(search, this.#signal);
    this.#plain = plain;
    this.#isSemantic &&= plain.semantic || mode === 'keyword';
    const ids = isJoined ? plain.ids.filter((id) => plain.matchOf(id) !== 'weak') : plain.ids;
    const scores = new Map(ids.map((id, i) => [id, -i]));
    const byId = new Map(this.#placesOf(ids).map((place) => [place.id, place]));
    const part = {
      label: this.#group.words.map(({ start, end }) => text.slice(start, end)).join(' '),
      start: this.#group.words[0]!.start,
      places: ids.flatMap((id) => byId.get(id) ?? []),
      scoresOf: () => scores,
    };
    this.#narrowScope(part);
    return part;
  }

  /** All findings of these videos that the query excludes. */
  #findExcluded(videoIds: readonly number[]): SegmentPlace[] {
    const { search, speakers } = this.#parts.store;
    const scope = { ...this.#scope, videoIds, whole: false };
    return this.#group.excluded.flatMap((leaf) => {
      if (leaf.field === 'person') return this.#appearances(videoIds, leaf);
      if (!isFindingLeaf(leaf)) return this.#placesOf(speakers.spokenBy(videoIds, leaf.value));
      return this.#placesOf(findCondition(search, scope, indexCondition(leaf, []), search.size()));
    });
  }

  #placesOf(ids: readonly number[]): SegmentPlace[] {
    const own = new Set(this.#videoIds);
    return this.#parts.store.search.places(ids).filter(({ videoId }) => own.has(videoId));
  }

  #labelOf({ start, end }: ConditionLeaf): { label: string; start: number } {
    return { label: this.#search.text.slice(start, end), start };
  }

  /** Whether the query has operators: then a hit has its words. */
  get #isBoolean(): boolean {
    return this.#search.isAlternative || this.#group.excluded.length + this.#group.excludedWords.length > 0;
  }
}

/** Evaluates one alternative of a query with fields. */
export function evaluateGroup(
  parts: StructuredSearchParts,
  search: StructuredSearch,
  group: QueryGroup,
  signal?: AbortSignal,
): Promise<GroupOutcome> {
  return new GroupEvaluation(parts, search, group, signal).run();
}

function isFindingLeaf(leaf: ConditionLeaf): leaf is ConditionLeaf & { field: FindingField } {
  return leaf.field !== 'speaker' && leaf.field !== 'person';
}
