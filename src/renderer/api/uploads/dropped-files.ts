import { nameKind } from '../../../core/media-files/extensions.ts';
import { HEAD_BYTES, isMediaHead } from '../../../core/media-files/signatures.ts';
import { isSystemFile, isSystemFolder } from '../../../core/media-files/system-files.ts';
import { fileName } from './file-name.ts';

/** A file or folder that is not added, by its path in what was dropped or chosen. */
export interface LeftOutFile {
  path: string;
  reason: 'not_media' | 'unfinished' | 'system' | 'hidden';
}

/** Files that were dropped or chosen, and what is left out of folders by its name. */
export interface ChosenFiles {
  files: File[];
  left: LeftOutFile[];
}

/**
 * Returns why a file is not added: by its name, and where that doesn't tell, by its type or first bytes; undefined for
 * media.
 */
export async function leftOutOf(file: File): Promise<LeftOutFile['reason'] | undefined> {
  const name = fileName(file);
  if (isSystemFile(name)) return 'system';
  const kind = nameKind(name);
  if (kind === 'media') return undefined;
  if (kind !== 'unknown') return kind === 'other' ? 'not_media' : 'unfinished';
  try {
    const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
    return isMediaHead(new Uint8Array(head)) ? undefined : 'not_media';
  } catch {
    // Its upload states why it can't be read.
    return undefined;
  }
}

/** Whether a file may be a bundle of another library, by its name. */
export function isBundle(file: File): boolean {
  return fileName(file).toLowerCase().endsWith('.reelscope');
}

/** Leaves out what is hidden or belongs to the system in a folder that was chosen in the system's dialog. */
export function chosenFiles(files: readonly File[]): ChosenFiles {
  const chosen: ChosenFiles = { files: [], left: [] };
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    // The folder itself was chosen, whatever its name.
    const reason =
      path.split('/').slice(1, -1).map(leftOutFolder).find(Boolean) ??
      (path.includes('/') ? leftOutName(file.name) : undefined);
    if (reason) chosen.left.push({ path, reason });
    else chosen.files.push(file);
  }
  return chosen;
}

/**
 * Returns all dropped files, including those in folders. Reads the entries synchronously, since the data of a drop is
 * only available during its event.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFiles> {
  const dropped = [...transfer.items].flatMap((item) => {
    if (item.kind !== 'file') return [];
    const entry = item.webkitGetAsEntry();
    // Entries of files may not be readable where the files themselves are, as in a real Electron.
    return [entry?.isDirectory ? entry : item.getAsFile()];
  });
  const chosen: ChosenFiles = { files: [], left: [] };
  if (dropped.length === 0) chosen.files.push(...transfer.files);
  for (const item of dropped) {
    if (item instanceof File) chosen.files.push(item);
    else if (item) await collect(item, chosen);
  }
  return chosen;
}

async function collect(entry: FileSystemEntry, chosen: ChosenFiles): Promise<void> {
  if (entry.isFile) {
    chosen.files.push(
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    );
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns batches of up to 100 entries, and an empty one at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) {
      const reason = child.isFile ? leftOutName(child.name) : leftOutFolder(child.name);
      if (reason) chosen.left.push({ path: child.fullPath.replace(/^\//, ''), reason });
      else await collect(child, chosen);
    }
  }
}

const leftOutFolder = (name: string): LeftOutFile['reason'] | undefined =>
  isSystemFolder(name) ? 'system' : name.startsWith('.') ? 'hidden' : undefined;

const leftOutName = (name: string): LeftOutFile['reason'] | undefined =>
  isSystemFile(name) ? 'system' : name.startsWith('.') ? 'hidden' : undefined;
