import { errorCodeOf } from '../../../contract/errors.ts';
import type { ImportProgress } from '../../../contract/library/storage.ts';
import { errorText } from '../../../core/texts/sentence.ts';

/** A file that is copied. */
export interface ImportedCopy {
  userId: number;
  /** Identifies the import in the list; without it, the copy isn't listed. */
  importId: string | undefined;
  /** Size in bytes. */
  size: number;
}

/** The list of imports that are being copied. */
export function createImportProgress() {
  const running = new Set<{ userId: number; progress: ImportProgress }>();
  return {
    /** A user's imports that are being copied, and those whose copy failed in the background. */
    list: (userId: number): ImportProgress[] =>
      [...running].filter((entry) => entry.userId === userId).map(({ progress }) => progress),

    /**
     * Copies a file, and lists it meanwhile. One that fails in the background stays in the list.
     * @throws what `copy` throws
     */
    async follow(
      { userId, importId, size }: ImportedCopy,
      copy: (onBytes?: (bytes: number) => void) => Promise<unknown>,
      inBackground = false,
    ): Promise<void> {
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
    },
  };
}
