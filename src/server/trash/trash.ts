import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { type EmptiedTrash, TRASH_DAYS, type Trash } from '../../contract/library/trash.ts';
import type { Moment } from '../../contract/search/moments.ts';
import type { Store } from '../../db/index.ts';
import { RESTORED_AT } from '../../db/recovery/mark-restored.ts';
import { toTrashedVideo } from '../library/mappers/video-mapper.ts';
import type { VideosService } from '../library/videos.ts';
import type { MomentsService } from '../moments/moments.ts';
import type { StoriesService } from '../stories/stories.ts';

/** Time that the trash keeps its items, and the interval and delay of the check for older ones. */
const KEPT_MS = TRASH_DAYS * 24 * 3_600_000;
const CHECK_MS = 3_600_000;
const FIRST_CHECK_MS = 90_000;

export type TrashService = ReturnType<typeof createTrashService>;

/** Videos, moments, and stories in the trash: lists them, and deletes them for good on request or after 30 days. */
export function createTrashService(parts: {
  store: Store;
  videos: Pick<VideosService, 'delete'>;
  moments: Pick<MomentsService, 'list' | 'delete'>;
  stories: Pick<StoriesService, 'list' | 'delete'>;
  /** Deletes a stored source file. @throws ReelscopeError `not_found` */
  deleteFile(userId: number, storagePath: string): Promise<void>;
  sizeOf(userId: number): Promise<{ bytes: number }>;
  clock: Clock;
  log: Logger;
}) {
  const { store, videos, moments, stories, deleteFile, sizeOf, clock, log } = parts;

  const momentsOf = (userId: number): Moment[] => moments.list(userId, { deleted: 'true' });
  const storiesOf = (userId: number) =>
    stories.list(userId, { deleted: 'true' }).sort((a, b) => b.deleted_at!.localeCompare(a.deleted_at!));

  /** Deletes a video and its stored file; a file that is referenced in place stays. */
  const deleteVideo = async (userId: number, jobId: string, by: 'user' | 'system'): Promise<void> => {
    const video = store.videos.getAny(userId, jobId);
    if (!video) return;
    await videos.delete(userId, jobId, by);
    await deleteFile(userId, video.storagePath).catch((error: unknown) => {
      if (!(error instanceof ReelscopeError) || error.code !== 'not_found') throw error;
    });
  };

  /** Whether the library is one that was restored lately: its trash may be what it was restored for. */
  const isRestored = (): boolean => {
    const at = store.settings.get(RESTORED_AT);
    return typeof at === 'number' && clock.now() - at < KEPT_MS;
  };

  const service = {
    /** Everything in a user's trash, last deleted first. */
    async list(userId: number): Promise<Trash> {
      const trashed = store.videos.list(userId, { trash: 'only' }).map(toTrashedVideo);
      return {
        videos: trashed.sort((a, b) => b.deleted_at.localeCompare(a.deleted_at)),
        moments: momentsOf(userId),
        stories: storiesOf(userId),
        bytes: (await sizeOf(userId)).bytes,
        keep_days: TRASH_DAYS,
      };
    },

    /** Deletes everything in a user's trash for good. */
    async empty(userId: number): Promise<EmptiedTrash> {
      const emptied = { stories: 0, moments: 0, videos: 0 };
      for (const { id } of storiesOf(userId)) {
        stories.delete(userId, id, true);
        emptied.stories++;
      }
      for (const { id } of momentsOf(userId)) {
        moments.delete(userId, id, true);
        emptied.moments++;
      }
      for (const { jobId } of store.videos.list(userId, { trash: 'only' })) {
        await deleteVideo(userId, jobId, 'user');
        emptied.videos++;
      }
      return { ok: true, ...emptied };
    },

    /** Deletes what was in the trash of any user for 30 days. Never rejects. */
    async purge(): Promise<void> {
      if (isRestored()) return;
      const before = clock.now() - KEPT_MS;
      const purged = async (kind: string, remove: () => unknown) => {
        try {
          await remove();
        } catch (error) {
          log.warn('an item of the trash could not be deleted', { kind, reason: toError(error).message });
        }
      };
      for (const { userId, id } of store.stories.trashedBefore(before))
        await purged('story', () => store.stories.delete(userId, id));
      for (const { userId, id } of store.moments.trashedBefore(before))
        await purged('moment', () => store.moments.delete(userId, id));
      for (const { userId, jobId } of store.videos.trashedBefore(before))
        await purged('video', () => deleteVideo(userId, jobId, 'system'));
    },

    close(): void {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
  const first = setTimeout(() => void service.purge(), FIRST_CHECK_MS);
  const timer = setInterval(() => void service.purge(), CHECK_MS);
  first.unref();
  timer.unref();
  return service;
}
