import { sql } from 'kysely';
import { isUuid } from '../../base/ids.ts';
import type { PageRequest } from '../../base/page.ts';
import type { VideoStatus } from '../../contract/library/video.ts';
import type { VideoSort } from '../../contract/library/videos.ts';
import type { Db } from '../open.ts';
import { folded, type ListColumns, pageRows } from '../page-rows.ts';
import type { VideoRow } from '../schema.ts';

export type VideoReads = ReturnType<typeof createVideoReads>;

/** A row of a list: without the texts that only a single video's page or job needs, which are most of its bytes. */
export type VideoListRow = Omit<
  VideoRow,
  | 'media'
  | 'originalName'
  | 'initialPrompt'
  | 'speakerCount'
  | 'speechOptions'
  | 'textLanguages'
  | 'trackChoice'
  | 'trackUse'
>;

/** Which videos a list has: those out of the trash by default. */
export type TrashFilter = 'without' | 'with' | 'only';

const LISTED = [
  'id',
  'userId',
  'jobId',
  'projectId',
  'name',
  'description',
  'status',
  'selectedInsights',
  'duration',
  'fileSize',
  'processingTime',
  'storagePath',
  'createdAt',
  'updatedAt',
  'analyzedAt',
  'deletedAt',
] as const;

const LIST: ListColumns<VideoSort> = {
  fields: {
    // Ids ascend with the time of creation, and are in an index with the owner.
    created_at: sql.ref('id'),
    updated_at: sql.ref('updatedAt'),
    name: folded('name'),
    status: sql.ref('status'),
    duration: sql.ref('duration'),
    file_size: sql.ref('fileSize'),
  },
  id: sql.ref('id'),
  names: [sql.ref('name'), sql.ref('description')],
  own: '-created_at',
};

/** Queries for videos. */
export function createVideoReads(db: Db) {
  const of = (userId: number) => db.sql.selectFrom('videos').selectAll().where('userId', '=', userId);
  const ownByJobId = db.prepare<VideoRow>(of(0).where('jobId', '=', ''));
  const getAny = (userId: number, jobId: string): VideoRow | undefined => ownByJobId(userId, jobId);
  const get = (userId: number, jobId: string): VideoRow | undefined => unlessTrashed(getAny(userId, jobId));

  return {
    /** Returns a video of the user; undefined for one in the trash, which nothing but the trash knows. */
    get,

    /** Returns a video of the user, in the trash or not. */
    getAny,

    /** Returns whether any user has the video, in the trash or not; for garbage collection. */
    exists: (jobId: string): boolean =>
      db.get(db.sql.selectFrom('videos').select('id').where('jobId', '=', jobId)) !== undefined,

    /** Returns any user's video, in the trash or not; for work in the background. */
    byJobId: (jobId: string): VideoRow | undefined =>
      db.get(db.sql.selectFrom('videos').selectAll().where('jobId', '=', jobId)),

    /** Returns any user's video by its row number, in the trash or not. */
    byId: (id: number): VideoRow | undefined => db.get(db.sql.selectFrom('videos').selectAll().where('id', '=', id)),

    /** Finds a video by the `video_id` of a request: a row number or a job id, as text. */
    find(userId: number, idOrJobId: string): VideoRow | undefined {
      if (isUuid(idOrJobId)) return get(userId, idOrJobId.toLowerCase());
      if (!/^\d{1,15}$/.test(idOrJobId)) return undefined;
      return unlessTrashed(db.get(of(userId).where('id', '=', Number(idOrJobId))));
    },

    /** Returns the video of a stored file, in the trash or not. */
    getByStoragePath: (userId: number, storagePath: string): VideoRow | undefined =>
      db.get(of(userId).where('storagePath', '=', storagePath)),

    /** Newest first. */
    list(
      userId: number,
      filter: { projectId?: number; projectIds?: readonly number[]; status?: VideoStatus; trash?: TrashFilter } = {},
      page?: PageRequest,
    ): VideoListRow[] {
      const { trash = 'without' } = filter;
      let query = db.sql.selectFrom('videos').select(LISTED).where('userId', '=', userId);
      if (trash !== 'with') query = query.where('deletedAt', trash === 'only' ? 'is not' : 'is', null);
      if (filter.projectId !== undefined) query = query.where('projectId', '=', filter.projectId);
      if (filter.projectIds) query = query.where('projectId', 'in', [-1, ...filter.projectIds]);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      return pageRows(db, query, LIST, page);
    },

    /**
     * Recording times (as stated by the files) and named speakers of videos out of the trash that have either, newest
     * first.
     */
    facts(userId: number): { jobId: string; capturedAt: string | null; speakers: string[] }[] {
      const rows = db.column<string>(
        `SELECT json_array(jobId, media ->> '$.recording.captured.time',
            json((SELECT json_group_array(name) FROM speakers WHERE videoId = videos.id AND name IS NOT NULL)))
          FROM videos WHERE userId = ? AND deletedAt IS NULL ORDER BY id DESC`,
        userId,
      );
      return rows.flatMap((row) => {
        const [jobId, capturedAt, names] = JSON.parse(row) as [string, string | null, string[]];
        const speakers = [...new Set(names)];
        return capturedAt === null && speakers.length === 0 ? [] : [{ jobId, capturedAt, speakers }];
      });
    },

    /** Returns whether any user's video is being processed. */
    isAnyProcessing: (): boolean =>
      db.column<number>("SELECT EXISTS (SELECT 1 FROM videos WHERE status = 'processing')")[0] === 1,
  };
}

function unlessTrashed(video: VideoRow | undefined): VideoRow | undefined {
  return video?.deletedAt === null ? video : undefined;
}
