import type { PageRequest } from '../../base/page.ts';
import { foldText } from '../../base/text-fold.ts';
import { roundSeconds } from '../../base/time.ts';
import { hasPhrase, phraseText } from '../../base/words/phrases.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { CreateMomentRequest, Moment, MomentsQuery, UpdateMomentRequest } from '../../contract/search/moments.ts';
import type { SearchFilters } from '../../contract/search/search.ts';
import { parseStructured, type QueryGroup } from '../../core/query/groups.ts';
import { readSpeakerFilter } from '../../core/query/speaker-filter.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRange } from '../../db/repositories/found-segments.ts';
import type { MomentView } from '../../db/repositories/moments.ts';
import type { VideoRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toMoment } from '../library/mappers/moment-mapper.ts';
import { toSegment } from '../library/mappers/segment-mapper.ts';
import { parseQuery, satisfies } from '../search/query.ts';
import { videosOfGroup } from '../search/video-scope.ts';
import { momentTitle } from './moment-title.ts';

export type MomentsService = ReturnType<typeof createMomentsService>;

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

/** Times of videos that users marked. */
export function createMomentsService(store: Store) {
  const own = (userId: number, id: string): MomentView =>
    requireFound(store.moments.get(userId, parseId(id, 'moment')), 'moment');

  /** Ids of moments that contain the words of a query, best first. */
  const found = (userId: number, text: string): number[] => {
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
  };

  const tagOf = (userId: number, tag: string): number | undefined => {
    const byId = /^[1-9]\d{0,14}$/.test(tag) ? store.tags.get(userId, Number(tag)) : undefined;
    return (byId ?? store.tags.byName(userId, tag))?.id;
  };

  /** The range in a video, on whole milliseconds. @throws ReelscopeError `invalid_request` if it is empty */
  const rangeIn = ({ duration }: Pick<VideoRow, 'duration'>, start: number, end: number | null) => {
    const clamped = (seconds: number) => roundSeconds(duration > 0 ? Math.min(seconds, duration) : seconds);
    const range = { startTime: clamped(start), endTime: end === null ? null : clamped(end) };
    if (range.endTime !== null && range.endTime <= range.startTime)
      throw new ReelscopeError('invalid_request', sentence('moment.range'));
    return range;
  };

  const titleFor = (
    userId: number,
    video: VideoRow,
    request: CreateMomentRequest,
    start: number,
    end: number | null,
  ) => {
    const segments = store.segments.list(userId, video.jobId).map(toSegment);
    const chosen = segments.find(({ id }) => id === request.origin?.segment_id);
    return momentTitle(segments, start, end, chosen);
  };

  return {
    /**
     * In the order of time in one video, or best match first for a query, or newest first. Empty for another user's
     * video, project, or tag.
     */
    list(userId: number, query: MomentsQuery, page?: PageRequest): Moment[] {
      const { job_id, project_id, tag, q, deleted } = query;
      const video = job_id === undefined ? undefined : store.videos.get(userId, job_id);
      const tagId = tag === undefined ? undefined : tagOf(userId, tag);
      if ((job_id !== undefined && !video) || (tag !== undefined && tagId === undefined)) return [];
      if (project_id !== undefined && !/^\d{1,15}$/.test(project_id)) return [];
      const text = q?.trim() ?? '';
      const filter = {
        videoId: video?.id,
        projectId: project_id === undefined ? undefined : Number(project_id),
        tagId,
        ids: text === '' ? undefined : found(userId, text),
        deleted: deleted === 'true',
      };
      return store.moments.list(userId, filter, page, Number(query.offset ?? 0)).map(toMoment);
    },

    /** Moments with all words of a search, best first. Empty for another user's videos, project, or tag. */
    search(userId: number, query: MomentSearch): Moment[] {
      const structured = parseStructured(query.query);
      const group = structured?.groups.length === 1 ? structured.groups[0] : undefined;
      // Moments are not findings: of a query with fields, only its words and the choice of videos apply to them.
      if (structured && (!group || group.conditions.length + group.excluded.length > 0)) return [];
      const text = group ? wordsOf(group) : readSpeakerFilter(query.query).text;
      const tagId = query.tag === undefined ? undefined : tagOf(userId, query.tag);
      if (text === '' || (query.tag !== undefined && tagId === undefined)) return [];
      const { jobIds, projectId, filters } = query;
      const filter = { projectId, tagId, ids: found(userId, text), deleted: false };
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
    },

    /** Times of the moments with a tag; an instant begins and ends at its time. @param tag id or name */
    ranges(userId: number, tag: string): VideoRange[] {
      const tagId = tagOf(userId, tag);
      if (tagId === undefined) return [];
      return store.moments
        .list(userId, { tagId, deleted: false })
        .map(({ videoId, startTime, endTime }) => ({ videoId, startTime, endTime: endTime ?? startTime }));
    },

    /** @throws ReelscopeError `not_found` */
    get: (userId: number, id: string): Moment => toMoment(own(userId, id)),

    /** @throws ReelscopeError `not_found` without such a video, `invalid_request` for an empty range */
    create(userId: number, request: CreateMomentRequest): Moment {
      const video = requireFound(store.videos.get(userId, request.job_id), 'video');
      const { startTime, endTime } = rangeIn(video, request.start_time, request.end_time ?? null);
      const title = request.title ?? titleFor(userId, video, request, startTime, endTime);
      const origin = request.origin ? JSON.stringify(request.origin) : null;
      const values = { videoId: video.id, startTime, endTime, title, note: request.note ?? '', origin };
      return store.transaction(() => {
        const tags = store.tags.ensure(userId, request.tags ?? []);
        const tagIds = tags.map(({ id }) => id);
        return toMoment(store.moments.create(userId, values, tagIds));
      });
    },

    /** @throws ReelscopeError `not_found`, `invalid_request` for an empty range */
    update(userId: number, id: string, request: UpdateMomentRequest): Moment {
      const moment = own(userId, id);
      const { start_time, end_time, title, note, tags } = request;
      const isMoved = start_time !== undefined || end_time !== undefined;
      const video = isMoved ? requireFound(store.videos.byJobId(moment.jobId), 'video') : undefined;
      const end = end_time === undefined ? moment.endTime : end_time;
      return store.transaction(() => {
        const patch = {
          ...(video && rangeIn(video, start_time ?? moment.startTime, end)),
          ...(title !== undefined && { title }),
          ...(note !== undefined && { note }),
        };
        const tagIds = tags && store.tags.ensure(userId, tags).map((tag) => tag.id);
        return toMoment(requireFound(store.moments.update(userId, moment.id, patch, tagIds), 'moment'));
      });
    },

    /** Moves a moment to the trash, or deletes it for good. @throws ReelscopeError `not_found` */
    delete(userId: number, id: string, permanent: boolean): void {
      const momentId = parseId(id, 'moment');
      const done = permanent ? store.moments.delete(userId, momentId) : store.moments.trash(userId, momentId);
      if (!done) throw notFound('moment');
    },

    /** Takes a moment out of the trash. @throws ReelscopeError `not_found` */
    restore: (userId: number, id: string): Moment =>
      toMoment(requireFound(store.moments.restore(userId, parseId(id, 'moment')), 'moment')),
  };
}

/** Words of a query without its fields, as a query of words alone. */
function wordsOf({ words, excludedWords }: Pick<QueryGroup, 'words' | 'excludedWords'>): string {
  if (words.length === 0) return '';
  const written = ({ text, isPhrase }: QueryGroup['words'][number]) => (isPhrase ? `"${text}"` : text);
  return [...words.map(written), ...excludedWords.map((word) => `-${written(word)}`)].join(' ');
}
