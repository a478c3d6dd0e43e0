import * as fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { toError } from '../../base/errors.ts';
import { createKeyedQueue } from '../../base/keyed-queue.ts';
import type { Logger } from '../../base/logger.ts';
import { type Clock, formatTimestamp } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { StorageOptions } from '../../contract/library/storage.ts';
import type { LocalizedText } from '../../contract/message.ts';
import type { Backup, BackupList } from '../../contract/system/backups.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import { requireSoundLibrary } from '../../db/recovery/backup.ts';
import { type BackupKind, backupName } from '../../db/recovery/backup-names.ts';
import { requireAbsolutePath } from '../../files/local-path.ts';
import { replaceFile } from '../../files/replace.ts';
import { syncFolder, toStorageError } from '../../storage/disk.ts';
import { type BackupFile, backupFolder, findBackup, listBackups } from './backup-files.ts';
import { backUpMedia } from './backup-media.ts';
import type { BackupSeal } from './backup-seal.ts';
import { type Repaired, repairLibrary } from './repair.ts';
import { erasePeopleFromReplacedDatabases, type Restart, removeDatabase } from './restore.ts';
import { type RestoredBackup, restoreBackup } from './restore-backup.ts';

/** Age of the newest backup from which another automatic one is made, and the interval at which it is checked. */
const DAY_MS = 24 * 3_600_000;
const CHECK_MS = 3_600_000;

/** Delay of the first check, so that it doesn't slow the start down. */
const FIRST_CHECK_MS = 60_000;

/** Number of backups kept from before migrations. */
const KEPT_MIGRATIONS = 3;

export interface BackupParts {
  store: Pick<Store, 'backup' | 'sourceFiles'>;
  dataFolder: string;
  options: () => StorageOptions;
  clock: Clock;
  log: Logger;
  restart: Restart;
  seal: BackupSeal;
}

/** Backups of the library: on request, daily, and before a migration. */
export class BackupService {
  readonly #parts: BackupParts;
  /** Message of the last failed automatic backup. */
  #problem: LocalizedText | null = null;
  #progress: BackupList['progress'] = null;
  /** One backup at a time. */
  readonly #queue = createKeyedQueue<'backup'>();
  readonly #first;
  readonly #timer;

  constructor(parts: BackupParts) {
    this.#parts = parts;
    this.#first = setTimeout(() => void this.check(), FIRST_CHECK_MS);
    this.#timer = setInterval(() => void this.check(), CHECK_MS);
    this.#first.unref();
    this.#timer.unref();
  }

  async check(): Promise<void> {
    const { options, dataFolder, clock, log } = this.#parts;
    try {
      if (!options().daily_backups) return;
      const [newest] = (await listBackups(dataFolder)).filter(({ kind }) => kind === 'daily');
      // A clock that was set back leaves a backup of the future.
      if (newest && Math.abs(clock.now() - newest.atMs) < DAY_MS) return;
      await this.#create('daily');
      await this.#prune();
      this.#problem = null;
    } catch (error) {
      this.#problem = errorText(error);
      log.warn('the daily backup failed', { reason: this.#problem.message });
    }
  }

  problem() {
    return this.#problem;
  }

  async list(): Promise<BackupList> {
    const { dataFolder } = this.#parts;
    return {
      folder: backupFolder(dataFolder),
      progress: this.#progress,
      backups: (await listBackups(dataFolder)).map(toBackup),
    };
  }

  /**
   * Backs the library up while it is in use.
   * @param path new file, or with media a folder; by default a file in the folder of backups
   * @throws ReelscopeError `invalid_request`, `conflict` (the file exists, or its folder is a file), `storage_full`
   */
  async create({ path, media = false }: { path?: string | undefined; media?: boolean | undefined }): Promise<Backup> {
    if (path === undefined) {
      if (media) throw new ReelscopeError('invalid_request', sentence('backup.folder-required'));
      return toBackup(await this.#create('manual'));
    }
    const target = requireAbsolutePath(path);
    const file = media ? join(target, 'reelscope.db') : target;
    if (await isBlocked(dirname(file)))
      throw new ReelscopeError('conflict', sentence('storage.path-not-folder', { path: dirname(file) }));
    if (await exists(file)) throw new ReelscopeError('conflict', sentence('backup.exists', { file }));
    await this.#queue.run('backup', () => this.#copyTo(file));
    if (media) await this.#copyMedia(target);
    const { size } = await fs.stat(file);
    return {
      name: basename(file),
      kind: 'manual',
      size_bytes: size,
      created_at: formatTimestamp(this.#parts.clock.now()),
    };
  }

  /** @throws ReelscopeError `not_found` */
  async remove(name: string): Promise<void> {
    const backup = await findBackup(this.#parts.dataFolder, name);
    if (!backup) throw new ReelscopeError('not_found', sentence('backup.not-found'));
    await removeDatabase(backup.file);
  }

  /**
   * Replaces the library by a backup; the library before is set aside as another backup. Media files of a backup that
   * are missing here are copied back.
   * @throws ReelscopeError `not_found`, `invalid_request` (not a library), `library_damaged`, `conflict` (newer)
   */
  async restore({ name, path }: { name?: string | undefined; path?: string | undefined }): Promise<RestoredBackup> {
    const { dataFolder } = this.#parts;
    const source = path === undefined ? (await findBackup(dataFolder, name ?? ''))?.file : requireAbsolutePath(path);
    if (source === undefined) throw new ReelscopeError('not_found', sentence('backup.not-found'));
    return this.#queue.run('backup', () => restoreBackup(dataFolder, source, this.#parts.restart, this.#parts.seal));
  }

  /** @throws ReelscopeError `library_damaged` if nothing is readable */
  repair(): Promise<Repaired> {
    return this.#queue.run('backup', () => repairLibrary(this.#parts.dataFolder, this.#parts.restart));
  }

  /** Finishes what a kill interrupted after the library was replaced, once its successor serves requests. */
  finishReplacements(): Promise<void> {
    const { dataFolder, log } = this.#parts;
    return this.#queue.run('backup', () =>
      erasePeopleFromReplacedDatabases(dataFolder, (name, error) =>
        log.warn('people could not be removed from a library that was set aside', {
          name,
          reason: toError(error).message,
        }),
      ),
    );
  }

  close(): void {
    clearTimeout(this.#first);
    clearInterval(this.#timer);
  }

  /** Copies the library to a new file, which appears when it is complete and checked. */
  async #copyTo(target: string): Promise<void> {
    const partial = `${target}.part`;
    await removeDatabase(partial);
    try {
      await fs.mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await this.#parts.store.backup(partial, (done_bytes, total_bytes) => {
        this.#progress = { done_bytes, total_bytes };
      });
      await fs.chmod(partial, 0o600);
      await requireSoundLibrary(partial);
      await this.#parts.seal.seal(partial);
      await replaceFile(partial, target);
      await syncFolder(dirname(target));
    } catch (error) {
      await removeDatabase(partial);
      throw toStorageError(error);
    } finally {
      this.#progress = null;
    }
  }

  #create(kind: BackupKind): Promise<BackupFile> {
    const { clock, dataFolder } = this.#parts;
    return this.#queue.run('backup', async () => {
      const name = backupName(kind, clock.now());
      await this.#copyTo(join(backupFolder(dataFolder), name));
      return (await findBackup(dataFolder, name))!;
    });
  }

  async #copyMedia(target: string): Promise<void> {
    const { dataFolder, store } = this.#parts;
    try {
      await backUpMedia({ dataFolder, store }, target, (done_bytes, total_bytes) => {
        this.#progress = { done_bytes, total_bytes };
      });
    } finally {
      this.#progress = null;
    }
  }

  async #prune(): Promise<void> {
    const { dataFolder, options } = this.#parts;
    const all = await listBackups(dataFolder);
    const limits = { daily: options().kept_backups, migration: KEPT_MIGRATIONS };
    for (const kind of ['daily', 'migration'] as const)
      for (const { file } of all.filter((backup) => backup.kind === kind).slice(limits[kind]))
        await removeDatabase(file);
  }
}

/** Whether a file is where a folder should be, or one above it. */
async function isBlocked(folder: string): Promise<boolean> {
  return fs.stat(folder).then(
    (found) => !found.isDirectory(),
    (error: NodeJS.ErrnoException) => error.code === 'ENOTDIR',
  );
}

async function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

function toBackup({ name, kind, atMs, sizeBytes }: BackupFile): Backup {
  return {
    name,
    kind,
    size_bytes: sizeBytes,
    created_at: formatTimestamp(atMs),
  };
}
