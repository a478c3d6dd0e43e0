import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { isUnreadable, ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../contract/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { ObjectStore, StoredObject } from '../../storage/object-store.ts';
import { formatObjectPath, type ObjectPath, parseObjectPath } from '../../storage/paths.ts';
import { notFound } from '../errors/lookup.ts';
import type { MediaService } from '../workers/types.ts';

export type SourceService = ReturnType<typeof createSourceService>;

/** Columns of a video's row that describe its file. */
export interface SourceFacts {
  fileSize: number;
  /** Seconds. */
  duration: number;
  /** JSON. */
  media: string;
}

/** Source files of videos and their media information. */
export function createSourceService(parts: { store: Store; objects: ObjectStore; media: MediaService; log: Logger }) {
  const { store, objects, media, log } = parts;

  const examine = async (object: StoredObject): Promise<SourceFacts> => {
    const info = await media.probe(object.file);
    return { fileSize: object.sizeBytes, duration: info.duration, media: JSON.stringify(info) };
  };

  const pathOf = (video: VideoRow) => parseObjectPath(video.storagePath, video.userId);

  /** @throws ReelscopeError `not_ready` */
  const open = async (video: VideoRow): Promise<StoredObject> => {
    const object = await objects.find(pathOf(video));
    if (!object) throw new ReelscopeError('not_ready', sentence('video.source-missing'));
    return object;
  };

  return {
    open,

    /** Finds the file of a video; undefined if it was deleted or is not uploaded yet. */
    find: (video: VideoRow): Promise<StoredObject | undefined> => objects.find(pathOf(video)),

    /** Probes a stored file. @throws ReelscopeError `not_found`, `unreadable_media` */
    async examine(path: ObjectPath): Promise<SourceFacts> {
      const object = await objects.find(path);
      if (!object) throw notFound('upload');
      return examine(object);
    },

    /**
     * Ensures that a video's file exists and has been probed, before the video is queued.
     * @throws ReelscopeError `not_ready`, `unreadable_media`
     */
    async require(video: VideoRow): Promise<void> {
      const object = await open(video);
      if (video.media === null || video.fileSize !== object.sizeBytes) {
        store.videos.update(video.userId, video.jobId, await examine(object));
      }
    },

    /**
     * Handles a completed upload. If a video is already registered for the file, the file is probed; one that is not
     * media is deleted, so that another can be uploaded. Any other failure keeps it; the analysis probes it again.
     * @throws ReelscopeError `unreadable_media`
     */
    async arrived(path: ObjectPath): Promise<void> {
      const video = store.videos.getByStoragePath(path.userId, formatObjectPath(path));
      const object = video && (await objects.find(path));
      if (!object) return;
      try {
        store.videos.update(video.userId, video.jobId, await examine(object));
      } catch (error) {
        if (isUnreadable(error)) {
          await objects.remove(path);
          throw error;
        }
        log.warn('an uploaded file could not be probed', { job_id: video.jobId, message: toError(error).message });
      }
    },
  };
}
