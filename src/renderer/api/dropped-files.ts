import { isMediaName } from '../../contract/media-names.ts';

/** Whether a file may be video or audio, by its name and type. */
export function isMedia(file: { name: string; type: string }): boolean {
  return /^(video|audio)\//.test(file.type) || isMediaName(file.name);
}

/** Whether a file may be a bundle of another library, by its name. */
export function isBundle({ name }: { name: string }): boolean {
  return name.toLowerCase().endsWith('.reelscope');
}

/**
 * Returns all dropped files, including those in folders. Reads the entries synchronously, since the data of a drop is
 * only available during its event.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry ? [entry] : [];
  });
  const plain = [...transfer.files];
  if (entries.length === 0) return plain;
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // A reader returns batches of up to 100 entries, and an empty one at the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return files;
    for (const child of batch) files.push(...(await filesOf(child)));
  }
}
