import { stat } from 'node:fs/promises';
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
import { type FileState, hasSameSamples, isSameState, parseFileState } from './file-state.ts';
import { type FoundFile, type KnownHeads, type SkippedFile, scanFolder } from './scan-folder.ts';

/** Interval of scans in milliseconds: reported changes are scanned at once, and this finds what no report came for. */
const SCAN_MS = 60_000;
/** Interval where changes are not reported, or the folder is gone. */
const POLL_MS = 15_000;
/** Time in milliseconds for which reports are collected. */
const REPORT_DELAY_MS = 300;

/** Errors that pass: the file is tried again at the next scan. */
const PASSING: ReadonlySet<string> = new Set(['quota_exceeded', 'storage_full', 'not_ready', 'not_found', 'timeout']);

/** Facts of a file that was in the folder before it was watched. */
const IGNORED = { contentHash: null, outcome: 'ignored', jobId: null } as const;

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
  /** Takes a file in. @param before the file as it was handled before it changed @throws ReelscopeError */
  take(
    file: FoundFile,
    signal: AbortSignal,
    before: WatchedFileRow | undefined,
  ): Promise<Pick<WatchedFileFacts, 'contentHash' | 'outcome' | 'jobId'>>;
  /** Milliseconds of a clock that is never set. */
  monotonicMs: () => number;
  nowMs: () => number;
  log: Logger;
}

export type FolderWatcher = ReturnType<typeof createFolderWatcher>;

/**
 * Watches a folder: reports of the system start a scan, and so does time, since network shares and removed drives
 * report nothing. A file is taken once its size, times, and samples of its bytes have stayed the same for the time of
 * the rules, and longer if it seems to be incomplete.
 */
export function createFolderWatcher({ folder, store, except, take, monotonicMs, nowMs, log }: WatcherParts) {
  const { id, path, rules } = folder;
  const closing = new AbortController();
  const known = new Map(store.watchFolders.files(id).map((file) => [file.path, file]));
  /** Files that may still change. */
  const changing = new Map<string, ChangingFile>();
  /** Files that are tried again at the next scan. */
  const postponed = new Map<string, FoundFile>();
  const heads: KnownHeads = new Map();
  let skipped: readonly SkippedFile[] = [];
  let state: WatchFolder['state'] = 'watching';
  let error: LocalizedText | null = null;
  let reports: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** The scan that follows the running one, once it is asked for. */
  let next: Promise<void> | undefined;

  const note = (
    { path, sizeBytes, modifiedMs }: Omit<FoundFile, 'changedMs'>,
    facts: Pick<WatchedFileFacts, 'contentHash' | 'outcome' | 'jobId'>,
    failure?: LocalizedText,
  ) => {
    const state = changing.get(path)?.state;
    const row = {
      path,
      sizeBytes,
      modifiedMs,
      ...facts,
      error: failure ? JSON.stringify(failure) : null,
      state: state ? JSON.stringify(state) : null,
    };
    store.watchFolders.noteFile(id, row);
    known.set(path, { ...row, id: 0, folderId: id, seenAt: nowMs() });
  };

  const noteMisnamed = (name: string) => {
    const facts = { contentHash: null, outcome: 'failed', jobId: null } as const;
    note({ path: name, sizeBytes: 0, modifiedMs: 0 }, facts, sentence('watch.misnamed'));
  };

  /** Forgets files that failed and are gone; those in a folder that can't be read now are not. */
  const forgetGone = async (there: ReadonlySet<string>): Promise<void> => {
    for (const { path, outcome } of [...known.values()]) {
      if (outcome !== 'failed' || there.has(path) || !(await isGone(path))) continue;
      store.watchFolders.forgetFailed(id, path);
      known.delete(path);
    }
  };

  const isSame = (a: Omit<FoundFile, 'changedMs'>, b: FoundFile): boolean =>
    a.sizeBytes === b.sizeBytes && Math.abs(a.modifiedMs - b.modifiedMs) < 1;

  /** Whether a file is as it was handled: a program may have written to it without changing size and time. */
  const isHandled = async (before: WatchedFileRow, file: FoundFile): Promise<boolean> => {
    if (!isSame(before, file)) return false;
    const state = before.state === null ? undefined : parseFileState(before.state);
    if (!state || state.changedMs === file.changedMs) return true;
    const { state: now } = await readChange(path, file);
    if (now && !hasSameSamples(state, now)) return false;
    const noted = JSON.stringify(now ?? state);
    store.watchFolders.setState(id, file.path, noted);
    known.set(file.path, { ...before, state: noted });
    return true;
  };

  /** Whether a file is one that was there before the folder was watched, under another name. */
  const isIgnored = (file: FoundFile, there: ReadonlySet<string>): boolean =>
    [...known.values()].some(
      (before) => before.outcome === 'ignored' && !there.has(before.path) && isSame(before, file),
    );

  /** Whether a file has stopped to change. */
  const isStable = async (file: FoundFile): Promise<boolean> => {
    const before = changing.get(file.path);
    const { state, incomplete } = await readChange(path, file);
    const isUnchanged = before && isSame(before, file) && (!before.state || !state || isSameState(before.state, state));
    const sinceMs = isUnchanged ? before.sinceMs : monotonicMs();
    const waitMs = Math.max(rules.stable_seconds * 1000, incomplete ? INCOMPLETE_MS[incomplete] : 0);
    changing.set(file.path, { ...file, state, incomplete, sinceMs, waitMs });
    return monotonicMs() - sinceMs >= waitMs;
  };

  /** Takes a file in, or notes why it failed. @returns why it is tried again */
  const importFile = async (file: FoundFile): Promise<LocalizedText | undefined> => {
    try {
      note(file, await take(file, closing.signal, known.get(file.path)));
    } catch (thrown) {
      if (closing.signal.aborted) return undefined;
      const error = typed(thrown, file);
      const reason = error ? errorText(error) : { message: toError(thrown).message };
      if (!error || PASSING.has(error.code)) {
        log.warn('a watched file waits', { path: file.path, reason: toError(thrown).message });
        postponed.set(file.path, file);
        return reason;
      }
      note(file, { contentHash: null, outcome: 'failed', jobId: null }, reason);
    }
    return undefined;
  };

  const scanOnce = async (): Promise<void> => {
    let files: FoundFile[];
    let misnamed: string[];
    let lastError: LocalizedText | null = null;
    try {
      ({ files, skipped, misnamed } = await scanFolder(path, rules, {
        except,
        nowMs: nowMs(),
        signal: closing.signal,
        heads,
      }));
    } catch (thrown) {
      if (closing.signal.aborted) return;
      const { code } = thrown as NodeJS.ErrnoException;
      state = code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENODEV' ? 'missing' : 'unreadable';
      changing.clear();
      postponed.clear();
      error = null;
      skipped = [];
      await stopReports();
      return;
    }
    state = 'watching';
    listen();
    const present = new Set(files.map((file) => file.path));
    const there = new Set([...present, ...skipped.map((file) => file.path)]);
    for (const waiting of [changing, postponed])
      for (const name of waiting.keys()) if (!present.has(name)) waiting.delete(name);
    await forgetGone(new Set([...there, ...misnamed]));
    for (const name of misnamed) if (!known.has(name)) noteMisnamed(name);
    for (const file of files) {
      if (closing.signal.aborted) return;
      const before = known.get(file.path);
      if (before && (await isHandled(before, file))) changing.delete(file.path);
      else if (!before && isIgnored(file, there)) note(file, IGNORED);
      else if (await isStable(file)) {
        postponed.delete(file.path);
        lastError = (await importFile(file)) ?? lastError;
        changing.delete(file.path);
      }
    }
    // The reason of a file that is tried again stays until it is taken.
    if (lastError || changing.size === 0) error = lastError;
  };

  const start = (): Promise<void> => {
    next = undefined;
    if (closing.signal.aborted) return Promise.resolve();
    clearTimeout(timer);
    running = scanOnce()
      .catch((thrown: unknown) => log.error('a watched folder could not be scanned', { error: toError(thrown) }))
      .finally(() => {
        running = undefined;
        if (next === undefined) scheduleScan(delayMs());
      });
    return running;
  };

  /** Scans; after a running scan, since that may have passed what is there now. */
  const scan = (): Promise<void> => {
    if (!running) return next ?? start();
    next ??= running.then(start);
    return next;
  };

  const delayMs = (): number => {
    const next = [...changing.values()].map(({ sinceMs, waitMs }) => sinceMs + waitMs - monotonicMs());
    const regular = rules.polling || state !== 'watching' ? POLL_MS : SCAN_MS;
    return Math.max(REPORT_DELAY_MS, Math.min(regular, ...next));
  };

  const scheduleScan = (ms: number): void => {
    clearTimeout(timer);
    if (closing.signal.aborted) return;
    timer = setTimeout(() => void scan(), ms);
    timer.unref();
  };

  function listen(): void {
    if (reports || rules.polling || closing.signal.aborted) return;
    reports = watch(path, {
      ignored: (entry, stats) => stats?.isFile() === true && nameKind(entry) === 'other',
      ignoreInitial: true,
      followSymlinks: false,
      ignorePermissionErrors: true,
      persistent: false,
      ...(!rules.recursive && { depth: 0 }),
    });
    reports.on('all', () => {
      if (running) void scan();
      else scheduleScan(REPORT_DELAY_MS);
    });
    // Files that arrive while reports begin are not reported.
    reports.on('ready', () => scheduleScan(REPORT_DELAY_MS));
    // Such as too many watched folders: scans go on.
    reports.on('error', (thrown) => log.info('a folder reports no changes', { reason: toError(thrown).message }));
  }

  async function stopReports(): Promise<void> {
    const open = reports;
    reports = undefined;
    await open?.close();
  }

  const waiting = (): WaitingFile[] => [...new Map<string, WaitingFile>([...postponed, ...changing]).values()];

  return {
    /** Scans all that is there now; resolves when that scan has ended. */
    scan,

    /** Takes files that failed, without waiting again unless they have changed; resolves when each was tried. */
    async retry(files: readonly Omit<FoundFile, 'changedMs'>[]): Promise<void> {
      for (const { path, sizeBytes, modifiedMs } of files) {
        known.delete(path);
        const facts = { path, sizeBytes, modifiedMs, changedMs: 0, state: undefined, incomplete: undefined };
        changing.set(path, { ...facts, sinceMs: Number.NEGATIVE_INFINITY, waitMs: 0 });
      }
      await scan();
    },

    /** Notes all present files as seen, without taking them in. */
    async ignorePresent(): Promise<void> {
      const { files } = await scanFolder(path, rules, { except, nowMs: nowMs(), signal: closing.signal, heads });
      for (const file of files) note(file, IGNORED);
    },

    status: () => ({ state, error, waiting: waiting().length, skipped: skipped.length }),

    /** Files that are not handled: still changing or being imported, and left out by the rules. */
    unhandled: (): { waiting: WaitingFile[]; skipped: readonly SkippedFile[] } => ({
      waiting: waiting(),
      skipped,
    }),

    async close(): Promise<void> {
      closing.abort();
      clearTimeout(timer);
      await stopReports();
      await running;
    },
  };
}

async function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );
}

/** Whether an error is a missing permission. */
export function isDenied(thrown: unknown): boolean {
  const { code } = toError(thrown) as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM';
}

/** A missing permission in words; it may be granted. @returns undefined for other errors of the system */
function typed(thrown: unknown, { path }: Pick<FoundFile, 'path'>): ReelscopeError | undefined {
  if (thrown instanceof ReelscopeError) return thrown;
  if (!isDenied(thrown)) return undefined;
  return new ReelscopeError('not_ready', sentence('watch.no-access', { name: path }), { cause: thrown });
}
