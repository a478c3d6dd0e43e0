import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Store } from '../../db/index.ts';
import type { SourceFileRow } from '../../db/schema.ts';
import { sameContent } from '../../storage/disk.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { parseObjectPath } from '../../storage/paths.ts';
import type { SourceFiles } from './source-files.ts';

export type PendingCopies = ReturnType<typeof createPendingCopies>;

/**
 * Copies imported files to the store while they are used where they are, so that an analysis needn't wait for the copy. One after
 * the other, since they would only share a disk. A copy that a failure or the end of the process stopped begins again at the next start.
 */
export function createPendingCopies(parts: {
  store: Store;
  objects: ObjectStore;
  files: Pick<SourceFiles, 'adoptCopy'>;
  log: Logger;
}) {
  const { store, objects, files, log } = parts;
  const closing = new AbortController();
  /** The copy that was asked for last; never rejects. */
  let last = Promise.resolve();

  const copy = async (row: SourceFileRow, onBytes?: (bytes: number) => void): Promise<void> => {
    const { userId, storagePath } = row;
    const path = parseObjectPath(storagePath, userId);
    const source = row.location!;
    const isWanted = () => {
      const now = store.sourceFiles.get(userId, storagePath);
      return now?.isCopying === 1 && now.location === source;
    };
    if (closing.signal.aborted || !isWanted()) return;
    // A process ended after the copy was complete.
    const left = await objects.find(path);
    if (left && (await sameContent(left.file, source))) return void (await files.adoptCopy(row, null));
    await objects.checkSpace(row.sizeBytes);
    const copied = await objects.copyFile(source, path, { signal: closing.signal, ...(onBytes && { onBytes }) });
    if (await files.adoptCopy(row, copied.contentHash)) return;
    // The video was deleted meanwhile, or has another file, which may have the same name.
    const now = await objects.find(path);
    if (now?.modifiedMs === copied.modifiedMs && now.sizeBytes === copied.sizeBytes) await objects.remove(path);
    if (!isWanted()) return;
    log.warn('an imported file changed while it was copied', { path: source });
    store.sourceFiles.update(userId, storagePath, { isCopying: 0 });
  };

  /** @throws what stopped the copy */
  const start = (row: SourceFileRow, onBytes?: (bytes: number) => void): Promise<void> => {
    const work = last.then(() => copy(row, onBytes));
    const told = work.catch((thrown: unknown) => {
      if (closing.signal.aborted) return;
      log.warn('an imported file could not be copied', { path: row.location, reason: toError(thrown).message });
      throw thrown;
    });
    last = told.catch(() => {});
    return told;
  };

  // Those of an earlier process.
  for (const row of store.sourceFiles.copying()) start(row).catch(() => {});

  return {
    start,

    async close(): Promise<void> {
      closing.abort();
      await last;
    },
  };
}
