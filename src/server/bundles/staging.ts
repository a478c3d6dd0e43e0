import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { isUuid } from '../../base/ids.ts';
import { BUNDLE_ENTRIES } from '../../contract/bundles/manifest.ts';
import { WAVEFORM_FILE } from '../../contract/library/waveform.ts';
import type { Store } from '../../db/index.ts';
import { removeFile, removeFolder } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import { syncFolder, toStorageError } from '../../storage/disk.ts';
import type { StillFiles } from '../library/stills.ts';
import type { PictureSink } from './read-bundle.ts';

export type Staging = ReturnType<typeof createStaging>;

/** Where the pictures of an import are going, written before they are moved there; and whether it creates the video. */
const Target = z.object({
  jobId: z.string().refine(isUuid),
  files: z.array(z.string().regex(/^[\w.-]+$/)),
  isNew: z.boolean().default(false),
});
type Target = z.infer<typeof Target>;

const TARGET_FILE = 'target.json';

/**
 * Pictures of imports: `<data>/bundles/<import>/`. They are moved beside those of the video right before the
 * transactions that make them known; whatever was moved by an import that did not get there is deleted, with the video
 * that it created.
 */
export function createStaging(parts: { dataFolder: string; store: Store; stills: StillFiles }) {
  const { store, stills } = parts;
  const root = join(parts.dataFolder, 'bundles');

  /** Deletes moved pictures that the library does not know. */
  const undo = async ({ jobId, files, isNew }: Target): Promise<void> => {
    const created = isNew ? store.videos.byJobId(jobId) : undefined;
    // A new video is in the trash until it is complete.
    if (created && created.deletedAt !== null) store.videos.delete(created.userId, jobId);
    const video = store.videos.byJobId(jobId);
    if (!video) return stills.remove(jobId);
    const known = new Set(store.stills.list(video.userId, jobId).map(({ timeMs }) => `${timeMs}.jpg`));
    const folder = await stills.folder(jobId);
    for (const file of files) {
      if (/^\d+\.jpg$/.test(file) && !known.has(file)) await removeFile(join(folder, file));
    }
  };

  return {
    /** Deletes what imports of an earlier process left. */
    async removeOrphans(): Promise<void> {
      for (const name of await fs.readdir(root).catch(() => [])) {
        const text = await fs.readFile(join(root, name, TARGET_FILE), 'utf8').catch(() => undefined);
        const target = text === undefined ? undefined : parseTarget(text);
        if (target) await undo(target);
        await removeFolder(join(root, name));
      }
    },

    /** Opens a folder for the pictures of one import. */
    async open() {
      const folder = join(root, randomUUID());
      const pictures = join(folder, 'pictures');
      await fs.mkdir(pictures, { recursive: true });
      let target: Target | undefined;
      const write: PictureSink = async (name, chunks) => {
        try {
          await pipeline(chunks, createWriteStream(join(pictures, fileNameOf(name)), { flags: 'wx', mode: 0o600 }));
        } catch (error) {
          throw toStorageError(error);
        }
      };
      return {
        write,

        async freeBytes(): Promise<number> {
          const { bavail, bsize } = await fs.statfs(folder);
          return bavail * bsize;
        },

        /** Moves the pictures that the video lacks to its folder. @param isNew whether the import creates the video */
        async publish(jobId: string, isNew: boolean): Promise<void> {
          const to = await stills.folder(jobId);
          const present = new Set(await fs.readdir(to));
          const files = (await fs.readdir(pictures)).filter((file) => !present.has(file));
          target = { jobId, files, isNew };
          await fs.writeFile(join(folder, TARGET_FILE), JSON.stringify(target), { flush: true });
          await syncFolder(folder);
          for (const file of files) await replaceFile(join(pictures, file), join(to, file));
          await syncFolder(to);
        },

        /** Records that the import is complete: its video is the user's from now on. */
        complete(): void {
          if (target) target.isNew = false;
        },

        /** Deletes the folder, moved pictures that the library does not know, and a new video that is not complete. */
        async close(): Promise<void> {
          if (target) await undo(target);
          await removeFolder(folder);
        },
      };
    },
  };
}

function parseTarget(text: string): Target | undefined {
  try {
    return Target.parse(JSON.parse(text));
  } catch {
    // Cut off while it was written: nothing was moved yet.
    return undefined;
  }
}

function fileNameOf(entry: string): string {
  if (entry === BUNDLE_ENTRIES.thumbnail) return 'poster.jpg';
  return entry === BUNDLE_ENTRIES.waveform ? WAVEFORM_FILE : entry.replace('stills/', '');
}
