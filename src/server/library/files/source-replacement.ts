import { basename } from 'node:path';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { StorageOptions } from '../../../contract/library/storage.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { VideoRow } from '../../../db/schema.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { parseObjectPath } from '../../../storage/paths.ts';
import { requireVideo } from '../../errors/lookup.ts';
import { requireIdle } from '../../errors/open-job.ts';
import type { OpenedFile } from './imports.ts';
import type { SourceFiles } from './source-files.ts';
import type { SourceFacts, SourceService } from './sources.ts';

export interface ReplacementParts {
  store: Store;
  objects: ObjectStore;
  files: SourceFiles;
  source: SourceService;
  options: () => StorageOptions;
  /** Deletes stills and playable copies of the former file. */
  dropDerived(jobId: string): Promise<void>;
}

/** Gives videos other source files. */
export function createSourceReplacement(parts: ReplacementParts) {
  const { store, objects, files, source, options, dropDerived } = parts;

  /**
   * Makes a file the source of a video: in place if the former one was, or according to the import setting.
   * @returns a function that records it
   */
  const place = async (video: VideoRow, file: string): Promise<() => Promise<void>> => {
    const { userId, storagePath } = video;
    const path = parseObjectPath(storagePath, userId);
    const known = store.sourceFiles.get(userId, storagePath);
    // The file of a video from a bundle was never here.
    const wasHere = known !== undefined && known.modifiedMs > 0;
    const isReferenced = wasHere
      ? known.location !== null && known.isCopying === 0
      : options().import_mode === 'reference';
    if (isReferenced) return () => files.reference(userId, storagePath, file);
    await objects.importFile(file, path, { replaces: true });
    return () => files.remember(userId, storagePath);
  };

  return {
    /** The file has the content of the former one. */
    async reconnect(video: VideoRow, file: string): Promise<void> {
      const contentHash = store.sourceFiles.get(video.userId, video.storagePath)?.contentHash;
      const record = await place(video, file);
      await record();
      if (contentHash) store.sourceFiles.update(video.userId, video.storagePath, { contentHash });
      store.audit.record(video, { action: 'relinked', details: { file_name: basename(file), sha256: contentHash } });
    },

    /** Gives a video a file with another content: what was found in the former one is removed. */
    async replace(video: VideoRow, file: string | undefined): Promise<void> {
      const { userId, jobId, storagePath } = video;
      const facts = await source.probe(userId, storagePath, file);
      requireIdle(requireVideo(store, userId, jobId));
      const record = file === undefined ? () => files.remember(userId, storagePath) : await place(video, file);
      const originalName = file === undefined ? {} : { originalName: basename(file) };
      await dropDerived(jobId);
      // Recorded last: until then, the file counts as changed, whatever happens.
      if (!store.videos.replaceSource(userId, jobId, { ...facts, ...originalName }))
        requireIdle(requireVideo(store, userId, jobId));
      await record();
    },

    /**
     * Gives a video its file as it was written further. Findings stay until the next analysis, edits beyond it.
     * @throws ReelscopeError `conflict` (the video is being analyzed), `unreadable_media`, `storage_full`, `not_ready`
     * (the file changes)
     */
    async grow(video: VideoRow, { handle, real, contentHash }: OpenedFile, signal: AbortSignal): Promise<void> {
      const { userId, jobId, storagePath } = video;
      const known = store.sourceFiles.get(userId, storagePath);
      const facts = await source.probe(userId, storagePath, real);
      requireIdle(requireVideo(store, userId, jobId));
      if (known?.location != null) await files.reference(userId, storagePath, real, known.isCopying === 1);
      else {
        const copyOptions = { replaces: true, signal };
        const copied = await objects.copyOpened(handle, parseObjectPath(storagePath, userId), copyOptions);
        await files.remember(userId, storagePath);
        if (copied.contentHash !== contentHash) throw new ReelscopeError('not_ready', sentence('watch.changing'));
      }
      await dropDerived(jobId);
      const details = { from: { size: video.fileSize }, to: { size: facts.fileSize } };
      store.transaction(() => {
        store.videos.update(userId, jobId, facts);
        store.audit.record(video, { action: 'replaced', details });
      });
    },

    /**
     * Gives a video another stored file. If its content differs, everything that was found in the former one is
     * removed.
     * @throws ReelscopeError `conflict` (the video is being analyzed)
     */
    async exchange(video: VideoRow, storagePath: string, facts: SourceFacts): Promise<void> {
      const { userId, jobId } = video;
      const object = await files.locate(userId, storagePath);
      const isSame = object !== undefined && (await files.isSameContent(video, object.file));
      requireIdle(requireVideo(store, userId, jobId));
      if (isSame || !store.jobs.hasFindings(video.id)) {
        const details = { from: { size: video.fileSize }, to: { size: facts.fileSize } };
        store.transaction(() => {
          store.videos.update(userId, jobId, { ...facts, storagePath });
          store.audit.record(video, { action: isSame ? 'relinked' : 'replaced', details });
        });
        return;
      }
      await dropDerived(jobId);
      if (!store.videos.replaceSource(userId, jobId, { ...facts, storagePath }))
        requireIdle(requireVideo(store, userId, jobId));
    },
  };
}
