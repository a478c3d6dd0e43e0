import { sql } from 'kysely';
import { isUuid } from '../../base/ids.ts';
import type { PageRequest } from '../../base/page.ts';
import type { Clock } from '../../base/time.ts';
import type { VideoStatus } from '../../contract/library/video.ts';
import type { VideoSort } from '../../contract/library/videos.ts';
import type { AuditActor } from '../../contract/sharing/audit.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import type { Outbox } from '../outbox.ts';
import { requireOwned } from '../owned.ts';
import { folded, type ListColumns, pageRows } from '../page-rows.ts';
import { createPeopleErasure } from '../people/erase.ts';
import type { VideoRow } from '../schema.ts';
import { shareEventData } from '../share-event.ts';
import type { IndexedSegments } from '../text-index/indexed-segments.ts';
import { createVideoTrash } from './video-trash.ts';

export interface NewVideo {
  jobId: string;
  name: string;
  /** File name at import; `name` by default. */
  originalName?: string | null;
  storagePath: string;
  /** JSON array of module names. */
  selectedInsights: string;
  projectId?: number | null;
  description?: string | null;
  initialPrompt?: string | null;
  fileSize?: number;
  /** Seconds. */
  duration?: number;
  /** JSON of MediaInfo in media/frames.ts. */
  media?: string | null;
  /** JSON of TrackUse in contract/library/tracks.ts. */
  trackUse?: string | null;
  /** Epoch milliseconds, for a video that nobody sees before it is complete: it is in the trash until `reveal`. */
  deletedAt?: number | null;
}
/** Properties that may change outside of a job; only the jobs repository and `replaceSource` change the status. */
export type VideoPatch = Partial<Omit<NewVideo, 'jobId' | 'deletedAt'>>;

/** A change of a video, other than of its job's status. */
export interface VideoChange {
  userId: number;
  jobId: string;
  kind: 'added' | 'changed' | 'removed';
}

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

/** Videos of all users. @param indexes forget a video that is deleted or gets another file */
export function createVideosRepository(
  db: Db,
  clock: Clock,
  segments: IndexedSegments,
  audit: AuditLogWriter,
  outbox: Outbox,
  indexes: readonly { drop(videoId: number): void }[],
) {
  const of = (userId: number) => db.sql.selectFrom('videos').selectAll().where('userId', '=', userId);
  const people = createPeopleErasure(db);
  const ownByJobId = db.prepare<VideoRow>(of(0).where('jobId', '=', ''));
  const getAny = (userId: number, jobId: string): VideoRow | undefined => ownByJobId(userId, jobId);
  const get = (userId: number, jobId: string): VideoRow | undefined => unlessTrashed(getAny(userId, jobId));
  const listeners = createChangeListeners<VideoChange>(db);
  const notifyListeners = (kind: VideoChange['kind'], video: VideoRow | undefined): void => {
    if (video) listeners.notify({ userId: video.userId, jobId: video.jobId, kind });
  };
  /** SHA-256 of the video's file, if it is known. */
  const hashOf = ({ userId, storagePath }: VideoRow): string | null => {
    const query = db.sql.selectFrom('sourceFiles').select('contentHash').where('userId', '=', userId);
    return db.get(query.where('storagePath', '=', storagePath))?.contentHash ?? null;
  };
  return {
    /** Returns a video of the user; undefined for one in the trash, which nothing but the trash knows. */
    get,

    /** Returns a video of the user, in the trash or not. */
    getAny,

    onChange: listeners.onChange,

    /** Returns whether any user has the video, in the trash or not; for garbage collection. */
    exists: (jobId: string): boolean =>
      db.get(db.sql.selectFrom('videos').select('id').where('jobId', '=', jobId)) !== undefined,

    /** Returns any user's video, in the trash or not; for work in the background. */
    byJobId: (jobId: string): VideoRow | undefined =>
      db.get(db.sql.selectFrom('videos').selectAll().where('jobId', '=', jobId)),

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

    /**
     * Creates a video with status `uploaded`. The storage path must be new for the user.
     * @throws ReelscopeError `not_found` if the user has no such project
     */
    create(userId: number, video: NewVideo): VideoRow {
      requireOwned(db, 'projects', userId, video.projectId);
      const now = clock.now();
      const defaults = {
        projectId: null,
        description: null,
        media: null,
        originalName: video.name,
        initialPrompt: null,
        speakerCount: null,
        speechOptions: null,
        textLanguages: null,
        deletedAt: null,
        trackChoice: null,
        trackUse: null,
      };
      const values = { ...defaults, ...video, userId, status: 'uploaded' as const, createdAt: now, updatedAt: now };
      return db.transaction(() => {
        const row = db.get(db.sql.insertInto('videos').values(values).returningAll())!;
        const { name, storagePath: storage_path, fileSize: size } = row;
        audit.record(row, { action: 'imported', details: { name, storage_path, size } });
        if (row.deletedAt === null) notifyListeners('added', row);
        return row;
      });
    },

    /** @throws ReelscopeError `not_found` if the user has no such project */
    update(userId: number, jobId: string, patch: VideoPatch): VideoRow | undefined {
      requireOwned(db, 'projects', userId, patch.projectId);
      return db.transaction(() => {
        const before = get(userId, jobId);
        // The consent is one project's.
        if (before && patch.projectId !== undefined && patch.projectId !== before.projectId)
          people.eraseVideo(before.id);
        const change = db.sql.updateTable('videos').set({ ...patch, updatedAt: clock.now() });
        const row = db.get(change.where('userId', '=', userId).where('jobId', '=', jobId).returningAll());
        if (before && row && patch.name !== undefined && before.name !== row.name)
          audit.record(row, { action: 'renamed', details: { from: before.name, to: row.name } });
        notifyListeners('changed', row);
        return row;
      });
    },

    /**
     * Gives a video another file: removes everything that was found in the old one, including edits and saved stills,
     * revokes its links, and sets it back to `uploaded`. Undefined if the user has no such video, or it is queued or
     * processing.
     */
    replaceSource(userId: number, jobId: string, facts: VideoPatch): VideoRow | undefined {
      return db.transaction(() => {
        const video = get(userId, jobId);
        if (!video || video.status === 'queued' || video.status === 'processing') return undefined;
        segments.remove(video.id);
        people.eraseVideo(video.id);
        for (const table of [
          'corrections',
          'speakers',
          'stills',
          'jobs',
          'moduleRuns',
          'analyses',
          'savedSearchHits',
          'savedSearchVideos',
        ] as const)
          db.run(db.sql.deleteFrom(table).where('videoId', '=', video.id));
        for (const index of indexes) index.drop(video.id);
        // Moments keep their times and notes, which a link would show beside another content.
        const affectedStoryIds = db.sql
          .selectFrom('storyItems')
          .innerJoin('moments', 'moments.id', 'storyItems.momentId')
          .select('storyItems.storyId')
          .where('moments.videoId', '=', video.id);
        const links = db.sql
          .updateTable('sharedReports')
          .set({ isActive: 0 })
          .where('isActive', '=', 1)
          .where((where) => where.or([where('videoId', '=', video.id), where('storyId', 'in', affectedStoryIds)]));
        for (const link of db.all(links.returningAll()))
          outbox.emit(userId, 'share.revoked', () => shareEventData(db, link));
        const change = { ...facts, status: 'uploaded' as const, processingTime: 0, updatedAt: clock.now() };
        const row = db.get(db.sql.updateTable('videos').set(change).where('id', '=', video.id).returningAll())!;
        audit.record(row, {
          action: 'replaced',
          details: { from: { size: video.fileSize, sha256: hashOf(video) }, to: { size: row.fileSize } },
        });
        notifyListeners('changed', row);
        return row;
      });
    },

    /** Returns whether any user's video is being processed. */
    isAnyProcessing: (): boolean =>
      db.column<number>("SELECT EXISTS (SELECT 1 FROM videos WHERE status = 'processing')")[0] === 1,

    ...createVideoTrash({ db, clock, audit, outbox, get, getAny, notify: notifyListeners }),

    /**
     * Deletes the video with its segments, search entries, embeddings, reports, and job; returns the row, and the files
     * of the stills, which the caller deletes. The source file and the chats remain. Undefined if the user has no such
     * video, in the trash or not.
     */
    delete(
      userId: number,
      jobId: string,
      by: AuditActor['kind'] = 'user',
    ): { video: VideoRow; stillFiles: string[] } | undefined {
      return db.transaction(() => {
        const video = getAny(userId, jobId);
        if (!video) return undefined;
        const stills = db.all(db.sql.selectFrom('stills').select('file').where('videoId', '=', video.id));
        segments.remove(video.id);
        for (const index of indexes) index.drop(video.id);
        people.eraseVideo(video.id);
        audit.record(video, { action: 'deleted', by, details: { name: video.name } });
        outbox.emit(userId, 'video.deleted', () => ({ job_id: jobId, video_name: video.name, permanent: true }));
        // Chats stay readable, except empty ones.
        const chats = db.sql.selectFrom('chatMessages').select('sessionId');
        const ofVideo = db.sql.deleteFrom('chatSessions').where('videoId', '=', video.id);
        db.run(ofVideo.where('id', 'not in', chats));
        const kept = { videoId: null, deletedVideo: video.name };
        db.run(db.sql.updateTable('chatSessions').set(kept).where('videoId', '=', video.id));
        db.run(db.sql.deleteFrom('videos').where('id', '=', video.id));
        notifyListeners('removed', video);
        return { video, stillFiles: stills.map((still) => still.file) };
      });
    },
  };
}

const unlessTrashed = (video: VideoRow | undefined): VideoRow | undefined =>
  video?.deletedAt === null ? video : undefined;
