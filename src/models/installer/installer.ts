import { randomUUID } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CanceledError, toError } from '../../base/errors.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { removeFolder } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import { CATALOG, type CatalogEntry, sizeOf } from '../catalog/index.ts';
import { DOWNLOAD_LIMITS, type Fetch, type IsOffline, offlineError, outgoingFetch } from '../outgoing.ts';
import { authorizedFetch } from '../server-address.ts';
import { type FreeBytes, freeBytes } from './files.ts';
import { importModel } from './import.ts';
import { installModel } from './install.ts';
import { type InstalledModel, isDamaged, isModelId, listDamaged, listInstalled, PARTIAL } from './installed.ts';
import { createPins } from './pins.ts';
import { chooseSpeechModel, languagesOf } from './speech-models.ts';
import { createVerifier } from './verify.ts';

/** State of a download; a paused one keeps the data received so far. */
export interface InstallState {
  status: 'installing' | 'paused' | 'failed' | 'installed';
  receivedBytes: number;
  totalBytes: number | null;
  error: Error | null;
}

export interface InstallerOptions {
  /** Folder that holds all models; created if missing. */
  folder: string;
  isOffline: IsOffline;
  baseUrl(): string;
  /** Authorization header for the base URL; null or absent for none. */
  authorization?(): string | null;
  now: () => number;
  /** Sends requests; `fetch` by default. */
  send?: Fetch | undefined;
  catalog?: readonly CatalogEntry[];
  free?: FreeBytes;
  retryMs?: number;
}

/** Interval at which downloads check the `offline` setting. */
const OFFLINE_CHECK_INTERVAL_MS = 200;

export type InstallListener = (id: string, state: InstallState) => void;

/** Installs, imports and removes models. Downloads only when `install` is called. */
export class Installer {
  readonly catalog: readonly CatalogEntry[];
  readonly #options: InstallerOptions;
  readonly #running = new Map<string, { abort: AbortController; done: Promise<void> }>();
  readonly #states = new Map<string, InstallState>();
  readonly #listeners = new Set<InstallListener>();

  constructor(options: InstallerOptions) {
    this.#options = options;
    this.catalog = options.catalog ?? CATALOG;
  }

  listInstalled(): Promise<InstalledModel[]> {
    return listInstalled(this.#options.folder);
  }

  listDamaged(): Promise<InstalledModel[]> {
    return listDamaged(this.#options.folder);
  }

  /** Whether a model was installed whose files are missing or truncated. */
  isDamaged(id: string): Promise<boolean> {
    return isDamaged(this.#options.folder, id);
  }

  /** Languages of an imported speech model, from its own files. */
  languagesOf(model: InstalledModel): Promise<CatalogEntry['languages']> {
    return languagesOf(this.#options.folder, model);
  }

  /** Id of the speech model that is in use; null if there is none. @param chosen null for the best installed one */
  async speechModel(chosen: string | null): Promise<string | null> {
    return (await chooseSpeechModel(this.#options.folder, chosen))?.id ?? null;
  }

  /** Returns the download state of a model; undefined if there was no download since the start. */
  state(id: string): InstallState | undefined {
    return this.#states.get(id);
  }

  /** Returns a function that removes the listener. */
  onState(listener: InstallListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Starts or resumes a download and returns immediately. `ended` resolves to the final state.
   * @throws ReelscopeError `not_found`, `forbidden` (offline), `conflict` (in progress)
   */
  install(id: string): { state: InstallState; ended: Promise<InstallState> } {
    const entry = this.#entry(id);
    if (this.#options.isOffline()) throw offlineError();
    if (this.#running.has(id)) throw new ReelscopeError('conflict', sentence('install.running'));
    const abort = new AbortController();
    this.#set(id, { status: 'installing', receivedBytes: 0, totalBytes: sizeOf(entry), error: null });
    const ended = this.#run(entry, abort);
    this.#running.set(id, { abort, done: ended.then(() => {}) });
    return { state: this.#states.get(id)!, ended };
  }

  /** Pauses a download and keeps the data received so far. @throws ReelscopeError `conflict` if there is none */
  async pause(id: string): Promise<InstallState> {
    const running = this.#running.get(id);
    if (!running) throw new ReelscopeError('conflict', sentence('install.not-running'));
    running.abort.abort();
    await running.done;
    return this.#states.get(id)!;
  }

  /** @throws ReelscopeError as documented in import.ts */
  async import(source: string, id?: string): Promise<InstalledModel> {
    const model = await importModel(source, id, { ...this.#parts(), catalog: this.catalog });
    // A download of the same model is now obsolete.
    if (this.#running.has(model.id)) await this.pause(model.id);
    await removeFolder(join(this.#options.folder, PARTIAL, model.id));
    const bytes = model.files.reduce((sum, file) => sum + file.bytes, 0);
    this.#set(model.id, { status: 'installed', receivedBytes: bytes, totalBytes: bytes, error: null });
    return model;
  }

  /** Removes a model and its partial download. @throws ReelscopeError `not_found` */
  async remove(id: string): Promise<void> {
    const { folder } = this.#options;
    if (!isModelId(id)) throw new ReelscopeError('not_found', sentence('not-found.model'));
    if (this.#running.has(id)) await this.pause(id);
    const stats = await lstat(join(folder, id)).catch(() => null);
    // Only folders are models, damaged ones included.
    if (stats && !stats.isDirectory()) throw new ReelscopeError('not_found', sentence('not-found.model'));
    const had = stats !== null || this.#states.has(id);
    await removeFolder(join(folder, PARTIAL, id));
    if (stats) await removeWhole(join(folder, id), join(folder, PARTIAL, `removed-${randomUUID()}`));
    this.#states.delete(id);
    if (!had) throw new ReelscopeError('not_found', sentence('install.not-installed'));
  }

  /** Pauses all downloads. */
  async close(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #entry(id: string): CatalogEntry {
    const entry = this.catalog.find((candidate) => candidate.id === id);
    if (!entry) throw new ReelscopeError('not_found', sentence('install.not-in-catalog'));
    return entry;
  }

  #parts() {
    const { folder, now, free = freeBytes } = this.#options;
    return { folder, now, free, verifier: createVerifier(createPins(folder)) };
  }

  async #run(entry: CatalogEntry, abort: AbortController): Promise<InstallState> {
    const { folder, isOffline, baseUrl, retryMs } = this.#options;
    const { signal } = abort;
    // The setting applies to running downloads as well.
    const watch = setInterval(() => isOffline() && abort.abort(), OFFLINE_CHECK_INTERVAL_MS);
    const at = () => this.#states.get(entry.id)!;
    try {
      await mkdir(folder, { recursive: true });
      await installModel(entry, {
        ...this.#parts(),
        fetch: authorizedFetch(
          outgoingFetch(isOffline, DOWNLOAD_LIMITS, this.#options.send),
          baseUrl(),
          this.#options.authorization?.() ?? null,
        ),
        baseUrl: baseUrl(),
        signal,
        ...(retryMs !== undefined && { retryMs }),
        onProgress: (receivedBytes, totalBytes) =>
          this.#set(entry.id, { status: 'installing', receivedBytes, totalBytes, error: null }),
      });
      this.#running.delete(entry.id);
      this.#set(entry.id, { ...at(), status: 'installed' });
    } catch (thrown) {
      this.#running.delete(entry.id);
      const paused = thrown instanceof CanceledError || signal.aborted;
      this.#set(entry.id, { ...at(), status: paused ? 'paused' : 'failed', error: paused ? null : toError(thrown) });
    } finally {
      clearInterval(watch);
    }
    return at();
  }

  #set(id: string, state: InstallState): void {
    this.#states.set(id, state);
    for (const listener of this.#listeners) listener(id, state);
  }
}

/**
 * Deletes a folder as a whole or not at all: Windows keeps the files of a model that is loaded, and deletes the others.
 */
async function removeWhole(folder: string, aside: string): Promise<void> {
  await mkdir(dirname(aside), { recursive: true });
  await replaceFile(folder, aside);
  await removeFolder(aside);
}
