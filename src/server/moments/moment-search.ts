import { foldText } from '../../base/text-fold.ts';
import { hasPhrase, phraseText } from '../../base/words/phrases.ts';
import type { Moment } from '../../contract/search/moments.ts';
import type { SearchFilters } from '../../contract/search/search.ts';
import { parseStructured, type QueryGroup } from '../../core/query/groups.ts';
import { readSpeakerFilter } from '../../core/query/speaker-filter.ts';
import type { Store } from '../../db/index.ts';
import { toMoment } from '../library/mappers/moment-mapper.ts';
import { parseQuery, satisfies } from '../search/query.ts';
import { videosOfGroup } from '../search/video-scope.ts';

export interface MomentSearch {
  query: string;
  limit: number;
  jobIds?: readonly string[] | undefined;
  projectId?: number | undefined;
  /** Id or name. */
  tag?: string | undefined;
  /** Filters of videos; those of findings are ignored. */
  filters: SearchFilters;
  /** Projects that the caller is confined to, whose names `in:` may state. */
  projects?: readonly number[] | undefined;
}

/** Moments with all words of a search, best first. Empty for another user's videos, project, or tag. */
export function searchMoments(store: Store, userId: number, query: MomentSearch): Moment[] {
  const structured = parseStructured(query.query);
  const group = structured?.groups.length === 1 ? structured.groups[0] : undefined;
  // Moments are not findings: of a query with fields, only its words and the choice of videos apply to them.
  if (structured && (!group || group.conditions.length + group.excluded.length > 0)) return [];
  const text = group ? wordsOf(group) : readSpeakerFilter(query.query).text;
  const tagId = query.tag === undefined ? undefined : tagIdOf(store, userId, query.tag);
  if (text === '' || (query.tag !== undefined && tagId === undefined)) return [];
  const { jobIds, projectId, filters } = query;
  const filter = { projectId, tagId, ids: matchingMoments(store, userId, text), deleted: false };
  const { min_confidence: _, ...ofVideos } = filters;
  const isFiltered = Object.values(ofVideos).some((value) => value !== undefined);
  const isLimited = isFiltered || (group !== undefined && group.videos.length > 0);
  const scope = { userId, filter: ofVideos, projects: query.projects };
  const videos = isLimited ? new Set(videosOfGroup(store, scope, group ?? { videos: [] }).videoIds) : null;
  const jobs = jobIds && new Set(jobIds);
  return store.moments
    .list(userId, filter)
    .filter(({ videoId, jobId }) => (!videos || videos.has(videoId)) && (!jobs || jobs.has(jobId)))
    .slice(0, query.limit)
    .map(toMoment);
}

/** Ids of moments that contain the words of a query, best first. */
export function matchingMoments(store: Store, userId: number, text: string): number[] {
  const query = parseQuery(text);
  const { terms, phrases, excluded, lastWord } = query;
  // Only letters and digits, as the index has them.
  const beginning =
    lastWord &&
    (foldText(lastWord)
      .match(/[\p{L}\p{N}\p{M}]+/gu)
      ?.at(-1) ??
      null);
  const ids = store.moments.matching(
    userId,
    terms.map(({ pattern }) => pattern),
    beginning,
  );
  if (phrases.length + excluded.length === 0) return ids;
  return ids.filter((id) => {
    const moment = store.moments.get(userId, id);
    if (!moment) return false;
    const texts = [moment.title, moment.note, ...moment.tags.map(({ name }) => name)];
    if (!satisfies(texts.join('\n'), { ...query, phrases: [] })) return false;
    // The words of a phrase are in one of the texts.
    const fields = texts.map(phraseText);
    return phrases.every((phrase) => fields.some((field) => hasPhrase(field, phrase)));
  });
}

/** Returns the id of a user's tag; undefined if there is none. @param tag id or name */
export function tagIdOf(store: Store, userId: number, tag: string): number | undefined {
  const byId = /^[1-9]\d{0,14}$/.test(tag) ? store.tags.get(userId, Number(tag)) : undefined;
  return (byId ?? store.tags.byName(userId, tag))?.id;
}

/** Words of a query without its fields, as a query of words alone. */
function wordsOf({ words, excludedWords }: Pick<QueryGroup, 'words' | 'excludedWords'>): string {
  if (words.length === 0) return '';
  const written = ({ text, isPhrase }: QueryGroup['words'][number]) => (isPhrase ? `"${text}"` : text);
  return [...words.map(written), ...excludedWords.map((word) => `-${written(word)}`)].join(' ');
}
