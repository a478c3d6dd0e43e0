import type { Clock } from '../../base/time.ts';
import type { AuditLogWriter } from '../audit-log.ts';
import { createChangeListeners } from '../change-listeners.ts';
import type { Db } from '../open.ts';
import type { Outbox } from '../outbox.ts';
import { requireOwned } from '../owned.ts';
import { createPeopleErasure } from '../people/erase.ts';
import type { VideoRow } from '../schema.ts';
import type { IndexedSegments } from '../text-index/indexed-segments.ts';
import { createVideoReads } from './video-reads.ts';
import { createVideoRemoval } from './video-removal.ts';
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

/** Videos of all users. @param indexes forget a video that is deleted or gets another file */
export function createVideosRepository(
  db: Db,
  clock: Clock,
  segments: IndexedSegments,
  audit: AuditLogWriter,
  outbox: Outbox,
  indexes: readonly { drop(videoId: number): void }[],
) {
  const reads = createVideoReads(db);
  const people = createPeopleErasure(db);
  const listeners = createChangeListeners<VideoChange>(db);
  const notify = (kind: VideoChange['kind'], { userId, jobId }: VideoRow): void =>
    listeners.notify({ userId, jobId, kind });

  return {
    ...reads,
    ...createVideoTrash(db, clock, reads, audit, outbox, notify),
    ...createVideoRemoval(db, clock, reads, segments, audit, outbox, indexes, notify),

    onChange: listeners.onChange,

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
        analyzedAt: null,
        deletedAt: null,
        trackChoice: null,
        trackUse: null,
      };
      const values = { ...defaults, ...video, userId, status: 'uploaded' as const, createdAt: now, updatedAt: now };
      return db.transaction(() => {
        const row = db.get(db.sql.insertInto('videos').values(values).returningAll())!;
        const { name, storagePath: storage_path, fileSize: size } = row;
        audit.record(row, { action: 'imported', details: { name, storage_path, size } });
        if (row.deletedAt === null) notify('added', row);
        return row;
      });
    },

    /** @throws ReelscopeError `not_found` if the user has no such project */
    update(userId: number, jobId: string, patch: VideoPatch): VideoRow | undefined {
      requireOwned(db, 'projects', userId, patch.projectId);
      return db.transaction(() => {
        const before = reads.get(userId, jobId);
        // The consent is one project's.
        if (before && patch.projectId !== undefined && patch.projectId !== before.projectId)
          people.eraseVideo(before.id);
        const change = db.sql.updateTable('videos').set({ ...patch, updatedAt: clock.now() });
        const row = db.get(change.where('userId', '=', userId).where('jobId', '=', jobId).returningAll());
        if (before && row && patch.name !== undefined && before.name !== row.name)
          audit.record(row, { action: 'renamed', details: { from: before.name, to: row.name } });
        if (row) notify('changed', row);
        return row;
      });
    },
  };
}
