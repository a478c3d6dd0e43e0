import { sep } from 'node:path';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { WatchRules } from '../../contract/library/watch-folders.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { WatchedFileFacts } from '../../db/repositories/watch-folders.ts';
import type { WatchedFileRow, WatchFolderRow } from '../../db/schema.ts';
import { openInside } from '../../storage/open-inside.ts';
import { hasOpenJob } from '../errors/open-job.ts';
import type { ProcessingService } from '../jobs/processing.ts';
import type { ImportService, OpenedFile } from '../library/files/imports.ts';
import type { RelinkService } from '../library/files/relink.ts';
import type { UploadService } from '../library/files/uploads.ts';
import { readSelection } from '../library/module-selection.ts';
import { type Former, formerOf, readOpened } from './growth.ts';
import type { FoundFile } from './scan-folder.ts';

export interface WatchedImportsParts {
  store: Store;
  imports: Pick<ImportService, 'importFile'>;
  uploads: Pick<UploadService, 'deleteFile'>;
  processing: Pick<ProcessingService, 'registerUpload' | 'process' | 'modules' | 'cancel'>;
  relink: Pick<RelinkService, 'grow'>;
}

type Facts = Pick<WatchedFileFacts, 'contentHash' | 'outcome' | 'jobId'>;

/** Imports files of watched folders, and queues them for analysis. */
export class WatchedImports {
  readonly #parts: WatchedImportsParts;
  /** Files that are being imported, by user and content: the same one may be in several folders. */
  readonly #running = createKeyedQueue<string>();

  constructor(parts: WatchedImportsParts) {
    this.#parts = parts;
  }

  /**
   * Imports a file and queues it, unless its content was seen in this folder, or is analyzed already.
   * @param before the file as it was handled before it changed
   * @throws ReelscopeError `unreadable_media`, `not_ready` if it changes meanwhile, and those of an import
   */
  async import(
    row: WatchFolderRow,
    { path, sizeBytes, modifiedMs }: FoundFile,
    signal: AbortSignal,
    before: WatchedFileRow | undefined,
  ): Promise<Facts> {
    const { store } = this.#parts;
    if (sizeBytes === 0) throw new ReelscopeError('unreadable_media', sentence('watch.empty-file'));
    const { file: handle, real } = await openInside(row.path, path);
    try {
      const { contentHash, startHash } = await readOpened(handle, { sizeBytes, modifiedMs }, before?.sizeBytes, signal);
      if (store.watchFolders.hasContent(row.id, contentHash)) return { contentHash, outcome: 'known', jobId: null };
      const opened = { handle, real, contentHash };
      const former = before && (await formerOf(store, row.userId, before, { ...opened, startHash, sizeBytes }));
      return await this.#running.run(`${row.userId}:${contentHash}`, () =>
        former ? this.#replace(row, former, opened, signal) : this.#add(row, path, opened),
      );
    } finally {
      await handle.close();
    }
  }

  /** Replaces the unfinished file of a video by what it has become, and analyzes it again; edits stay. */
  async #replace(row: WatchFolderRow, { video }: Former, opened: OpenedFile, signal: AbortSignal): Promise<Facts> {
    const { store, processing, relink } = this.#parts;
    const { userId } = row;
    const { jobId } = video;
    const { contentHash } = opened;
    const rules = rulesOf(row);
    // Findings of the unfinished file would be replaced.
    if (hasOpenJob(video)) await processing.cancel(userId, jobId);
    await relink.grow(video, opened, signal);
    store.sourceFiles.setHash(userId, video.storagePath, contentHash);
    const selected = readSelection(video.selectedInsights);
    const modules = [...new Set([...(await this.#modulesOf(rules)), ...selected])];
    await processing.process(userId, jobId, { modules, ...(rules.depth === 'preview' && { depth: rules.depth }) });
    return { contentHash, outcome: 'queued', jobId };
  }

  /** Imports and queues a file whose content is new to its folder. */
  async #add(row: WatchFolderRow, path: string, opened: OpenedFile): Promise<Facts> {
    const { store, imports, processing } = this.#parts;
    const { userId, projectId } = row;
    const { contentHash } = opened;
    const rules = rulesOf(row);
    const options = { mode: rules.mode ?? undefined, reuse: true, opened };
    const imported = await imports.importFile(userId, path, undefined, options);
    const jobId =
      imported.job_id ?? (await this.#register(userId, imported.file_path, imported.sanitized_filename, path));
    const video = store.videos.get(userId, jobId);
    // Later content of the path must be this one.
    if (video && store.sourceFiles.get(userId, video.storagePath)?.contentHash == null)
      store.sourceFiles.setHash(userId, video.storagePath, contentHash);
    if (projectId !== null && video?.projectId == null) store.videos.update(userId, jobId, { projectId });
    const modules = await this.#modulesOf(rules);
    const isPreview = rules.depth === 'preview';
    // A first look adds nothing to an analysis.
    const isKnown = hasOpenJob(video) || modules.length === 0;
    if (isKnown || (isPreview && video?.status === 'completed')) return { contentHash, outcome: 'known', jobId };
    const run = { modules, unlessDone: true, isResumed: true, ...(isPreview && { depth: rules.depth }) };
    const { status } = await processing.process(userId, jobId, run);
    return { contentHash, outcome: status === 'completed' ? 'known' : 'queued', jobId };
  }

  async #register(userId: number, filePath: string, name: string, path: string): Promise<string> {
    const { processing, uploads } = this.#parts;
    try {
      const title = path.slice(path.lastIndexOf(sep) + 1) || name;
      const { job_id } = await processing.registerUpload(userId, filePath, title);
      return job_id;
    } catch (error) {
      // A copy of what is no video would stay for good.
      if (error instanceof ReelscopeError && error.code === 'unreadable_media')
        await uploads.deleteFile(userId, filePath).catch(() => {});
      throw error;
    }
  }

  /** Modules that a folder asks for, as far as they are available. */
  async #modulesOf({ modules, depth }: WatchRules): Promise<ModuleName[]> {
    const selected = modules ?? (await this.#availableModules());
    return selected.filter((name) => depth !== 'preview' || MODULE_CATALOG[name].canPreview);
  }

  async #availableModules(): Promise<ModuleName[]> {
    const all = await this.#parts.processing.modules();
    return all.filter(({ available }) => available).map(({ name }) => name);
  }
}

/** Rules of a watched folder. */
export function rulesOf(row: WatchFolderRow): WatchRules {
  return WatchRules.parse(JSON.parse(row.rules));
}
