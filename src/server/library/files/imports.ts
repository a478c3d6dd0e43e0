import { type FileHandle, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { ImportFileResponse, ImportMode, StorageOptions } from '../../../contract/library/storage.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { SourceFileRow, VideoRow } from '../../../db/schema.ts';
import { isInside, requireAbsolutePath } from '../../../files/local-path.ts';
import { realPath } from '../../../files/real-path.ts';
import { sameContent } from '../../../storage/disk.ts';
import { hashContent } from '../../../storage/fingerprint.ts';
import { sanitizeFileName } from '../../../storage/names.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { formatObjectPath, type ObjectPath, parseObjectPath } from '../../../storage/paths.ts';
import { requireLocalUser } from '../../errors/local-user.ts';
import { createImportProgress } from './import-progress.ts';
import type { PendingCopies } from './pending-copies.ts';
import type { SourceFiles } from './source-files.ts';

export type ImportService = ReturnType<typeof createImportService>;

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

interface ImportParts {
  store: Store;
  objects: ObjectStore;
  files: SourceFiles;
  copies: PendingCopies;
  options: () => Pick<StorageOptions, 'import_mode'>;
  /** Reserves a storage path for a file name. @throws ReelscopeError `storage_full` */
  reserve(userId: number, fileName: string): Promise<ObjectPath>;
  /** Folder of the library, whose files can't be imported. */
  dataFolder: string;
}

/** A file to be stored under a reserved path. */
interface NewFile {
  file: string;
  path: ObjectPath;
  mode: ImportMode;
  importId: string | undefined;
  wait: boolean;
  opened: OpenedFile | undefined;
}

/** Imports files of this machine. */
export function createImportService(parts: ImportParts) {
  const { store, objects, files, copies } = parts;
  const progress = createImportProgress();

  /** Copies a file that is used where it is until then. One that is being copied isn't copied again. */
  const copyPending = async (
    row: SourceFileRow,
    importId: string | undefined,
    wait: boolean,
  ): Promise<ImportFileResponse> => {
    const { userId, storagePath, sizeBytes: size } = row;
    const copying = progress.follow({ userId, importId, size }, (onBytes) => copies.start(row, onBytes), !wait);
    const response = imported(parseObjectPath(storagePath, userId), false);
    if (!wait) {
      // Failures are logged, and listed with the import.
      copying.catch(() => {});
      return { ...response, copying: true };
    }
    await copying;
    return response;
  };

  /** Copies a file to its reserved path, shares its blocks with it, or references it in place. */
  const storeNew = async ({ file, path, mode, importId, wait, opened }: NewFile): Promise<ImportFileResponse> => {
    const { userId } = path;
    if (mode === 'copy' && opened) {
      await copyOpened(objects, path, opened);
      return imported(path, false);
    }
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (mode === 'copy' && wait) {
      const copy = (onBytes?: (bytes: number) => void) => objects.importFile(file, path, onBytes && { onBytes });
      await progress.follow({ userId, importId, size }, copy);
      return imported(path, false);
    }
    if (!opened && (await objects.cloneFile(file, path))) return imported(path, false);
    if (mode === 'copy') await objects.checkSpace(size);
    const storagePath = formatObjectPath(path);
    await files.reference(userId, storagePath, opened?.real ?? (await realPath(file)), mode === 'copy');
    if (mode === 'reference') return imported(path, true);
    return copyPending(store.sourceFiles.get(userId, storagePath)!, importId, false);
  };

  return {
    /**
     * Imports a local file: shares its blocks if the file system can; otherwise copies it, at once or in the
     * background, or references it in place. Restricted to the local user, since it reads with that user's permissions.
     * @throws ReelscopeError `forbidden`, `not_found`, `invalid_request`, `storage_full`
     */
    async importFile(
      userId: number,
      file: string,
      fileName = basename(file),
      { mode = parts.options().import_mode, importId, reuse = false, wait = true, opened }: ImportOptions = {},
    ): Promise<ImportFileResponse> {
      requireLocalUser(store, userId);
      requireAbsolutePath(file);
      await refuseOwnFile(file, parts.dataFolder);
      const same = reuse ? await videoWithContentOf(files, userId, file, opened) : undefined;
      if (same) return importedBefore(parts, same, file);
      const reference = await referenceTo(parts, userId, file, reuse);
      if (reference?.isCopying) return copyPending(reference, importId, wait);
      if (reference) return imported(parseObjectPath(reference.storagePath, userId), true);
      const stored = await sameAsStored(objects, { userId, fileName: sanitizeFileName(fileName) }, file, opened);
      if (stored) return imported(stored, false);
      const path = await parts.reserve(userId, fileName);
      try {
        return await storeNew({ file, path, mode, importId, wait, opened });
      } finally {
        objects.release(path);
      }
    },

    /** A user's imports with an id that are being copied, and those whose copy failed in the background. */
    list: progress.list,
  };
}

function imported(path: ObjectPath, referenced: boolean): ImportFileResponse {
  return { success: true, file_path: formatObjectPath(path), sanitized_filename: path.fileName, referenced };
}

/** Refuses files of the library's own folder, such as its database. @throws ReelscopeError `forbidden` */
async function refuseOwnFile(file: string, dataFolder: string): Promise<void> {
  const [own, real] = await Promise.all([realPath(dataFolder), realPath(file).catch(() => undefined)]);
  if (real !== undefined && isInside(real, own)) throw new ReelscopeError('forbidden', sentence('upload.own-file'));
}

/** Returns a user's video whose content is that of a file. */
async function videoWithContentOf(
  files: SourceFiles,
  userId: number,
  file: string,
  opened: OpenedFile | undefined,
): Promise<VideoRow | undefined> {
  const found = await files.videoWithContentOf(userId, file);
  if (!found || !opened) return found;
  return (await files.contentHash(found, HASH_WAIT_MS)) === opened.contentHash ? found : undefined;
}

/** Result of importing the content of a video again: if its file was moved or deleted, this one replaces it. */
async function importedBefore(
  { store, files }: ImportParts,
  { userId, storagePath, jobId }: VideoRow,
  file: string,
): Promise<ImportFileResponse> {
  if (!(await files.locate(userId, storagePath))) await files.reference(userId, storagePath, await realPath(file));
  const isReferenced = store.sourceFiles.get(userId, storagePath)?.location != null;
  return { ...imported(parseObjectPath(storagePath, userId), isReferenced), job_id: jobId };
}

/**
 * Finds the record of a file that is referenced in place already.
 * @param unchanged only one whose video was made of the content that is there now
 */
async function referenceTo(
  { store, files }: ImportParts,
  userId: number,
  file: string,
  unchanged: boolean,
): Promise<SourceFileRow | undefined> {
  const real = await realPath(file).catch(() => undefined);
  for (const row of store.sourceFiles.list(userId)) {
    if (row.location === null || row.location !== real) continue;
    const video = store.videos.getByStoragePath(userId, row.storagePath);
    if (!unchanged || !video || (await files.state(video)) !== 'changed') return row;
  }
  return undefined;
}

/** Returns the path if a file with the same content is stored there, so that importing it again reuses that. */
async function sameAsStored(
  objects: ObjectStore,
  path: ObjectPath,
  file: string,
  opened: OpenedFile | undefined,
): Promise<ObjectPath | undefined> {
  const stored = await objects.find(path);
  if (!stored || !(await sameContent(stored.file, file).catch(() => false))) return undefined;
  return (await isContentOf(opened, stored.file)) ? path : undefined;
}

/** Whether a stored file has the content of an opened one; true without. */
async function isContentOf(opened: OpenedFile | undefined, file: string): Promise<boolean> {
  return !opened || (await hashContent(file)) === opened.contentHash;
}

/**
 * Copies an opened file: by sharing its blocks, if what is at its path is it, otherwise in parts.
 * @throws ReelscopeError `not_ready` if it changed meanwhile, `storage_full`
 */
async function copyOpened(objects: ObjectStore, path: ObjectPath, opened: OpenedFile): Promise<void> {
  const clone = await objects.cloneFile(opened.real, path);
  if (clone && (await isContentOf(opened, clone.file))) return;
  if (clone) await objects.remove(path);
  const { size } = await opened.handle.stat();
  await objects.checkSpace(size);
  const { contentHash } = await objects.copyOpened(opened.handle, path, { signal: new AbortController().signal });
  if (contentHash === opened.contentHash) return;
  await objects.remove(path);
  throw new ReelscopeError('not_ready', sentence('watch.changing'));
}
