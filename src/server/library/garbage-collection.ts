import { toError } from '../../base/errors.ts';
import { uuidV7Time } from '../../base/ids.ts';
import type { Logger } from '../../base/logger.ts';
import type { Clock } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { Store } from '../../db/index.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { formatObjectPath } from '../../storage/paths.ts';
import type { MediaService } from '../workers/types.ts';
import type { StillFiles } from './stills.ts';

/** A refused file stays this long, for whoever sent it to look at it and delete it. */
const REFUSED_KEPT_MS = 24 * 3_600_000;

/**
 * Throws away what nothing leads to any more: stills and playable copies of videos that are gone, and stored files that
 * were refused because they are no media. A file of a deleted video is none of these: it stays until a person deletes it.
 * Leaves everything that is older than the database: it may belong to a library whose database was lost.
 * Never rejects.
 */
export async function collectGarbage(parts: {
  store: Store;
  objects: ObjectStore;
  stills: StillFiles;
  proxyFiles: { jobIds(): Promise<string[]>; remove(jobId: string): Promise<void> };
  media: Pick<MediaService, 'probe'>;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { origin } = parts.store;
  // A database that was lost and created again doesn't know the library whose files are still there.
  if (origin.isNew) return;
  const { store, objects, stills, proxyFiles, media, clock, log, signal } = parts;

  /** Whether reading it says that it is no media; a reader that died of it says nothing. */
  const isRefused = async (file: string): Promise<boolean> => {
    try {
      await media.probe(file);
      return false;
    } catch (error) {
      if (!(error instanceof ReelscopeError) || error.code !== 'unreadable_media') return false;
      return !(error.cause instanceof ReelscopeError && error.cause.code === 'worker_crashed');
    }
  };

  try {
    for (const jobId of new Set([...(await stills.jobIds()), ...(await proxyFiles.jobIds())])) {
      if (signal.aborted) return;
      const madeMs = uuidV7Time(jobId);
      if (madeMs === undefined || madeMs < origin.createdAtMs || store.videos.exists(jobId)) continue;
      await stills.remove(jobId);
      await proxyFiles.remove(jobId);
    }
    for (const userId of await objects.userIds()) {
      for (const { path, object } of await objects.list(userId)) {
        if (signal.aborted) return;
        const storagePath = formatObjectPath(path);
        const isNew = object.modifiedMs > clock.now() - REFUSED_KEPT_MS;
        if (isNew || object.modifiedMs < origin.createdAtMs) continue;
        if (store.videos.getByStoragePath(userId, storagePath)) continue;
        if (!(await isRefused(object.file)) || signal.aborted) continue;
        // It may have been given to a video while it was read.
        if (store.videos.getByStoragePath(userId, storagePath)) continue;
        await objects.remove(path);
        log.info('a stored file that is no media was removed', { file_size: object.sizeBytes });
      }
    }
  } catch (error) {
    log.warn('leftovers could not be cleared away', { message: toError(error).message });
  }
}
