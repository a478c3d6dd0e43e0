import type { PageRequest } from '../../base/page.ts';
import { roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { CreateMomentRequest, Moment, MomentsQuery, UpdateMomentRequest } from '../../contract/search/moments.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { MomentView } from '../../db/moments/moment-reads.ts';
import type { VideoRange } from '../../db/repositories/found-segments.ts';
import type { VideoRow } from '../../db/schema.ts';
import { notFound, parseId, requireFound } from '../errors/lookup.ts';
import { toMoment } from '../library/mappers/moment-mapper.ts';
import { toSegment } from '../library/mappers/segment-mapper.ts';
import { type MomentSearch, matchingMoments, searchMoments, tagIdOf } from './moment-search.ts';
import { momentTitle } from './moment-title.ts';

export type MomentsService = ReturnType<typeof createMomentsService>;

/** Times of videos that users marked. */
export function createMomentsService(store: Store) {
  const own = (userId: number, id: string): MomentView =>
    requireFound(store.moments.get(userId, parseId(id, 'moment')), 'moment');

  return {
    /** Moments with all words of a search, best first. Empty for another user's videos, project, or tag. */
    search: (userId: number, query: MomentSearch): Moment[] => searchMoments(store, userId, query),

    /**
     * In the order of time in one video, or best match first for a query, or newest first. Empty for another user's
     * video, project, or tag.
     */
    list(userId: number, query: MomentsQuery, page?: PageRequest): Moment[] {
      const { job_id, project_id, tag, q, deleted } = query;
      const video = job_id === undefined ? undefined : store.videos.get(userId, job_id);
      const tagId = tag === undefined ? undefined : tagIdOf(store, userId, tag);
      if ((job_id !== undefined && !video) || (tag !== undefined && tagId === undefined)) return [];
      if (project_id !== undefined && !/^\d{1,15}$/.test(project_id)) return [];
      const text = q?.trim() ?? '';
      const filter = {
        videoId: video?.id,
        projectId: project_id === undefined ? undefined : Number(project_id),
        tagId,
        ids: text === '' ? undefined : matchingMoments(store, userId, text),
        deleted: deleted === 'true',
      };
      return store.moments.list(userId, filter, page, Number(query.offset ?? 0)).map(toMoment);
    },

    /** Times of the moments with a tag; an instant begins and ends at its time. @param tag id or name */
    ranges(userId: number, tag: string): VideoRange[] {
      const tagId = tagIdOf(store, userId, tag);
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
      const title = request.title ?? titleFor(store, userId, video, request, startTime, endTime);
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

/** The range in a video, on whole milliseconds. @throws ReelscopeError `invalid_request` if it is empty */
function rangeIn({ duration }: Pick<VideoRow, 'duration'>, start: number, end: number | null) {
  const clamped = (seconds: number) => roundSeconds(duration > 0 ? Math.min(seconds, duration) : seconds);
  const range = { startTime: clamped(start), endTime: end === null ? null : clamped(end) };
  if (range.endTime !== null && range.endTime <= range.startTime)
    throw new ReelscopeError('invalid_request', sentence('moment.range'));
  return range;
}

function titleFor(
  store: Store,
  userId: number,
  video: VideoRow,
  request: CreateMomentRequest,
  start: number,
  end: number | null,
) {
  const segments = store.segments.list(userId, video.jobId).map(toSegment);
  const chosen = segments.find(({ id }) => id === request.origin?.segment_id);
  return momentTitle(segments, start, end, chosen);
}
