import { lstat, opendir } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toError } from '../../base/errors.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { type Clock, formatTimestamp } from '../../base/time.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import {
  type CreateWatchFolderRequest,
  type RetryWatchedFilesRequest,
  type UpdateWatchFolderRequest,
  type WatchedFile,
  type WatchFolder,
  type WatchOutcome,
  WatchRules,
} from '../../contract/library/watch-folders.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { WatchedFileRow, WatchFolderRow } from '../../db/schema.ts';
import { isInside, requireAbsolutePath } from '../../files/local-path.ts';
import { realPath } from '../../files/real-path.ts';
import { notFound, parseId, requireFound, requireProjectId } from '../errors/lookup.ts';
import type { ProcessingService } from '../jobs/processing.ts';
import type { ImportService, OpenedFile } from '../library/files/imports.ts';
import type { RelinkService } from '../library/files/relink.ts';
import type { UploadService } from '../library/files/uploads.ts';
import { readSelection } from '../library/module-selection.ts';
import type { Incompleteness } from './completeness.ts';
import { createFolderWatcher, type FolderWatcher, isDenied, type WaitingFile } from './folder-watcher.ts';
import { type Former, formerOf, readOpened } from './growth.ts';
import { openInside } from './open-inside.ts';
import type { FoundFile, SkippedFile } from './scan-folder.ts';

/** Maximum number of watched folders. */
const MAX_FOLDERS = 100;

/** Time in milliseconds for which a request waits for a scan: taking many or large files lasts for hours. */
const SCAN_WAIT_MS = 3000;

/** Number of files that are listed of a folder: of those handled, those that wait, and those left out. */
const MAX_FILES = 200;

export type WatchFoldersService = ReturnType<typeof createWatchFoldersService>;

/** Folders whose new files are imported and analyzed. */
export function createWatchFoldersService(parts: {
  store: Store;
  imports: Pick<ImportService, 'importFile'>;
  uploads: Pick<UploadService, 'deleteFile'>;
  processing: Pick<ProcessingService, 'registerUpload' | 'process' | 'modules' | 'cancel'>;
  relink: Pick<RelinkService, 'grow'>;
  dataFolder: string;
  clock: Clock;
  log: Logger;
  /** Whether this server lives long enough to watch; one of a single command does not. */
  isWatching: boolean;
  monotonicMs?: () => number;
}) {
  const { store, imports, uploads, processing, relink, dataFolder, clock, log, isWatching } = parts;
  const monotonicMs = parts.monotonicMs ?? (() => performance.now());
  const watchers = new Map<number, FolderWatcher>();
  /** Files that are being taken, by user and content: the same one may be in several folders. */
  const taking = createKeyedQueue<string>();
  let isClosed = false;

  const rulesOf = (row: WatchFolderRow): WatchRules => WatchRules.parse(JSON.parse(row.rules));

  /** Imports a file and queues it, unless its content was seen in this folder, or is analyzed already. */
  const take = async (
    row: WatchFolderRow,
    { path, sizeBytes, modifiedMs }: FoundFile,
    signal: AbortSignal,
    before: WatchedFileRow | undefined,
  ) => {
    if (sizeBytes === 0) throw new ReelscopeError('unreadable_media', sentence('watch.empty-file'));
    const { file: handle, real } = await openInside(row.path, path);
    try {
      const { contentHash, startHash } = await readOpened(handle, { sizeBytes, modifiedMs }, before?.sizeBytes, signal);
      if (store.watchFolders.hasContent(row.id, contentHash))
        return { contentHash, outcome: 'known' as const, jobId: null };
      const opened = { handle, real, contentHash };
      const former = before && (await formerOf(store, row.userId, before, { ...opened, startHash, sizeBytes }));
      const work = () => (former ? grow(row, former, opened, signal) : add(row, path, opened));
      return await taking.run(`${row.userId}:${contentHash}`, work);
    } finally {
      await handle.close();
    }
  };

  /** Modules that a folder asks for, as far as they are available. */
  const wantedModules = async ({ modules, depth }: WatchRules): Promise<ModuleName[]> => {
    const chosen = modules ?? (await availableModules());
    return chosen.filter((name) => depth !== 'preview' || MODULE_CATALOG[name].canPreview);
  };

  /** Replaces the unfinished file of a video by what it has become, and analyzes it again; edits stay. */
  const grow = async (row: WatchFolderRow, { video }: Former, opened: OpenedFile, signal: AbortSignal) => {
    const { userId } = row;
    const { jobId, status } = video;
    const rules = rulesOf(row);
    // Findings of the unfinished file would be replaced.
    if (status === 'queued' || status === 'processing') await processing.cancel(userId, jobId);
    await relink.grow(video, opened, signal);
    store.sourceFiles.setHash(userId, video.storagePath, opened.contentHash);
    const own = readSelection(video.selectedInsights);
    const modules = [...new Set([...(await wantedModules(rules)), ...own])];
    await processing.process(userId, jobId, { modules, ...(rules.depth === 'preview' && { depth: rules.depth }) });
    return { contentHash: opened.contentHash, outcome: 'queued' as const, jobId };
  };

  /** Imports and queues a file whose content is new to its folder. */
  const add = async (row: WatchFolderRow, path: string, opened: OpenedFile) => {
    const { userId, projectId } = row;
    const { contentHash } = opened;
    const rules = rulesOf(row);
    const options = { mode: rules.mode ?? undefined, reuse: true, opened };
    const imported = await imports.importFile(userId, path, undefined, options);
    const jobId = imported.job_id ?? (await register(userId, imported.file_path, imported.sanitized_filename, path));
    const video = store.videos.get(userId, jobId);
    // Later content of the path must be this one.
    if (video && store.sourceFiles.get(userId, video.storagePath)?.contentHash == null)
      store.sourceFiles.setHash(userId, video.storagePath, contentHash);
    if (projectId !== null && video?.projectId == null) store.videos.update(userId, jobId, { projectId });
    const wanted = await wantedModules(rules);
    const isPreview = rules.depth === 'preview';
    // A first look adds nothing to an analysis.
    const isKnown = video?.status === 'queued' || video?.status === 'processing' || wanted.length === 0;
    if (isKnown || (isPreview && video?.status === 'completed'))
      return { contentHash, outcome: 'known' as const, jobId };
    const run = { modules: wanted, unlessDone: true, isResumed: true, ...(isPreview && { depth: rules.depth }) };
    const { status } = await processing.process(userId, jobId, run);
    return { contentHash, outcome: status === 'completed' ? ('known' as const) : ('queued' as const), jobId };
  };

  const register = async (userId: number, filePath: string, name: string, path: string): Promise<string> => {
    try {
      const { job_id } = await processing.registerUpload(
        userId,
        filePath,
        path.slice(path.lastIndexOf(sep) + 1) || name,
      );
      return job_id;
    } catch (error) {
      // A copy of what is no video would stay for good.
      if (error instanceof ReelscopeError && error.code === 'unreadable_media')
        await uploads.deleteFile(userId, filePath).catch(() => {});
      throw error;
    }
  };

  const availableModules = async () =>
    (await processing.modules()).filter(({ available }) => available).map(({ name }) => name);

  const createWatcher = (row: WatchFolderRow): FolderWatcher =>
    createFolderWatcher({
      folder: { id: row.id, path: row.path, rules: rulesOf(row) },
      store,
      except: [dataFolder],
      take: (file, signal, before) => take(row, file, signal, before),
      monotonicMs,
      nowMs: clock.now,
      log,
    });

  /** Starts, restarts, or stops watching a folder as it is set now. */
  const apply = async (row: WatchFolderRow | undefined, id: number): Promise<void> => {
    const former = watchers.get(id);
    watchers.delete(id);
    await former?.close();
    if (!row || row.isEnabled === 0 || !isWatching || isClosed) return;
    const watcher = createWatcher(row);
    watchers.set(id, watcher);
    void watcher.scan();
  };

  const toFolder = (row: WatchFolderRow): WatchFolder => {
    const status = watchers.get(row.id)?.status() ?? OFF;
    const counts = store.watchFolders.counts(row.id);
    return {
      id: String(row.id),
      path: row.path,
      enabled: row.isEnabled === 1,
      project_id: row.projectId === null ? null : String(row.projectId),
      ...rulesOf(row),
      state: status.state,
      error: status.error?.message ?? null,
      error_text: status.error?.text ?? null,
      waiting: status.waiting,
      analyzed: counts.queued,
      known: counts.known,
      failed: counts.failed,
      skipped: status.skipped,
      created_at: formatTimestamp(row.createdAt),
    };
  };

  const own = (userId: number, id: string): WatchFolderRow =>
    requireFound(store.watchFolders.get(userId, parseId(id, 'watch-folder')), 'watch-folder');

  const projectIdOf = (userId: number, projectId: string | null): number | null =>
    projectId === null ? null : requireProjectId(store, userId, projectId);

  /**
   * @returns its path without links
   * @throws ReelscopeError `invalid_request`, `not_found`, `forbidden` for the folder of the library, and without
   * permission to read
   */
  const requireFolder = async (path: string): Promise<string> => {
    requireAbsolutePath(path);
    const opened = await opendir(path).catch(toError);
    if (isDenied(opened)) throw new ReelscopeError('forbidden', sentence('watch.no-access', { name: path }));
    if (opened instanceof Error) throw new ReelscopeError('not_found', sentence('watch.no-folder', { path }));
    await opened.close();
    const [own, real] = await Promise.all([realPath(dataFolder), realPath(path)]);
    if (isInside(real, own)) throw new ReelscopeError('forbidden', sentence('watch.own-folder'));
    return real;
  };

  /** Finds a folder that is watched already, under this path or by a link. */
  const findWatched = async (folders: readonly WatchFolderRow[], real: string) => {
    const paths = await Promise.all(folders.map(({ path }) => realPath(path).catch(() => path)));
    return folders[paths.indexOf(real)];
  };

  /** Waits for a scan, but not for all of a long one. */
  const waitFor = async (scan: Promise<void> | undefined): Promise<void> => {
    const waiting = new AbortController();
    const end = pause(SCAN_WAIT_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => {});
    await Promise.race([scan, end]).finally(() => waiting.abort());
  };

  if (isWatching) for (const row of store.watchFolders.list()) void apply(row, row.id);

  return {
    list: (userId: number): WatchFolder[] => store.watchFolders.list(userId).map(toFolder),

    /** @throws ReelscopeError `not_found` */
    get: (userId: number, id: string): WatchFolder => toFolder(own(userId, id)),

    /** @throws ReelscopeError `invalid_request`, `not_found`, `forbidden`, `conflict` */
    async create(userId: number, request: CreateWatchFolderRequest): Promise<WatchFolder> {
      const { path: given, enabled = true, project_id = null, existing = true, ...rest } = request;
      const real = await requireFolder(given);
      const path = resolve(given);
      const folders = store.watchFolders.list(userId);
      const duplicate = await findWatched(folders, real);
      if (duplicate) throw new ReelscopeError('conflict', sentence('watch.twice', { path: duplicate.path }));
      if (folders.length >= MAX_FOLDERS) {
        throw new ReelscopeError('conflict', sentence('watch.too-many', { count: MAX_FOLDERS }));
      }
      const row = store.watchFolders.create(userId, {
        path,
        isEnabled: enabled ? 1 : 0,
        rules: JSON.stringify(WatchRules.parse(rest)),
        projectId: projectIdOf(userId, project_id),
      });
      try {
        if (!existing) await createWatcher(row).ignorePresent();
      } catch (error) {
        // Otherwise the files would be taken at the next start.
        store.watchFolders.delete(userId, row.id);
        throw error;
      }
      await apply(row, row.id);
      return toFolder(row);
    },

    /** @throws ReelscopeError `not_found` */
    async update(userId: number, id: string, request: UpdateWatchFolderRequest): Promise<WatchFolder> {
      const before = own(userId, id);
      const { enabled, project_id, ...changes } = request;
      const row = store.watchFolders.update(userId, before.id, {
        rules: JSON.stringify(WatchRules.parse({ ...rulesOf(before), ...changes })),
        ...(enabled !== undefined && { isEnabled: enabled ? 1 : 0 }),
        ...(project_id !== undefined && { projectId: projectIdOf(userId, project_id) }),
      });
      await apply(row, before.id);
      return toFolder(requireFound(row, 'watch-folder'));
    },

    /** Ends watching; videos and files stay. @throws ReelscopeError `not_found` */
    async delete(userId: number, id: string): Promise<void> {
      const row = own(userId, id);
      await apply(undefined, row.id);
      if (!store.watchFolders.delete(userId, row.id)) throw notFound('watch-folder');
    },

    /** Looks for files now; the scan goes on if it lasts. @throws ReelscopeError `not_found` */
    async scan(userId: number, id: string): Promise<WatchFolder> {
      const row = own(userId, id);
      await waitFor(watchers.get(row.id)?.scan());
      return toFolder(row);
    },

    /** Tries failed files again: now, or once the folder is watched. @throws ReelscopeError `not_found` */
    async retry(userId: number, id: string, { path }: RetryWatchedFilesRequest): Promise<WatchFolder> {
      const row = own(userId, id);
      const files = store.watchFolders.forgetFailed(row.id, path);
      if (path !== undefined && files.length === 0) throw notFound('file');
      await waitFor(watchers.get(row.id)?.retry(files));
      return toFolder(row);
    },

    /** Files of a folder: those that it waits for, has handled, and leaves out. @throws ReelscopeError `not_found` */
    async files(userId: number, id: string, outcome?: WatchOutcome): Promise<WatchedFile[]> {
      const { id: folderId } = own(userId, id);
      const { waiting, skipped } = watchers.get(folderId)?.unhandled() ?? { waiting: [], skipped: [] };
      const isWanted = (one: WatchOutcome) => outcome === undefined || outcome === one;
      const isHandled = outcome !== 'waiting' && outcome !== 'skipped';
      return [
        ...(isWanted('waiting') ? waiting.slice(0, MAX_FILES).map(toWaiting) : []),
        ...(isHandled ? store.watchFolders.latestFiles(folderId, MAX_FILES, outcome).map(toFile) : []),
        ...(isWanted('skipped') ? await Promise.all(skipped.slice(0, MAX_FILES).map(toSkipped)) : []),
      ];
    },

    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...watchers.values()].map((watcher) => watcher.close()));
    },
  };
}

/** Status of a folder that is not watched. */
const OFF = { state: 'off', error: null, waiting: 0, skipped: 0 } as const;

/** Fields that are empty for all files that were not handled. */
const UNHANDLED = { job_id: null, error: null, error_text: null } as const;

function toWaiting({ path, sizeBytes, modifiedMs, incomplete }: WaitingFile): WatchedFile {
  const seen_at = formatTimestamp(Math.round(modifiedMs));
  const reason = incomplete ? INCOMPLETE[incomplete] : undefined;
  return {
    path,
    outcome: 'waiting',
    size_bytes: sizeBytes,
    skipped_by: null,
    seen_at,
    ...UNHANDLED,
    ...(reason && { error: reason.message, error_text: reason.text ?? null }),
  };
}

/** Why a file waits that seems to be incomplete. */
const INCOMPLETE: Readonly<Record<Incompleteness, LocalizedText>> = {
  index: sentence('watch.incomplete.index'),
  cut: sentence('watch.incomplete.cut'),
  zeros: sentence('watch.incomplete.zeros'),
};

/** Looks at a file only now: many may be left out by their names. */
async function toSkipped({ path, skippedBy }: SkippedFile): Promise<WatchedFile> {
  const stats = await lstat(path).catch(() => undefined);
  const seen_at = formatTimestamp(Math.round(stats?.mtimeMs ?? 0));
  const size_bytes = stats?.isFile() ? stats.size : 0;
  return { path, outcome: 'skipped', size_bytes, skipped_by: skippedBy, seen_at, ...UNHANDLED };
}

function toFile({ path, outcome, sizeBytes, jobId, error, seenAt }: WatchedFileRow): WatchedFile {
  const reason = error === null ? null : (JSON.parse(error) as LocalizedText);
  return {
    path,
    outcome,
    size_bytes: sizeBytes,
    job_id: jobId,
    skipped_by: null,
    error: reason?.message ?? null,
    error_text: reason?.text ?? null,
    seen_at: formatTimestamp(seenAt),
  };
}
