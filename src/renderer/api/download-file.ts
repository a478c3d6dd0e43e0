import { CanceledError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';

/** Folder of the page's private file system for files that are being downloaded. */
const FOLDER = 'downloads';
/** A download of the largest exports from disk to disk takes minutes. */
const KEEP_MS = 15 * 60_000;
/** Files of pages that were closed before are deleted after this time; another window may still be saving. */
const MAX_AGE_MS = 24 * 3_600_000;

let swept = false;

/**
 * Returns the content of a response as a file on disk, written while it arrives, so that an archive of any size never
 * is in the memory of the page. Browsers without a private file system (those on an unencrypted network connection)
 * keep it as a blob.
 * @throws CanceledError; ReelscopeError `storage_full`, `internal`
 */
export async function receiveFile(response: Response): Promise<Blob> {
  const folder = await openFolder();
  if (!folder || !response.body) return response.blob();
  const name = crypto.randomUUID();
  const handle = await folder.getFileHandle(name, { create: true });
  const remove = () => void folder.removeEntry(name).catch(() => undefined);
  try {
    await response.body.pipeTo(await handle.createWritable());
    const file = await handle.getFile();
    setTimeout(remove, KEEP_MS);
    return file.slice(0, file.size, response.headers.get('Content-Type') ?? '');
  } catch (cause) {
    remove();
    throw toKnown(cause);
  }
}

/** Null where the browser has no private file system that can be written as a stream. */
async function openFolder(): Promise<FileSystemDirectoryHandle | null> {
  if (!('storage' in navigator) || !('createWritable' in FileSystemFileHandle.prototype)) return null;
  try {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(FOLDER, { create: true });
    if (!swept) await sweep(folder);
    swept = true;
    return folder;
  } catch {
    // Private windows of some browsers have none.
    return null;
  }
}

async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind !== 'file') continue;
    const { lastModified } = await (handle as FileSystemFileHandle).getFile();
    if (Date.now() - lastModified > MAX_AGE_MS) await folder.removeEntry(name);
  }
}

function toKnown(cause: unknown): unknown {
  if (!(cause instanceof DOMException)) return cause;
  if (cause.name === 'AbortError') return new CanceledError();
  if (cause.name !== 'QuotaExceededError') return cause;
  return new ReelscopeError('storage_full', 'The disk is full.', { cause });
}
