import { type FileHandle, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { formatTimestamp } from '../../../base/time.ts';
import { errorCodeOf, ReelscopeError } from '../../../contract/errors.ts';
import type {
  ImportFileResponse,
  ImportMode,
  ImportProgress,
  StorageOptions,
  StorageUsage,
  UploadResult,
  UploadState,
  UploadUrlResponse,
} from '../../../contract/library/storage.ts';
import { errorText, sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { SourceFileRow } from '../../../db/schema.ts';
import { isInside, requireAbsolutePath } from '../../../files/local-path.ts';
import { realPath } from '../../../files/real-path.ts';
import { sameContent } from '../../../storage/disk.ts';
import { hashContent } from '../../../storage/fingerprint.ts';
import { sanitizeFileName } from '../../../storage/names.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { formatObjectPath, type ObjectPath, parseObjectPath } from '../../../storage/paths.ts';
import type { Pace } from '../../../storage/receive.ts';
import { requireLocalUser } from '../../errors/local-user.ts';
import { notFound } from '../../errors/lookup.ts';
import type { Links, SignedQuery } from './links.ts';
import type { PendingCopies } from './pending-copies.ts';
import type { SourceFiles } from './source-files.ts';
import type { SourceService } from './sources.ts';

export type UploadService = ReturnType<typeof createUploadService>;

/** Minimum pace of an upload: a sender below it holds a connection and a temporary file. */
const UPLOAD_PACE: Pace = { bytes: 64 * 1024, ms: 60_000 };

export interface ImportOptions {
  /** By default the storage option. */
  mode?: ImportMode | undefined;
  /** Identifies the import in the list of running ones. */
  importId?: string | undefined;
  /**
   * Imports nothing if a video has the same content; a file that has another one than its video becomes a new video.
   */
  reuse?: boolean | undefined;
  /** False to return before a full copy is complete; the file is used where it is until then. */
  wait?: boolean | undefined;
  /** The file, opened and read: nothing else is imported, whatever is at its path meanwhile. */
  opened?: OpenedFile | undefined;
}

/** A file of this machine that was opened, and what was read from it. */
export interface OpenedFile {
  handle: FileHandle;
  /** Path without links. */
  real: string;
  /** SHA-256 in lowercase hexadecimal. */
  contentHash: string;
}

/** Time in milliseconds that an import waits for the hash of a video that may have the same content. */
const HASH_WAIT_MS = 3_600_000;

/** Whether a stored file has the content of an opened one; true without. */
async function isContentOf(opened: OpenedFile | undefined, file: string): Promise<boolean> {
  return !opened || (await hashContent(file)) === opened.contentHash;
}

/** Uploads, imports and deletion of stored files. */
export function createUploadService(parts: {
  store: Store;
  objects: ObjectStore;
  links: Links;
  source: SourceService;
  files: SourceFiles;
  copies: PendingCopies;
  options: () => Pick<StorageOptions, 'import_mode'>;
  /** Maximum size of an upload in bytes. */
  uploadLimitBytes: () => number;
  pace?: Pace | undefined;
  /** Ends the workers that read a file, and waits for them. */
  release?: ((path: string) => Promise<void>) | undefined;
  /** Folder of the library, whose files can't be imported. */
  dataFolder: string;
}) {
  const {
    store,
    objects,
    links,
    source,
    files,
    copies,
    options,
    uploadLimitBytes,
    pace = UPLOAD_PACE,
    dataFolder,
  } = parts;
  const running = new Set<{ userId: number; progress: ImportProgress }>();
  const isRegistered = (path: ObjectPath) =>
    store.videos.getByStoragePath(path.userId, formatObjectPath(path)) !== undefined ||
    store.sourceFiles.get(path.userId, formatObjectPath(path))?.location != null;
  const reserve = (userId: number, fileName: string) =>
    objects.reserve(userId, fileName, links.uploadEndsMs(), isRegistered);

  /** Finds a stored file with the same name and content, so that importing a file again reuses it. */
  const sameAsStored = async (userId: number, name: string, file: string): Promise<ObjectPath | undefined> => {
    const path = { userId, fileName: sanitizeFileName(name) };
    const stored = await objects.find(path);
    const same = stored && (await sameContent(stored.file, file).catch(() => false));
    return same ? path : undefined;
  };

  /** Refuses files of the library's own folder, such as its database. @throws ReelscopeError `forbidden` */
  const refuseOwnFile = async (file: string): Promise<void> => {
    const [own, real] = await Promise.all([realPath(dataFolder), realPath(file).catch(() => undefined)]);
    if (real !== undefined && isInside(real, own)) throw new ReelscopeError('forbidden', sentence('upload.own-file'));
  };

  /**
   * Finds the record of a file that is referenced in place already.
   * @param unchanged only one whose video was made of the content that is there now
   */
  const referenceTo = async (userId: number, file: string, unchanged: boolean): Promise<SourceFileRow | undefined> => {
    const real = await realPath(file).catch(() => undefined);
    for (const row of store.sourceFiles.list(userId)) {
      if (row.location === null || row.location !== real) continue;
      const video = store.videos.getByStoragePath(userId, row.storagePath);
      if (!unchanged || !video || (await files.state(video)) !== 'changed') return row;
    }
    return undefined;
  };

  /**
   * Copies a file, and lists the import meanwhile if it has an id. One that fails in the background stays in the list.
   */
  const copyListed = async (
    { userId, importId, size }: { userId: number; importId: string | undefined; size: number },
    copy: (onBytes?: (bytes: number) => void) => Promise<unknown>,
    inBackground = false,
  ): Promise<void> => {
    if (importId === undefined) return void (await copy());
    const noError = { error_code: null, error: null, error_text: null };
    const progress: ImportProgress = { import_id: importId, done_bytes: 0, total_bytes: size, ...noError };
    const entry = { userId, progress };
    running.add(entry);
    try {
      await copy((bytes) => {
        progress.done_bytes = Math.min(bytes, size);
      });
      running.delete(entry);
    } catch (thrown) {
      if (inBackground) {
        const { message, text } = errorText(thrown);
        Object.assign(progress, { error_code: errorCodeOf(thrown), error: message, error_text: text ?? null });
      } else running.delete(entry);
      throw thrown;
    }
  };

  /** Copies an opened file: by sharing its blocks, if what is at its path is it, otherwise in parts. */
  const copyOpened = async (path: ObjectPath, opened: OpenedFile): Promise<void> => {
    const clone = await objects.cloneFile(opened.real, path);
    if (clone && (await isContentOf(opened, clone.file))) return;
    if (clone) await objects.remove(path);
    const { size } = await opened.handle.stat();
    await objects.checkSpace(size);
    const { contentHash } = await objects.copyOpened(opened.handle, path, { signal: new AbortController().signal });
    if (contentHash === opened.contentHash) return;
    await objects.remove(path);
    throw new ReelscopeError('not_ready', sentence('watch.changing'));
  };

  const imported = (path: ObjectPath, referenced: boolean): ImportFileResponse => ({
    success: true,
    file_path: formatObjectPath(path),
    sanitized_filename: path.fileName,
    referenced,
  });

  /** Copies a file that is used where it is until then. One that is being copied isn't copied again. */
  const copyPending = async (
    row: SourceFileRow,
    importId: string | undefined,
    wait: boolean,
  ): Promise<ImportFileResponse> => {
    const { userId, storagePath, sizeBytes: size } = row;
    const copying = copyListed({ userId, importId, size }, (onBytes) => copies.start(row, onBytes), !wait);
    const response = imported(parseObjectPath(storagePath, userId), false);
    if (!wait) {
      // Failures are logged, and listed with the import.
      copying.catch(() => {});
      return { ...response, copying: true };
    }
    await copying;
    return response;
  };

  return {
    /** Reserves a storage path and creates its upload URL, valid for 15 minutes. */
    async createUpload(
      userId: number,
      origin: string,
      fileName: string,
      contentType: string,
    ): Promise<UploadUrlResponse> {
      const path = await reserve(userId, fileName);
      const filePath = formatObjectPath(path);
      return {
        success: true,
        upload_url: links.uploadUrl(origin, userId, filePath, contentType),
        file_path: filePath,
        sanitized_filename: path.fileName,
      };
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
      return {
        success: true,
        upload_url: links.uploadUrl(origin, userId, filePath, contentType),
        file_path: filePath,
        sanitized_filename: path.fileName,
      };
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
      const length = incoming.headers['content-length'];
      const received = await objects.append(path, incoming, {
        ...part,
        maxBytes: uploadLimitBytes(),
        expectedBytes: length === undefined ? undefined : Number(length),
        pace,
      });
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
      const length = headers['content-length'];
      const stored = await objects.put(path, incoming, {
        maxBytes: uploadLimitBytes(),
        expectedBytes: length === undefined ? undefined : Number(length),
        pace,
      });
      await source.arrived(path);
      return { success: true, file_path: storagePath, file_size: stored.sizeBytes };
    },

    /**
     * Imports a local file: shares its blocks if the file system can; otherwise copies it, at once or in the
     * background, or references it in place. Restricted to the local user, since it reads with that user's permissions.
     * @throws ReelscopeError `forbidden`, `not_found`, `invalid_request`, `storage_full`
     */
    async importFile(
      userId: number,
      file: string,
      fileName?: string,
      { mode = options().import_mode, importId, reuse, wait = true, opened }: ImportOptions = {},
    ): Promise<ImportFileResponse> {
      requireLocalUser(store, userId);
      requireAbsolutePath(file);
      await refuseOwnFile(file);
      const found = reuse ? await files.videoWithContentOf(userId, file) : undefined;
      const isFoundSame = !opened || (found && (await files.contentHash(found, HASH_WAIT_MS)) === opened.contentHash);
      const same = isFoundSame ? found : undefined;
      if (same) {
        // Its file was moved or deleted; this one replaces it.
        const isFound = await files.locate(userId, same.storagePath);
        if (!isFound) await files.reference(userId, same.storagePath, await realPath(file));
        const isReferenced = store.sourceFiles.get(userId, same.storagePath)?.location != null;
        return { ...imported(parseObjectPath(same.storagePath, userId), isReferenced), job_id: same.jobId };
      }
      const name = fileName ?? basename(file);
      const reference = await referenceTo(userId, file, reuse === true);
      if (reference) {
        if (reference.isCopying) return copyPending(reference, importId, wait);
        return imported(parseObjectPath(reference.storagePath, userId), true);
      }
      const known = await sameAsStored(userId, name, file);
      if (known && (await isContentOf(opened, objects.fileOf(known)))) return imported(known, false);
      const path = await reserve(userId, name);
      try {
        const { size } = await stat(file).catch(() => ({ size: 0 }));
        if (mode === 'copy' && opened) {
          await copyOpened(path, opened);
          return imported(path, false);
        }
        if (mode === 'copy' && wait) {
          const copy = (onBytes?: (bytes: number) => void) => objects.importFile(file, path, onBytes && { onBytes });
          await copyListed({ userId, importId, size }, copy);
          return imported(path, false);
        }
        if (!opened && (await objects.cloneFile(file, path))) return imported(path, false);
        if (mode === 'copy') await objects.checkSpace(size);
        const storagePath = formatObjectPath(path);
        await files.reference(userId, storagePath, opened?.real ?? (await realPath(file)), mode === 'copy');
        if (mode === 'reference') return imported(path, true);
        return await copyPending(store.sourceFiles.get(userId, storagePath)!, importId, false);
      } finally {
        objects.release(path);
      }
    },

    /**
     * Progress of a user's imports that are being copied, and those whose copy failed in the background, of those with
     * an id.
     */
    imports: (userId: number): ImportProgress[] =>
      [...running].filter((entry) => entry.userId === userId).map(({ progress }) => progress),

    /** Storage usage of a user's files, largest first. */
    async use(userId: number): Promise<StorageUsage> {
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
    },

    /**
     * Deletes a source file; the video's record and findings stay. A file that is referenced in place is not touched.
     * @throws ReelscopeError `forbidden`, `not_found`, `conflict` while it is queued or processing
     */
    async deleteFile(userId: number, filePath: string): Promise<void> {
      const path = parseObjectPath(filePath, userId);
      const status = store.videos.getByStoragePath(userId, filePath)?.status;
      if (status === 'queued' || status === 'processing') {
        throw new ReelscopeError('conflict', sentence('upload.in-analysis'));
      }
      if (store.sourceFiles.get(userId, filePath)?.location != null) {
        // Its hashes stay while a video can be relinked with them.
        if (status === undefined) store.sourceFiles.delete(userId, filePath);
        else store.sourceFiles.update(userId, filePath, { location: null, isCopying: 0 });
        return;
      }
      await parts.release?.(objects.fileOf(path));
      await objects.remove(path);
      if (status === undefined) store.sourceFiles.delete(userId, filePath);
    },
  };
}
