import { stat } from 'node:fs/promises';
import { toError } from '../../../base/errors.ts';
import type { Logger } from '../../../base/logger.ts';
import type { Store } from '../../../db/index.ts';
import type { SourceFileRow } from '../../../db/schema.ts';
import { sameContent } from '../../../storage/disk.ts';
import { hashContent } from '../../../storage/fingerprint.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { parseObjectPath } from '../../../storage/paths.ts';
import type { SourceFiles } from './source-files.ts';

export type PendingCopies = ReturnType<typeof createPendingCopies>;

/**
 * Copies imported files to the store while they are used where they are, so that an analysis needn't wait for the copy.
 * One after the other, since they would only share a disk. A copy that a failure or the end of the process stopped
 * begins again with the next server that stays.
 */
export function createPendingCopies(parts: {
  store: Store;
  objects: ObjectStore;
  files: Pick<SourceFiles, 'adoptCopy'>;
  log: Logger;
  /** Whether copies of an earlier process begin again: a server of a single command would end in the middle of them. */
  isResuming: boolean;
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
    // A process ended after the copy was complete; its source may have changed or be gone since.
    const left = await objects.find(path);
    if (left) {
      const isSame = await sameContent(left.file, source).catch(() => false);
      const hash = isSame ? null : await hashContent(left.file, closing.signal);
      if ((await files.adoptCopy(row, hash)) || !isWanted()) return;
      // The library has a later state of the source.
      await stat(source);
      await objects.remove(path);
    }
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
    const logged = work.catch((thrown: unknown) => {
      if (closing.signal.aborted) return;
      log.warn('an imported file could not be copied', { path: row.location, reason: toError(thrown).message });
      throw thrown;
    });
    last = logged.catch(() => {});
    return logged;
  };

  if (parts.isResuming) for (const row of store.sourceFiles.copying()) start(row).catch(() => {});

  return {
    start,

    async close(): Promise<void> {
      closing.abort();
      await last;
    },
  };
}
