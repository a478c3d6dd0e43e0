import { toError } from '../../../base/errors.ts';
import { uuidV7Time } from '../../../base/ids.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Clock } from '../../../base/time.ts';
import { isUnreadable } from '../../../contract/errors.ts';
import type { Store } from '../../../db/index.ts';
import { RESTORED_AT } from '../../../db/recovery/mark-restored.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { formatObjectPath } from '../../../storage/paths.ts';
import type { MediaService } from '../../workers/types.ts';
import type { StillFiles } from '../stills.ts';

/** Retention of rejected uploads, during which their sender can delete them. */
const REFUSED_KEPT_MS = 24 * 3_600_000;

/**
 * Deletes orphans: stills and playable copies of deleted videos, and stored files that
 * were rejected as unreadable. The source file of a deleted video is kept until a user deletes it.
 * Keeps everything older than the database or its restore: it may belong to a library that was lost or set aside.
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
  // A database that was lost and recreated lacks records of files that are still there.
  if (origin.isNew) return;
  const sinceMs = Math.max(origin.createdAtMs, restoredAtMs(parts.store));
  const { store, objects, stills, proxyFiles, media, clock, log, signal } = parts;

  /** Whether a file is unreadable as media. */
  const isRefused = async (file: string): Promise<boolean> => {
    try {
      await media.probe(file);
      return false;
    } catch (error) {
      return isUnreadable(error);
    }
  };

  try {
    // A damaged row or index no longer names files that belong to it.
    if ((await store.problems(true, ['videos'])).length > 0) {
      log.warn('garbage collection skipped, since the library is damaged');
      return;
    }
    for (const jobId of new Set([...(await stills.jobIds()), ...(await proxyFiles.jobIds())])) {
      if (signal.aborted) return;
      const madeMs = uuidV7Time(jobId);
      if (madeMs === undefined || madeMs < sinceMs || store.videos.exists(jobId)) continue;
      await stills.remove(jobId);
      await proxyFiles.remove(jobId);
    }
    for (const userId of await objects.userIds()) {
      for (const { path, object } of await objects.list(userId)) {
        if (signal.aborted) return;
        const storagePath = formatObjectPath(path);
        const isNew = object.modifiedMs > clock.now() - REFUSED_KEPT_MS;
        if (isNew || object.modifiedMs < sinceMs) continue;
        if (store.videos.getByStoragePath(userId, storagePath)) continue;
        if (!(await isRefused(object.file)) || signal.aborted) continue;
        // A video may have been registered for it in the meantime.
        if (store.videos.getByStoragePath(userId, storagePath)) continue;
        await objects.remove(path);
        log.info('unreadable stored file removed', { file_size: object.sizeBytes });
      }
    }
  } catch (error) {
    log.warn('garbage collection failed', { reason: toError(error).message });
  }
}

function restoredAtMs(store: Store): number {
  const at = store.settings.get(RESTORED_AT);
  return typeof at === 'number' ? at : 0;
}
