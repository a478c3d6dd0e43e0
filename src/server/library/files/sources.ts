import { stat } from 'node:fs/promises';
import { toError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/logger.ts';
import { isUnreadable, ReelscopeError } from '../../../contract/errors.ts';
import type { Recording } from '../../../contract/library/recording.ts';
import type { MediaTracks } from '../../../contract/library/tracks.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { ObjectStore, StoredObject } from '../../../storage/object-store.ts';
import { formatObjectPath, type ObjectPath } from '../../../storage/paths.ts';
import { notFound } from '../../errors/lookup.ts';
import type { MediaInfoWire, MediaService } from '../../workers/types.ts';
import type { CheckOptions, SourceFiles } from './source-files.ts';

export type SourceService = ReturnType<typeof createSourceService>;

/** Columns of a video's row that describe its file. */
export interface SourceFacts {
  fileSize: number;
  /** Seconds. */
  duration: number;
  /** JSON. */
  media: string;
}

interface SourceParts {
  store: Store;
  objects: ObjectStore;
  files: SourceFiles;
  media: MediaService;
  log: Logger;
}

/** Source files of videos and their media information. */
export function createSourceService(parts: SourceParts) {
  const { store, objects, files, log } = parts;

  /** Probes a stored file and records its state. @throws ReelscopeError `not_found`, `unreadable_media` */
  const register = async (path: ObjectPath): Promise<SourceFacts> => {
    const storagePath = formatObjectPath(path);
    const object = await files.locate(path.userId, storagePath);
    if (!object) throw notFound('upload');
    const facts = await examine(parts, object);
    await files.remember(path.userId, storagePath);
    return facts;
  };

  const info = (video: VideoRow): Promise<MediaInfoWire | undefined> => mediaInfoOf(parts, video);

  return {
    /**
     * Opens the file of a video, provided that it is still the one that was registered.
     * @throws ReelscopeError `not_ready`, `source_changed`
     */
    open: (video: VideoRow, options?: CheckOptions): Promise<StoredObject> => files.check(video, options),

    /** Finds the file of a video; undefined if it was deleted or is not uploaded yet. */
    find: (video: VideoRow): Promise<StoredObject | undefined> => files.locate(video.userId, video.storagePath),

    info,

    /** Facts about the making of a video, as `info` has them. */
    recording: async (video: VideoRow): Promise<Recording | undefined> => (await info(video))?.recording,

    /** Tracks of a file, as `info` has them. */
    tracks: async (video: VideoRow): Promise<MediaTracks | undefined> => (await info(video))?.tracks,

    examine: register,

    /** Probes the present file of a video, or another one. @throws ReelscopeError `not_ready`, `unreadable_media` */
    async probe(userId: number, storagePath: string, file?: string): Promise<SourceFacts> {
      if (file === undefined) {
        const object = await files.locate(userId, storagePath);
        if (!object) throw new ReelscopeError('not_ready', sentence('video.source-missing'));
        return examine(parts, object);
      }
      const { size: sizeBytes, mtimeMs: modifiedMs } = await stat(file);
      return examine(parts, { file, sizeBytes, modifiedMs });
    },

    /**
     * Ensures that a video's file exists, is unchanged, and has been probed, before the video is queued.
     * @throws ReelscopeError `not_ready`, `source_changed`, `unreadable_media`
     */
    async require(video: VideoRow): Promise<void> {
      const { userId, storagePath } = video;
      const before = store.sourceFiles.get(userId, storagePath);
      const object = await files.check(video);
      const isOther =
        before !== undefined && before.edgesHash !== store.sourceFiles.get(userId, storagePath)?.edgesHash;
      if (video.media === null || video.fileSize !== object.sizeBytes || isOther) {
        store.videos.update(userId, video.jobId, await examine(parts, object));
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
      // With findings, the upload must be the former file, which each use checks.
      if (!object || store.jobs.hasFindings(video.id)) return;
      try {
        store.videos.update(video.userId, video.jobId, await register(path));
      } catch (error) {
        if (isUnreadable(error)) {
          await objects.remove(path);
          throw error;
        }
        log.warn('an uploaded file could not be probed', { job_id: video.jobId, reason: toError(error).message });
      }
    },
  };
}

/**
 * Media information of a video; probes the file if an earlier version did not ask for all of it. What is known of it,
 * or undefined, if the file is missing or unreadable.
 */
async function mediaInfoOf(parts: SourceParts, video: VideoRow): Promise<MediaInfoWire | undefined> {
  const { store, files, log } = parts;
  const known = video.media === null ? undefined : (JSON.parse(video.media) as MediaInfoWire);
  if (known?.recording && known.startTimecode !== undefined && known.tracks) return known;
  const object = await files.locate(video.userId, video.storagePath);
  if (!object) return known;
  try {
    const { media: probed } = await examine(parts, await files.check(video, { waitMs: 0 }));
    if (probed !== video.media) store.videos.update(video.userId, video.jobId, { media: probed });
    return JSON.parse(probed) as MediaInfoWire;
  } catch (error) {
    log.info('media details could not be read', { job_id: video.jobId, reason: toError(error).message });
    return known;
  }
}

async function examine({ media }: SourceParts, object: StoredObject): Promise<SourceFacts> {
  const info = await media.probe(object.file);
  return {
    fileSize: object.sizeBytes,
    duration: info.duration,
    media: JSON.stringify({ ...info, startTimecode: info.startTimecode ?? null }),
  };
}
