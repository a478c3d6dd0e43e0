import type { ModuleName } from '../../contract/analysis/modules.ts';
import {
  MAX_SEARCH_LIMIT,
  type QueryValue,
  type SearchFilters,
  type SearchHit,
  type SearchMode,
  type SpokenLanguage,
  type UnknownWord,
  type ValueField,
} from '../../contract/search/search.ts';
import { parseStructured } from '../../core/query/groups.ts';
import type { QueryHint } from '../../core/query/hints.ts';
import { readSpeakerFilter } from '../../core/query/speaker-filter.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRange } from '../../db/repositories/found-segments.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { FrameSearch } from '../frames/frame-search.ts';
import { personName } from '../people/sightings.ts';
import { fuseRankings } from './fusion.ts';
import { evaluateGroup, type GroupOutcome } from './group-evaluation.ts';
import { confidentOf, toHit, toMomentHit, withPassage } from './hits.ts';
import type { TimedFinding } from './moments.ts';
import { createPlainSearch } from './plain.ts';
import { parseQuery } from './query.ts';
import { createSemanticSearch } from './semantic.ts';
import { type NamedField, unknownWords } from './unknown-words.ts';

/** Maximum number of values that completion offers for a field. */
const MAX_VALUES = 300;

export type SearchService = ReturnType<typeof createSearchService>;

export interface SearchOptions {
  query: string;
  /** Clamped to 100. */
  limit: number;
  mode?: SearchMode | undefined;
  jobIds?: readonly string[] | undefined;
  modules?: readonly ModuleName[] | undefined;
  projectId?: number | undefined;
  filters?: SearchFilters | undefined;
  /** Parts of videos that hits are in; undefined for all. */
  within?: readonly VideoRange[] | undefined;
  /** Projects that the caller is confined to, whose names `in:` may state. */
  projects?: readonly number[] | undefined;
}

export interface SearchOutcome {
  /** Best first. `similarity` is 0 when `semantic` is false or a segment has no embedding yet. */
  hits: SearchHit[];
  /** Whether semantic search took part; false in keyword mode and while no embedding engine is available. */
  semantic: boolean;
  /** Ids of hits that are clear semantic matches, whether or not they contain query terms. */
  relevant: ReadonlySet<string>;
  /** Hints about parts of the query that work otherwise than written. */
  hints: readonly QueryHint[];
}

/**
 * Searches a user's analyzed videos by words, meaning, frames that look like the words, and the fields of the query
 * language (docs/search.md).
 */
export function createSearchService(store: Store, embedder: Embedder, frames?: FrameSearch) {
  const semanticSearch = createSemanticSearch(store, embedder);
  const rankPlain = createPlainSearch(store, semanticSearch, frames);
  const groupParts = { store, semantic: semanticSearch, rankPlain };

  const confident = (
    ids: readonly number[],
    userId: number,
    least: number | undefined,
    people?: GroupOutcome['people'],
  ): readonly number[] => {
    if (least === undefined) return ids;
    const seen = ids.flatMap((id) => people?.get(id) ?? []);
    return confidentOf([...store.search.segments(userId, ids), ...seen], ids, least);
  };

  const byIds = (userId: number, ids: readonly number[]) =>
    new Map(store.search.segments(userId, ids).map((segment) => [segment.id, segment]));

  function namedFields(userId: number): NamedField[] {
    return [
      ...store.search.speakerNames(userId, MAX_VALUES).map(({ value }) => ({ field: 'speaker' as const, name: value })),
      ...store.people.seenNames(userId, MAX_VALUES).map(({ value }) => ({ field: 'person' as const, name: value })),
    ];
  }

  /** Adds the passages around brief hits. */
  function withPassages(outcome: SearchOutcome): SearchOutcome {
    const ids = outcome.hits.map(({ id }) => Number(id)).filter(Number.isInteger);
    const around = new Map(store.search.passages(ids).map((one) => [String(one.id), one]));
    return { ...outcome, hits: outcome.hits.map((hit) => withPassage(hit, around.get(hit.id))) };
  }

  /** Lines of a speaker in time order, without a ranking. */
  function listed(ids: readonly number[], userId: number): SearchOutcome {
    const found = byIds(userId, ids);
    const hits = ids
      .flatMap((id) => found.get(id) ?? [])
      .map((segment, i) => toHit(segment, { rank: i + 1, similarity: 0, match: 'words' }));
    return { hits, semantic: true, relevant: new Set(), hints: [] };
  }

  /** Words, phrases, AND, NOT, and a speaker, ranked together. */
  async function searchPlain(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
    const { text, speaker } = readSpeakerFilter(options.query);
    const limit = Math.min(options.limit, MAX_SEARCH_LIMIT);
    const { modules, jobIds, projectId, filters = {}, mode = 'hybrid' } = options;
    const videoIds = store.search.videosOf(userId, { jobIds, projectId, ...filters });
    const scope = { userId, videoIds, modules, whole: isWhole(options) };
    const canBeSpoken = modules === undefined || modules.includes('transcription');
    const spoken = speaker === null ? null : canBeSpoken ? store.speakers.spokenBy(videoIds, speaker) : [];
    const select = (ids: readonly number[]) => confident(ids, userId, filters.min_confidence).slice(0, limit);
    const inside = options.within && new Set(store.search.within(options.within));
    const only = spoken ? new Set(spoken.filter((id) => inside?.has(id) ?? true)) : (inside ?? null);
    if (spoken && text === '') return listed(select([...only!]), userId);
    const ranking = await rankPlain({ scope, query: parseQuery(text), mode, only, select }, signal);
    const found = byIds(userId, ranking.ids);
    const similarities = ranking.similaritiesOf(ranking.ids);
    const hits = ranking.ids
      .flatMap((id) => found.get(id) ?? [])
      .map((segment, i) =>
        toHit(segment, {
          rank: i + 1,
          similarity: similarities.get(segment.id) ?? 0,
          match: ranking.matchOf(segment.id),
          frame: ranking.frameOf(segment.id),
        }),
      );
    const relevant = new Set([...ranking.relevant].map(String));
    return { hits, semantic: ranking.semantic, relevant, hints: [] };
  }

  return {
    /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CanceledError */
    async search(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
      const structured = parseStructured(options.query);
      if (!structured) return withPassages(await searchPlain(userId, options, signal));
      const { modules, jobIds, projectId, projects, filters = {}, mode = 'hybrid' } = options;
      const { min_confidence, ...ofVideos } = filters;
      const videos = { userId, filter: { jobIds, projectId, ...ofVideos }, projects };
      const limit = Math.min(options.limit, MAX_SEARCH_LIMIT);
      // Of several alternatives, or before others are left out, further ones may be among the hits.
      const isSelected = min_confidence !== undefined || options.within !== undefined;
      const wanted = structured.groups.length === 1 && !isSelected ? limit : Number.POSITIVE_INFINITY;
      const search = {
        text: options.query,
        videos,
        whole: isWhole(options),
        isAlternative: structured.groups.length > 1,
        mode,
        wanted,
        modules,
      };
      const outcomes: GroupOutcome[] = [];
      for (const group of structured.groups) outcomes.push(await evaluateGroup(groupParts, search, group, signal));

      // A finding that satisfies several alternatives is one hit, with the reason of the first.
      const byLead = new Map<number, { outcome: GroupOutcome; moment: GroupOutcome['moments'][number] }>();
      for (const outcome of outcomes) {
        for (const moment of outcome.moments) {
          const { id } = moment.parts[0]!;
          if (!byLead.has(id)) byLead.set(id, { outcome, moment });
        }
      }
      const leads = fuseRankings(outcomes.map(({ moments }) => [...new Set(moments.map(({ parts }) => parts[0]!.id))]));
      const people = new Map(outcomes.flatMap((outcome) => [...outcome.people]));
      const isConfident = (id: number) =>
        confident(
          byLead.get(id)!.moment.parts.map((part) => part.id),
          userId,
          min_confidence,
          people,
        ).length === byLead.get(id)!.moment.parts.length;
      const chosen: number[] = [];
      for (const id of leads) {
        if (chosen.length >= limit) break;
        if (isConfident(id) && isWithin(byLead.get(id)!.moment.parts, options.within)) chosen.push(id);
      }
      const partIds = chosen.flatMap((id) => byLead.get(id)!.moment.parts.map((part) => part.id));
      const found = new Map([...byIds(userId, partIds), ...people]);
      const similarities = new Map(
        outcomes.map((one) => [one, one.similaritiesOf(chosen.filter((id) => byLead.get(id)!.outcome === one))]),
      );
      const hits = chosen.flatMap((id, i) => {
        const { outcome, moment } = byLead.get(id)!;
        return toMomentHit(found, moment, outcome, similarities.get(outcome)!.get(id) ?? 0, i + 1) ?? [];
      });
      return withPassages({
        hits,
        semantic: mode !== 'keyword' && outcomes.every(({ semantic }) => semantic),
        relevant: new Set(outcomes.flatMap(({ relevant }) => [...relevant].map(String))),
        hints: withoutRepeats([...structured.hints, ...outcomes.flatMap(({ hints }) => hints)]),
      });
    },

    /**
     * Words of a query without fields and operators that none of the searched findings contains, with near spellings.
     * @param hits of the query
     * @param isQuestion whether the query stands for another one: then only names count
     */
    unknownWords(
      userId: number,
      options: SearchOptions,
      hits: readonly SearchHit[],
      isQuestion = false,
    ): UnknownWord[] {
      const { query, modules, jobIds, projectId, filters } = options;
      const { text, speaker } = readSpeakerFilter(query);
      const { excluded, required, phrases } = parseQuery(text);
      const isPlain = speaker === null && excluded.length + required.length + phrases.length === 0;
      if (!isPlain || parseStructured(query)) return [];
      const videoIds = store.search.videosOf(userId, { jobIds, projectId, ...filters });
      // Keys that are confined to projects find no names of others.
      const named = options.projects === undefined ? namedFields(userId) : [];
      const isEmpty = hits.every(({ match }) => match === 'weak');
      const kind = isQuestion ? 'names' : isEmpty ? 'all' : 'alone';
      return unknownWords(store.search, { userId, videoIds, modules, whole: isWhole(options) }, query, {
        kind,
        named,
      });
    },

    /** Spoken languages of a user's videos, the most frequent first. */
    languages: (userId: number): SpokenLanguage[] =>
      store.search.languages(userId).map(({ language, jobIds }) => ({ language, job_ids: jobIds })),

    /** Names of people who can be found, those of unnamed ones as well. */
    peopleNames: (userId: number): string[] => store.people.names(userId).map(personName),

    /** Values of a field that find something, the most frequent first. */
    values(userId: number, field: ValueField): QueryValue[] {
      if (field === 'speaker') return store.search.speakerNames(userId, MAX_VALUES);
      if (field === 'person') return store.people.seenNames(userId, MAX_VALUES);
      return store.search.labels(userId, LABELED[field], MAX_VALUES);
    },
  };
}

/** Types whose findings are the values of a field. */
const LABELED = { sees: 'visualelements', brand: 'logos', topic: 'keywords' } as const;

/** Hints without those that alternatives with a common part repeat. */
function withoutRepeats(hints: readonly QueryHint[]): QueryHint[] {
  return [...new Map(hints.map((one) => [`${one.start} ${one.end} ${one.text.key}`, one])).values()];
}

/** Whether one of the findings is in a range. @param ranges undefined for all */
function isWithin(parts: readonly TimedFinding[], ranges: readonly VideoRange[] | undefined): boolean {
  const touches = (a: TimedFinding, b: VideoRange) =>
    a.videoId === b.videoId && a.startTime <= b.endTime && a.endTime >= b.startTime;
  return !ranges || parts.some((part) => ranges.some((range) => touches(part, range)));
}

/** Whether a search is limited to no videos. */
function isWhole({ jobIds, projectId, filters = {} }: SearchOptions): boolean {
  const { min_confidence: _, ...ofVideos } = filters;
  const isLimited = Object.values(ofVideos).some((value) => value !== undefined);
  return jobIds === undefined && projectId === undefined && !isLimited;
}
