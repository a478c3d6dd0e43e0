import type { QueryValue, SearchHit, SpokenLanguage, UnknownWord, ValueField } from '../../contract/search/search.ts';
import { parseStructured } from '../../core/query/groups.ts';
import { readSpeakerFilter } from '../../core/query/speaker-filter.ts';
import type { Store } from '../../db/index.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { FrameSearch } from '../frames/frame-search.ts';
import { personName } from '../people/sightings.ts';
import { withPassage } from './hits.ts';
import { createPlainRanking } from './plain-ranking.ts';
import { searchPlain } from './plain-search.ts';
import { parseQuery } from './query.ts';
import { isWhole, type SearchOptions, type SearchOutcome } from './search-options.ts';
import { createSemanticSearch } from './semantic.ts';
import { searchStructured } from './structured-search.ts';
import { type NamedField, unknownWords } from './unknown-words.ts';

/** Maximum number of values that completion offers for a field. */
const MAX_VALUES = 300;

export type SearchService = ReturnType<typeof createSearchService>;

/**
 * Searches a user's analyzed videos by words, meaning, frames that look like the words, and the fields of the query
 * language (docs/search.md).
 */
export function createSearchService(store: Store, embedder: Embedder, frames?: FrameSearch) {
  const semanticSearch = createSemanticSearch(store, embedder);
  const rankPlain = createPlainRanking(store, semanticSearch, frames);
  const parts = { store, semantic: semanticSearch, rankPlain };

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

  return {
    /** @throws ReelscopeError `model_unavailable` for mode `vector` without an embedding engine; CanceledError */
    async search(userId: number, options: SearchOptions, signal?: AbortSignal): Promise<SearchOutcome> {
      const structured = parseStructured(options.query);
      const outcome = structured
        ? await searchStructured(parts, structured, userId, options, signal)
        : await searchPlain(store, rankPlain, userId, options, signal);
      return withPassages(outcome);
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
