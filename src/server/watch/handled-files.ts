import { stat } from 'node:fs/promises';
import type { LocalizedText } from '../../contract/message.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { WatchedFileFacts } from '../../db/repositories/watch-folders.ts';
import type { WatchedFileRow } from '../../db/schema.ts';
import { readChange } from './changing-file.ts';
import { type FileState, hasSameSamples, parseFileState } from './file-state.ts';
import type { FoundFile } from './scan-folder.ts';

/** Facts of a file that was in the folder before it was watched. */
const IGNORED = { contentHash: null, outcome: 'ignored', jobId: null } as const;

/** Facts of a file that can't be imported. */
const FAILED = { contentHash: null, outcome: 'failed', jobId: null } as const;

/** A file as it was found, without the time of the last change of its metadata. */
export type SeenFile = Omit<FoundFile, 'changedMs'>;

/** Files of a watched folder that were imported, ignored, or failed, as the database has them. */
export class HandledFiles {
  readonly #store: Pick<Store, 'watchFolders'>;
  readonly #folder: { id: number; path: string };
  readonly #nowMs: () => number;
  /** By path. */
  readonly #files: Map<string, WatchedFileRow>;

  constructor(store: Pick<Store, 'watchFolders'>, folder: { id: number; path: string }, nowMs: () => number) {
    this.#store = store;
    this.#folder = folder;
    this.#nowMs = nowMs;
    this.#files = new Map(store.watchFolders.files(folder.id).map((file) => [file.path, file]));
  }

  get(path: string): WatchedFileRow | undefined {
    return this.#files.get(path);
  }

  /** Forgets a file until it is handled again; the database keeps it. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  /** @param state the state of the file when it stopped changing */
  add(file: SeenFile, facts: Pick<WatchedFileFacts, 'contentHash' | 'outcome' | 'jobId'>, state?: FileState): void {
    this.#save(file, facts, state);
  }

  addIgnored(file: SeenFile): void {
    this.#save(file, IGNORED);
  }

  addFailed(file: SeenFile, failure: LocalizedText, state?: FileState): void {
    this.#save(file, FAILED, state, failure);
  }

  /** Adds, as failed, files whose names can't be read; known ones stay. */
  addMisnamed(names: readonly string[]): void {
    for (const name of names) {
      if (this.#files.has(name)) continue;
      this.#save({ path: name, sizeBytes: 0, modifiedMs: 0 }, FAILED, undefined, sentence('watch.misnamed'));
    }
  }

  /** Forgets files that failed and are gone; those in a folder that can't be read now are not. */
  async forgetGone(present: ReadonlySet<string>): Promise<void> {
    for (const { path, outcome } of [...this.#files.values()]) {
      if (outcome !== 'failed' || present.has(path) || !(await isGone(path))) continue;
      this.#store.watchFolders.forgetFailed(this.#folder.id, path);
      this.#files.delete(path);
    }
  }

  /** Whether a file is as it was handled: a program may have written to it without changing size and time. */
  async isUnchanged(file: FoundFile): Promise<boolean> {
    const before = this.#files.get(file.path);
    if (!before || !isSameFile(before, file)) return false;
    const state = before.state === null ? undefined : parseFileState(before.state);
    if (!state || state.changedMs === file.changedMs) return true;
    const { state: now } = await readChange(this.#folder.path, file);
    if (now && !hasSameSamples(state, now)) return false;
    const stored = JSON.stringify(now ?? state);
    this.#store.watchFolders.setState(this.#folder.id, file.path, stored);
    this.#files.set(file.path, { ...before, state: stored });
    return true;
  }

  /** Whether a new file is one that was there before the folder was watched, under another name. */
  isIgnored(file: FoundFile, present: ReadonlySet<string>): boolean {
    if (this.#files.has(file.path)) return false;
    return [...this.#files.values()].some(
      (before) => before.outcome === 'ignored' && !present.has(before.path) && isSameFile(before, file),
    );
  }

  #save(
    { path, sizeBytes, modifiedMs }: SeenFile,
    facts: Pick<WatchedFileFacts, 'contentHash' | 'outcome' | 'jobId'>,
    state?: FileState,
    failure?: LocalizedText,
  ): void {
    const row = {
      path,
      sizeBytes,
      modifiedMs,
      ...facts,
      error: failure ? JSON.stringify(failure) : null,
      state: state ? JSON.stringify(state) : null,
    };
    this.#store.watchFolders.noteFile(this.#folder.id, row);
    this.#files.set(path, { ...row, id: 0, folderId: this.#folder.id, seenAt: this.#nowMs() });
  }
}

/** Whether size and time of modification are equal. */
export function isSameFile(a: SeenFile, b: SeenFile): boolean {
  return a.sizeBytes === b.sizeBytes && Math.abs(a.modifiedMs - b.modifiedMs) < 1;
}

async function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ENOTDIR',
  );
}
