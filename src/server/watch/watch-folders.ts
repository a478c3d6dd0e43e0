import { opendir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { type Clock, formatTimestamp } from '../../base/time.ts';
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
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { WatchFolderRow } from '../../db/schema.ts';
import { isInside, requireAbsolutePath } from '../../files/local-path.ts';
import { realPath } from '../../files/real-path.ts';
import { notFound, parseId, requireFound, requireProjectId } from '../errors/lookup.ts';
import { handledEntry, skippedEntry, waitingEntry } from './file-entries.ts';
import { FolderWatcher, isDenied } from './folder-watcher.ts';
import { rulesOf, type WatchedImports } from './watched-imports.ts';

/** Maximum number of watched folders. */
const MAX_FOLDERS = 100;

/** Time in milliseconds for which a request waits for a scan: importing many or large files lasts for hours. */
const SCAN_WAIT_MS = 3000;

/** Number of files that are listed of a folder: of those handled, those that wait, and those left out. */
const MAX_FILES = 200;

/** Status of a folder that is not watched. */
const OFF = { state: 'off', error: null, waiting: 0, skipped: 0 } as const;

export interface WatchFoldersParts {
  store: Store;
  imports: Pick<WatchedImports, 'import'>;
  dataFolder: string;
  clock: Clock;
  log: Logger;
  /** Whether this server lives long enough to watch; one of a single command does not. */
  isWatching: boolean;
  monotonicMs?: () => number;
}

/** Folders whose new files are imported and analyzed. */
export class WatchFoldersService {
  readonly #parts: WatchFoldersParts;
  /** By folder id. */
  readonly #watchers = new Map<number, FolderWatcher>();
  #isClosed = false;

  constructor(parts: WatchFoldersParts) {
    this.#parts = parts;
    if (parts.isWatching) for (const row of parts.store.watchFolders.list()) void this.#apply(row, row.id);
  }

  list(userId: number): WatchFolder[] {
    return this.#parts.store.watchFolders.list(userId).map((row) => this.#toFolder(row));
  }

  /** @throws ReelscopeError `not_found` */
  get(userId: number, id: string): WatchFolder {
    return this.#toFolder(this.#require(userId, id));
  }

  /** @throws ReelscopeError `invalid_request`, `not_found`, `forbidden`, `conflict` */
  async create(userId: number, request: CreateWatchFolderRequest): Promise<WatchFolder> {
    const { store } = this.#parts;
    const { path: given, enabled = true, project_id = null, existing = true, ...rest } = request;
    const real = await requireFolder(given, this.#parts.dataFolder);
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
      projectId: this.#projectId(userId, project_id),
    });
    try {
      if (!existing) await this.#createWatcher(row).ignorePresent();
    } catch (error) {
      // Otherwise the files would be imported at the next start.
      store.watchFolders.delete(userId, row.id);
      throw error;
    }
    await this.#apply(row, row.id);
    return this.#toFolder(row);
  }

  /** @throws ReelscopeError `not_found` */
  async update(userId: number, id: string, request: UpdateWatchFolderRequest): Promise<WatchFolder> {
    const before = this.#require(userId, id);
    const { enabled, project_id, ...changes } = request;
    const row = this.#parts.store.watchFolders.update(userId, before.id, {
      rules: JSON.stringify(WatchRules.parse({ ...rulesOf(before), ...changes })),
      ...(enabled !== undefined && { isEnabled: enabled ? 1 : 0 }),
      ...(project_id !== undefined && { projectId: this.#projectId(userId, project_id) }),
    });
    await this.#apply(row, before.id);
    return this.#toFolder(requireFound(row, 'watch-folder'));
  }

  /** Ends watching; videos and files stay. @throws ReelscopeError `not_found` */
  async delete(userId: number, id: string): Promise<void> {
    const row = this.#require(userId, id);
    await this.#apply(undefined, row.id);
    if (!this.#parts.store.watchFolders.delete(userId, row.id)) throw notFound('watch-folder');
  }

  /** Looks for files now; the scan goes on if it lasts. @throws ReelscopeError `not_found` */
  async scan(userId: number, id: string): Promise<WatchFolder> {
    const row = this.#require(userId, id);
    await waitFor(this.#watchers.get(row.id)?.scan());
    return this.#toFolder(row);
  }

  /** Tries failed files again: now, or once the folder is watched. @throws ReelscopeError `not_found` */
  async retry(userId: number, id: string, { path }: RetryWatchedFilesRequest): Promise<WatchFolder> {
    const row = this.#require(userId, id);
    const files = this.#parts.store.watchFolders.forgetFailed(row.id, path);
    if (path !== undefined && files.length === 0) throw notFound('file');
    await waitFor(this.#watchers.get(row.id)?.retry(files));
    return this.#toFolder(row);
  }

  /** Files of a folder: those that it waits for, has handled, and leaves out. @throws ReelscopeError `not_found` */
  async files(userId: number, id: string, outcome?: WatchOutcome): Promise<WatchedFile[]> {
    const { id: folderId } = this.#require(userId, id);
    const { waiting, skipped } = this.#watchers.get(folderId)?.unhandled() ?? { waiting: [], skipped: [] };
    const includes = (other: WatchOutcome) => outcome === undefined || outcome === other;
    const handled =
      outcome === 'waiting' || outcome === 'skipped'
        ? []
        : this.#parts.store.watchFolders.latestFiles(folderId, MAX_FILES, outcome);
    return [
      ...(includes('waiting') ? waiting.slice(0, MAX_FILES).map(waitingEntry) : []),
      ...handled.map(handledEntry),
      ...(includes('skipped') ? await Promise.all(skipped.slice(0, MAX_FILES).map(skippedEntry)) : []),
    ];
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#watchers.values()].map((watcher) => watcher.close()));
  }

  /** Starts, restarts, or stops watching a folder as it is set now. */
  async #apply(row: WatchFolderRow | undefined, id: number): Promise<void> {
    const former = this.#watchers.get(id);
    this.#watchers.delete(id);
    await former?.close();
    if (!row || row.isEnabled === 0 || !this.#parts.isWatching || this.#isClosed) return;
    const watcher = this.#createWatcher(row);
    this.#watchers.set(id, watcher);
    void watcher.scan();
  }

  #createWatcher(row: WatchFolderRow): FolderWatcher {
    const { store, imports, dataFolder, clock, log, monotonicMs = () => performance.now() } = this.#parts;
    return new FolderWatcher({
      folder: { id: row.id, path: row.path, rules: rulesOf(row) },
      store,
      except: [dataFolder],
      importFile: (file, signal, before) => imports.import(row, file, signal, before),
      monotonicMs,
      nowMs: clock.now,
      log,
    });
  }

  #toFolder(row: WatchFolderRow): WatchFolder {
    const status = this.#watchers.get(row.id)?.status() ?? OFF;
    const counts = this.#parts.store.watchFolders.counts(row.id);
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
  }

  #require(userId: number, id: string): WatchFolderRow {
    return requireFound(this.#parts.store.watchFolders.get(userId, parseId(id, 'watch-folder')), 'watch-folder');
  }

  #projectId(userId: number, projectId: string | null): number | null {
    return projectId === null ? null : requireProjectId(this.#parts.store, userId, projectId);
  }
}

/**
 * Checks that a folder may be watched.
 * @returns its path without links
 * @throws ReelscopeError `invalid_request`, `not_found`, `forbidden` for the folder of the library, and without
 * permission to read
 */
async function requireFolder(path: string, dataFolder: string): Promise<string> {
  requireAbsolutePath(path);
  const opened = await opendir(path).catch(toError);
  if (isDenied(opened)) throw new ReelscopeError('forbidden', sentence('watch.no-access', { name: path }));
  if (opened instanceof Error) throw new ReelscopeError('not_found', sentence('watch.no-folder', { path }));
  await opened.close();
  const [library, real] = await Promise.all([realPath(dataFolder), realPath(path)]);
  if (isInside(real, library)) throw new ReelscopeError('forbidden', sentence('watch.own-folder'));
  return real;
}

/** Finds a folder that is watched already, under this path or by a link. */
async function findWatched(folders: readonly WatchFolderRow[], real: string): Promise<WatchFolderRow | undefined> {
  const paths = await Promise.all(folders.map(({ path }) => realPath(path).catch(() => path)));
  return folders[paths.indexOf(real)];
}

/** Waits for a scan, but not for all of a long one. */
async function waitFor(scan: Promise<void> | undefined): Promise<void> {
  const waiting = new AbortController();
  const end = pause(SCAN_WAIT_MS, undefined, { ref: false, signal: waiting.signal }).catch(() => {});
  await Promise.race([scan, end]).finally(() => waiting.abort());
}
