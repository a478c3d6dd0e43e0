import { randomUUID } from 'node:crypto';
import { throwIfAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { ClipsProgress } from '../../contract/library/clips.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { ClipFolder } from './clip-folder.ts';
import { hashStream } from './hash-stream.ts';
import { withCleanup } from './with-cleanup.ts';

/** Response body for a clip request: an MP4 or a ZIP file. */
export interface ClipsFile {
  name: string;
  mediaType: string;
  /** Null for a ZIP file, which is generated while it is sent. */
  sizeBytes: number | null;
  body: ReadableStream<Uint8Array>;
}

/** Folder, progress, and cancellation of an export. */
export interface RunningExport {
  place: Awaited<ReturnType<ClipFolder['open']>>;
  progress: ClipsProgress;
  signal: AbortSignal;
}

/** Maximum number of concurrent exports per user. */
const MAX_EXPORTS = 3;

/** Exports while their responses are open. */
export function createRunningExports({ folder, log }: { folder: ClipFolder; log: Logger }) {
  const exports = new Map<string, { userId: number; progress: ClipsProgress; abort: AbortController }>();

  const begin = (userId: number, total: number, export_id: string = randomUUID()) => {
    const own = [...exports.values()].filter((each) => each.userId === userId);
    if (own.length >= MAX_EXPORTS) throw new ReelscopeError('conflict', sentence('clip.busy'));
    if (exports.has(export_id)) throw new ReelscopeError('conflict', sentence('clip.same-id'));
    const begun = { userId, progress: { export_id, total, done: 0, progress: 0 }, abort: new AbortController() };
    exports.set(export_id, begun);
    return begun;
  };

  return {
    /**
     * Makes a file by `work`. The export ends with the response, or when it is aborted or canceled.
     * @param onSent records the complete file
     * @throws ReelscopeError `conflict` for too many; errors of `work`
     */
    async run(
      userId: number,
      { total, exportId, gone }: { total: number; exportId: string | undefined; gone: AbortSignal },
      onSent: (sha256: string) => void,
      work: (running: RunningExport) => Promise<ClipsFile>,
    ): Promise<ClipsFile> {
      const { progress, abort } = begin(userId, total, exportId);
      let place: RunningExport['place'] | undefined;
      const end = async () => {
        abort.abort();
        exports.delete(progress.export_id);
        gone.removeEventListener('abort', onGone);
        // The clips are valid nevertheless; the next start deletes the orphans.
        await place?.remove().catch((error: unknown) => {
          log.warn('clips could not be deleted', { reason: toError(error).message });
        });
      };
      const onGone = () => void end();
      gone.addEventListener('abort', onGone);
      try {
        throwIfAborted(gone);
        place = await folder.open();
        const file = await work({ place, progress, signal: abort.signal });
        // The file is complete when it is recorded; a history that can't be written must not break it.
        const recorded = hashStream(file.body, (sha256) => {
          try {
            onSent(sha256);
          } catch (error) {
            log.warn('an export of clips could not be recorded', { reason: toError(error).message });
          }
        });
        return { ...file, body: withCleanup(recorded, end) };
      } catch (error) {
        await end();
        throw error;
      }
    },

    /** Returns the progress of a user's running exports. */
    progress: (userId: number): ClipsProgress[] =>
      [...exports.values()]
        .filter((each) => each.userId === userId)
        .map(({ progress }) => ({ ...progress, progress: Math.min(100, Math.round(progress.progress * 10) / 10) })),

    close(): void {
      for (const { abort } of exports.values()) abort.abort();
    },
  };
}
