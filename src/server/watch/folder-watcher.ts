import { type FSWatcher, watch } from 'chokidar';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { WatchFolder, WatchRules } from '../../contract/library/watch-folders.ts';
import type { LocalizedText } from '../../contract/message.ts';
import { nameKind } from '../../core/media-files/extensions.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { WatchedFileFacts } from '../../db/repositories/watch-folders.ts';
import type { WatchedFileRow } from '../../db/schema.ts';
import { readChange } from './changing-file.ts';
import type { Incompleteness } from './completeness.ts';
import { type FileState, isSameState } from './file-state.ts';
import { HandledFiles, isSameFile, type SeenFile } from './handled-files.ts';
import { type FolderScan, type FoundFile, type KnownHeads, type SkippedFile, scanFolder } from './scan-folder.ts';

/** Interval of scans in milliseconds: reported changes are scanned at once, and this finds what no report came for. */
const SCAN_MS = 60_000;
/** Interval where changes are not reported, or the folder is gone. */
const POLL_MS = 15_000;
/** Time in milliseconds for which reports are collected, and at least so many times that of listing the folder. */
const REPORT_DELAY_MS = 300;
const REPORT_DELAY_LISTINGS = 4;

/** Errors that pass: the file is tried again at the next scan. */
const PASSING: ReadonlySet<string> = new Set(['quota_exceeded', 'storage_full', 'not_ready', 'not_found', 'timeout']);

/**
 * Time in milliseconds for which a file that seems to be incomplete must not change. Some files are complete
 * nevertheless: those that end with silence, and recordings that a failure ended, whose error then states it.
 */
const INCOMPLETE_MS: Readonly<Record<Incompleteness, number>> = { zeros: 60_000, cut: 120_000, index: 600_000 };

/** A file that is not handled yet, and why it seems to be incomplete. */
export interface WaitingFile extends FoundFile {
  incomplete?: Incompleteness | undefined;
}

/** A file that may still change. */
interface ChangingFile extends WaitingFile {
  state: FileState | undefined;
  /** Since when it is as it is, and for how long it must stay so, in milliseconds. */
  sinceMs: number;
  waitMs: number;
}

export interface WatcherParts {
  folder: { id: number; path: string; rules: WatchRules };
  store: Pick<Store, 'watchFolders'>;
  /** Folders that are never entered. */
  except: readonly string[];
  /** Imports a file. @param before the file as it was handled before it changed @throws ReelscopeError */
  importFile(
    file: FoundFile,
    signal: AbortSignal,
    before: WatchedFileRow | undefined,
  ): Promise<Pick<WatchedFileFacts, 'contentHash' | 'outcome' | 'jobId'>>;
  /** Milliseconds of a clock that is never set. */
  monotonicMs: () => number;
  nowMs: () => number;
  log: Logger;
}

/**
 * Watches a folder: reports of the system start a scan, and so does time, since network shares and removed drives
 * report nothing. A file is imported once its size, times, and samples of its bytes have stayed the same for the time
 * of the rules, and longer if it seems to be incomplete.
 */
export class FolderWatcher {
  readonly #parts: WatcherParts;
  readonly #closing = new AbortController();
  readonly #handled: HandledFiles;
  /** Files that may still change, by path. */
  readonly #changing = new Map<string, ChangingFile>();
  /** Files that are tried again at the next scan, by path. */
  readonly #postponed = new Map<string, FoundFile>();
  readonly #heads: KnownHeads = new Map();
  #skipped: readonly SkippedFile[] = [];
  #state: WatchFolder['state'] = 'watching';
  #error: LocalizedText | null = null;
  #reports: FSWatcher | undefined;
  /** Time that the last listing took, in milliseconds. */
  #listMs = 0;
  /** Whether a change was reported since the last scan began. */
  #isReported = false;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** The scan that follows the running one, once it is asked for. */
  #next: Promise<void> | undefined;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#handled = new HandledFiles(parts.store, parts.folder, parts.nowMs);
  }

  /**
   * Scans all that is there now; resolves when that scan has ended. It follows a running one, which may have passed
   * what is there now.
   */
  scan(): Promise<void> {
    if (!this.#running) return this.#next ?? this.#start();
    this.#next ??= this.#running.then(() => this.#start());
    return this.#next;
  }

  /** Imports files that failed, without waiting again unless they have changed; resolves when each was tried. */
  async retry(files: readonly SeenFile[]): Promise<void> {
    for (const { path, sizeBytes, modifiedMs } of files) {
      this.#handled.forget(path);
      const facts = { path, sizeBytes, modifiedMs, changedMs: 0, state: undefined, incomplete: undefined };
      this.#changing.set(path, { ...facts, sinceMs: Number.NEGATIVE_INFINITY, waitMs: 0 });
    }
    await this.scan();
  }

  /** Marks all present files as seen, without importing them. */
  async ignorePresent(): Promise<void> {
    const { files } = await this.#list();
    for (const file of files) this.#handled.addIgnored(file);
  }

  status(): { state: WatchFolder['state']; error: LocalizedText | null; waiting: number; skipped: number } {
    return {
      state: this.#state,
      error: this.#error,
      waiting: this.#waiting().length,
      skipped: this.#skipped.length,
    };
  }

  /** Files that are not handled: still changing or being imported, and left out by the rules. */
  unhandled(): { waiting: WaitingFile[]; skipped: readonly SkippedFile[] } {
    return { waiting: this.#waiting(), skipped: this.#skipped };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await this.#stopReports();
    await this.#running;
  }

  #waiting(): WaitingFile[] {
    return [...new Map<string, WaitingFile>([...this.#postponed, ...this.#changing]).values()];
  }

  #start(): Promise<void> {
    this.#next = undefined;
    this.#isReported = false;
    if (this.#closing.signal.aborted) return Promise.resolve();
    clearTimeout(this.#timer);
    this.#running = this.#scanOnce()
      .catch((thrown: unknown) =>
        this.#parts.log.error('a watched folder could not be scanned', { error: toError(thrown) }),
      )
      .finally(() => {
        this.#running = undefined;
        if (this.#next === undefined) this.#schedule(this.#isReported ? this.#reportDelayMs() : this.#delayMs());
      });
    return this.#running;
  }

  async #scanOnce(): Promise<void> {
    let content: FolderScan;
    try {
      content = await this.#list();
    } catch (thrown) {
      if (!this.#closing.signal.aborted) await this.#setUnreadable(thrown);
      return;
    }
    this.#state = 'watching';
    this.#listen();
    this.#skipped = content.skipped;
    await this.#handle(content);
  }

  async #list(): Promise<FolderScan> {
    const { folder, except, nowMs, monotonicMs } = this.#parts;
    const { signal } = this.#closing;
    const startMs = monotonicMs();
    const content = await scanFolder(folder.path, folder.rules, { except, nowMs: nowMs(), signal, heads: this.#heads });
    this.#listMs = monotonicMs() - startMs;
    return content;
  }

  async #setUnreadable(thrown: unknown): Promise<void> {
    const { code } = thrown as NodeJS.ErrnoException;
    this.#state = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENODEV' ? 'missing' : 'unreadable';
    this.#changing.clear();
    this.#postponed.clear();
    this.#error = null;
    this.#skipped = [];
    await this.#stopReports();
  }

  async #handle({ files, skipped, misnamed }: FolderScan): Promise<void> {
    const found = new Set(files.map((file) => file.path));
    const present = new Set([...found, ...skipped.map((file) => file.path)]);
    for (const waiting of [this.#changing, this.#postponed])
      for (const name of waiting.keys()) if (!found.has(name)) waiting.delete(name);
    await this.#handled.forgetGone(new Set([...present, ...misnamed]));
    this.#handled.addMisnamed(misnamed);
    let error: LocalizedText | null = null;
    for (const file of files) {
      if (this.#closing.signal.aborted) return;
      if (await this.#handled.isUnchanged(file)) this.#changing.delete(file.path);
      else if (this.#handled.isIgnored(file, present)) this.#handled.addIgnored(file);
      else if (await this.#isStable(file)) {
        this.#postponed.delete(file.path);
        error = (await this.#import(file)) ?? error;
        this.#changing.delete(file.path);
      }
    }
    // The reason of a file that is tried again stays until it is imported.
    if (error || this.#changing.size === 0) this.#error = error;
  }

  /** Whether a file has stopped changing. */
  async #isStable(file: FoundFile): Promise<boolean> {
    const { folder, monotonicMs } = this.#parts;
    const before = this.#changing.get(file.path);
    const { state, incomplete } = await readChange(folder.path, file);
    const isUnchanged =
      before && isSameFile(before, file) && (!before.state || !state || isSameState(before.state, state));
    const sinceMs = isUnchanged ? before.sinceMs : monotonicMs();
    const waitMs = Math.max(folder.rules.stable_seconds * 1000, incomplete ? INCOMPLETE_MS[incomplete] : 0);
    this.#changing.set(file.path, { ...file, state, incomplete, sinceMs, waitMs });
    return monotonicMs() - sinceMs >= waitMs;
  }

  /** Imports a file, or stores why it failed. @returns why it is tried again */
  async #import(file: FoundFile): Promise<LocalizedText | undefined> {
    const { importFile, log } = this.#parts;
    const { signal } = this.#closing;
    try {
      const facts = await importFile(file, signal, this.#handled.get(file.path));
      this.#handled.add(file, facts, this.#changing.get(file.path)?.state);
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const error = toReelscopeError(thrown, file);
      const reason = error ? errorText(error) : { message: toError(thrown).message };
      if (!error || PASSING.has(error.code)) {
        log.warn('a watched file waits', { path: file.path, reason: toError(thrown).message });
        this.#postponed.set(file.path, file);
        return reason;
      }
      this.#handled.addFailed(file, reason, this.#changing.get(file.path)?.state);
    }
    return undefined;
  }

  /** Time in milliseconds until the next scan. */
  #delayMs(): number {
    const { folder, monotonicMs } = this.#parts;
    const next = [...this.#changing.values()].map(({ sinceMs, waitMs }) => sinceMs + waitMs - monotonicMs());
    const regular = folder.rules.polling || this.#state !== 'watching' ? POLL_MS : SCAN_MS;
    return Math.max(REPORT_DELAY_MS, Math.min(regular, ...next));
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.scan(), ms);
    this.#timer.unref();
  }

  /** Follows the changes that the system reports. */
  #listen(): void {
    const { folder, log } = this.#parts;
    if (this.#reports || folder.rules.polling || this.#closing.signal.aborted) return;
    this.#reports = watch(folder.path, {
      ignored: (entry, stats) => stats?.isFile() === true && nameKind(entry) === 'other',
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      persistent: false,
      ...(!folder.rules.recursive && { depth: 0 }),
    });
    this.#reports.on('all', () => this.#noteReport());
    // Files that arrive while reports begin are not reported.
    this.#reports.on('ready', () => this.#noteReport());
    // Such as too many watched folders: scans go on.
    this.#reports.on('error', (thrown) => log.info('a folder reports no changes', { reason: toError(thrown).message }));
  }

  #noteReport(): void {
    // Later reports don't put the scan off: a recording reports changes for hours.
    if (this.#isReported) return;
    this.#isReported = true;
    if (!this.#running) this.#schedule(this.#reportDelayMs());
  }

  #reportDelayMs(): number {
    return Math.max(REPORT_DELAY_MS, REPORT_DELAY_LISTINGS * this.#listMs);
  }

  async #stopReports(): Promise<void> {
    const open = this.#reports;
    this.#reports = undefined;
    await open?.close();
  }
}

/** Whether an error is a missing permission. */
export function isDenied(thrown: unknown): boolean {
  const { code } = toError(thrown) as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/** A missing permission in words; it may be granted. @returns undefined for other errors of the system */
function toReelscopeError(thrown: unknown, { path }: Pick<FoundFile, 'path'>): ReelscopeError | undefined {
  if (thrown instanceof ReelscopeError) return thrown;
  if (!isDenied(thrown)) return undefined;
  return new ReelscopeError('not_ready', sentence('watch.no-access', { name: path }), { cause: thrown });
}
