import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { formatTimestamp } from '../../../base/time.ts';
import type { ProxyUsage } from '../../../contract/library/proxies.ts';
import type { Duplicates, StorageSummary } from '../../../contract/library/storage.ts';
import type { Store } from '../../../db/index.ts';
import type { TrashFilter } from '../../../db/repositories/video-reads.ts';
import { folderUsage, sameContent } from '../../../storage/disk.ts';
import type { ObjectStore } from '../../../storage/object-store.ts';
import { formatObjectPath, parseObjectPath } from '../../../storage/paths.ts';
import { notFound } from '../../errors/lookup.ts';
import type { StillFiles } from '../stills.ts';
import type { SourceFiles } from './source-files.ts';

export type StorageUsageService = ReturnType<typeof createStorageUsage>;

/** Files of the SQLite database. */
const DATABASE_FILES = ['reelscope.db', 'reelscope.db-wal', 'reelscope.db-shm'];

/** Disk usage by category, and duplicate files. */
export function createStorageUsage(parts: {
  store: Store;
  objects: ObjectStore;
  files: SourceFiles;
  stills: StillFiles;
  proxies: { usage(userId: number, trash: TrashFilter): Promise<ProxyUsage> };
  dataFolder: string;
  /** A folder for each model, and files with facts about them. */
  modelsFolder: string;
  /** Folder in `modelsFolder` with copies of bundled weights, which nobody installed. */
  preparedFolder: string;
}) {
  const { store, objects, files, stills, proxies, dataFolder, modelsFolder, preparedFolder } = parts;

  /** Sequential, since a library may have ten thousand folders. */
  const stillsUse = async (userId: number, filter: TrashFilter) => {
    const uses = [];
    for (const { jobId } of store.videos.list(userId, { trash: filter })) uses.push(await stills.use(jobId));
    return sum(uses);
  };

  /** Disk usage of the videos in a user's trash; files that are referenced in place don't count. */
  const trash = async (userId: number) => {
    const inStore = [];
    for (const { storagePath } of store.videos.list(userId, { trash: 'only' })) {
      const object = await objects.find(parseObjectPath(storagePath, userId));
      if (object) inStore.push({ files: 1, bytes: object.sizeBytes });
    }
    return sum([...inStore, await proxies.usage(userId, 'only'), await stillsUse(userId, 'only')]);
  };

  return {
    trash,

    /** Summarizes disk usage by category; the categories add up to the total. */
    async summary(userId: number): Promise<StorageSummary> {
      const stored = await objects.list(userId);
      const inTrash = new Set(store.videos.list(userId, { trash: 'only' }).map(({ storagePath }) => storagePath));
      const inLibrary = stored.filter(({ path }) => !inTrash.has(formatObjectPath(path)));
      const originals = sum(inLibrary.map(({ object }) => ({ files: 1, bytes: object.sizeBytes })));
      const copies = await proxies.usage(userId, 'without');
      const own = { originals, copies, stills: await stillsUse(userId, 'without'), trash: await trash(userId) };
      const free_bytes = await objects.freeBytes();
      const known = sum([own.originals, own.copies, own.stills, own.trash]);
      if (store.profiles.get(userId)?.isAdmin !== 1) {
        return { ...own, installation: null, total_bytes: known.bytes, free_bytes };
      }
      const [all, models, database] = await Promise.all([
        folderUsage(dataFolder),
        modelsUse(modelsFolder, preparedFolder),
        databaseUse(dataFolder),
      ]);
      const named = sum([known, models, database]);
      // Files may appear or disappear during the count.
      const other = { files: Math.max(0, all.files - named.files), bytes: Math.max(0, all.bytes - named.bytes) };
      return {
        ...own,
        installation: { models, database, other },
        total_bytes: named.bytes + other.bytes,
        free_bytes,
      };
    },

    /**
     * Finds the user's videos whose file has the same content as an unregistered stored file; empty for a registered
     * one.
     * @throws ReelscopeError `forbidden`, `not_found`
     */
    async duplicates(userId: number, filePath: string): Promise<Duplicates> {
      parseObjectPath(filePath, userId);
      const object = await files.locate(userId, filePath);
      if (!object) throw notFound('stored-file');
      if (store.videos.getByStoragePath(userId, filePath)) return [];
      const found: Duplicates = [];
      for (const video of store.videos.list(userId)) {
        // Comparing the stored size first avoids most disk access.
        if (video.fileSize !== object.sizeBytes) continue;
        const other = await files.locate(userId, video.storagePath);
        const isSame = other && (await sameContent(object.file, other.file).catch(() => false));
        if (isSame) {
          found.push({ job_id: video.jobId, name: video.name, created_at: formatTimestamp(video.createdAt) });
        }
      }
      return found;
    },
  };
}

type Usage = StorageSummary['originals'];

function sum(uses: readonly Usage[]): Usage {
  return {
    files: uses.reduce((total, { files }) => total + files, 0),
    bytes: uses.reduce((total, { bytes }) => total + bytes, 0),
  };
}

async function databaseUse(dataFolder: string): Promise<Usage> {
  const uses = DATABASE_FILES.map(async (name) => {
    const stats = await fs.stat(join(dataFolder, name)).catch(() => undefined);
    return { files: stats ? 1 : 0, bytes: stats?.size ?? 0 };
  });
  return sum(await Promise.all(uses));
}

async function modelsUse(modelsFolder: string, preparedFolder: string): Promise<Usage> {
  const entries = await fs.readdir(modelsFolder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(modelsFolder, name));
  return sum(await Promise.all(folders.filter((folder) => folder !== preparedFolder).map(folderUsage)));
}
