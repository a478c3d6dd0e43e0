import type { IncomingMessage } from 'node:http';
import { formatTimestamp } from '../../../base/time.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { StorageUsage, UploadResult, UploadState, UploadUrlResponse } from '../../../contract/library/storage.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { formatObjectPath, type ObjectPath, parseObjectPath } from '../../../storage/paths.ts';
import type { Pace } from '../../../storage/receive.ts';
import { notFound } from '../../errors/lookup.ts';
import { hasOpenJob } from '../../errors/open-job.ts';
import type { Links, SignedQuery } from './links.ts';
import type { SourceService } from './sources.ts';

export type UploadService = ReturnType<typeof createUploadService>;

/** Minimum pace of an upload: a sender below it holds a connection and a temporary file. */
const UPLOAD_PACE: Pace = { bytes: 64 * 1024, ms: 60_000 };

interface UploadParts {
  store: Store;
  objects: ObjectStore;
  links: Links;
  source: SourceService;
  /** Maximum size of an upload in bytes. */
  uploadLimitBytes: () => number;
  pace?: Pace | undefined;
  /** Ends the workers that read a file, and waits for them. */
  release?: ((path: string) => Promise<void>) | undefined;
}

/** Uploads, usage, and deletion of stored files. */
export function createUploadService(parts: UploadParts) {
  const { store, objects, links, source } = parts;
  /** Reserves a storage path for a file name, until it is released or its upload URL expires. */
  const reserve = (userId: number, fileName: string) =>
    objects.reserve(userId, fileName, links.uploadEndsMs(), (path) => isRegistered(store, path));

  return {
    reserve,

    /** Storage usage of a user's files, largest first. */
    use: (userId: number): Promise<StorageUsage> => usageOf(parts, userId),

    /**
     * Deletes a source file; the video's record and findings stay. A file that is referenced in place is not touched.
     * @throws ReelscopeError `forbidden`, `not_found`, `conflict` while it is queued or processing
     */
    deleteFile: (userId: number, filePath: string): Promise<void> => deleteFile(parts, userId, filePath),

    /** Reserves a storage path and creates its upload URL, valid for 15 minutes. */
    async createUpload(
      userId: number,
      origin: string,
      fileName: string,
      contentType: string,
    ): Promise<UploadUrlResponse> {
      const path = await reserve(userId, fileName);
      return uploadUrl(links, path, origin, contentType);
    },

    /**
     * Creates a new URL for an upload that was interrupted, to be continued after the former URL has expired.
     * @throws ReelscopeError `forbidden`, `not_found`
     */
    async renewUpload(
      userId: number,
      origin: string,
      filePath: string,
      contentType: string,
    ): Promise<UploadUrlResponse> {
      const path = parseObjectPath(filePath, userId);
      if ((await objects.partialBytes(path)) === undefined) throw notFound('upload');
      return uploadUrl(links, path, origin, contentType);
    },

    /**
     * Returns how much of an upload has arrived. Ends a transfer in progress: its client has lost that connection.
     * @throws ReelscopeError `forbidden`
     */
    async uploadState(storagePath: string, query: SignedQuery): Promise<UploadState> {
      const { userId } = links.checkUpload(`/uploads/${storagePath}`, query, query['content_type']);
      const path = parseObjectPath(storagePath, userId);
      const stored = await objects.find(path);
      if (stored) return { upload_offset: stored.sizeBytes, complete: true };
      return { upload_offset: (await objects.partialBytes(path)) ?? 0, complete: false };
    },

    /**
     * Receives a part of an upload; what arrives before an interruption is kept.
     * @returns the result of the upload after its last part, otherwise its state
     * @throws ReelscopeError as {@link receiveUpload}; `conflict` with `details.upload_offset` for a part that doesn't
     * fit
     */
    async receivePart(
      storagePath: string,
      query: SignedQuery,
      incoming: IncomingMessage,
      part: { offset: number; isLast: boolean },
    ): Promise<UploadResult | UploadState> {
      const { userId } = links.checkUpload(`/uploads/${storagePath}`, query, query['content_type']);
      const path = parseObjectPath(storagePath, userId);
      const received = await objects.append(path, incoming, { ...part, ...limitsOf(parts, incoming) });
      if (typeof received === 'number') return { upload_offset: received, complete: false };
      await source.arrived(path);
      return { success: true, file_path: storagePath, file_size: received.sizeBytes };
    },

    /**
     * Receives an upload.
     * @param storagePath decoded, `users/<user id>/<name>`
     * @throws ReelscopeError `forbidden`, `invalid_request` (a range), `conflict`, `too_large`, `incomplete_upload`,
     *   `timeout`, `storage_full`, and `unreadable_media` if a video is already registered for the file and it is not
     *   media
     */
    async receiveUpload(storagePath: string, query: SignedQuery, incoming: IncomingMessage): Promise<UploadResult> {
      const { headers } = incoming;
      // A range would be stored as the whole file.
      if (headers['content-range'] !== undefined) {
        throw new ReelscopeError('invalid_request', sentence('upload.content-range'));
      }
      const { userId } = links.checkUpload(`/uploads/${storagePath}`, query, headers['content-type']);
      const path = parseObjectPath(storagePath, userId);
      const stored = await objects.put(path, incoming, limitsOf(parts, incoming));
      await source.arrived(path);
      return { success: true, file_path: storagePath, file_size: stored.sizeBytes };
    },
  };
}

async function usageOf({ store, objects }: UploadParts, userId: number): Promise<StorageUsage> {
  const videos = store.videos.list(userId, { trash: 'with' });
  const owners = new Map(videos.map((video) => [video.storagePath, video]));
  const files = (await objects.list(userId)).map(({ path, object }) => ({
    file_path: formatObjectPath(path),
    file_size: object.sizeBytes,
    job_id: owners.get(formatObjectPath(path))?.jobId ?? null,
    in_trash: owners.get(formatObjectPath(path))?.deletedAt != null,
    modified_at: formatTimestamp(Math.floor(object.modifiedMs)),
  }));
  return { files: files.sort((a, b) => b.file_size - a.file_size), free_bytes: await objects.freeBytes() };
}

async function deleteFile({ store, objects, release }: UploadParts, userId: number, filePath: string): Promise<void> {
  const path = parseObjectPath(filePath, userId);
  const video = store.videos.getByStoragePath(userId, filePath);
  if (hasOpenJob(video)) throw new ReelscopeError('conflict', sentence('upload.in-analysis'));
  if (store.sourceFiles.get(userId, filePath)?.location != null) {
    // Its hashes stay while a video can be relinked with them.
    if (!video) store.sourceFiles.delete(userId, filePath);
    else store.sourceFiles.update(userId, filePath, { location: null, isCopying: 0 });
    return;
  }
  await release?.(objects.fileOf(path));
  await objects.remove(path);
  if (!video) store.sourceFiles.delete(userId, filePath);
}

function isRegistered(store: Store, path: ObjectPath): boolean {
  return (
    store.videos.getByStoragePath(path.userId, formatObjectPath(path)) !== undefined ||
    store.sourceFiles.get(path.userId, formatObjectPath(path))?.location != null
  );
}

function uploadUrl(links: Links, path: ObjectPath, origin: string, contentType: string): UploadUrlResponse {
  const filePath = formatObjectPath(path);
  return {
    success: true,
    upload_url: links.uploadUrl(origin, path.userId, filePath, contentType),
    file_path: filePath,
    sanitized_filename: path.fileName,
  };
}

function limitsOf({ uploadLimitBytes, pace = UPLOAD_PACE }: UploadParts, { headers }: IncomingMessage) {
  const length = headers['content-length'];
  const expectedBytes = length === undefined ? undefined : Number(length);
  return { maxBytes: uploadLimitBytes(), expectedBytes, pace };
}
