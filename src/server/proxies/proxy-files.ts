import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isUuid } from '../../base/ids.ts';
import { ERROR_CODES } from '../../contract/errors.ts';
import { LocalizedText } from '../../contract/message.ts';
import type { VideoRow } from '../../db/schema.ts';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import { playedTracks } from '../library/files/chosen-tracks.ts';

/** Stored reason for a failed conversion. */
export const ProxyFailure = LocalizedText.extend({ code: z.enum(ERROR_CODES) });
export type ProxyFailure = z.infer<typeof ProxyFailure>;

/** Identifies a file and the tracks of it that are played. */
function sourceOf(video: VideoRow): string {
  const tracks = playedTracks(video);
  return `${video.storagePath}\n${video.fileSize}${tracks ? `\n${JSON.stringify(tracks)}` : ''}`;
}

export type ProxyFiles = ReturnType<typeof createProxyFiles>;

/** Proxy files: `<data>/proxies/<job id>.<source>.mp4`, where `source` changes with the source file. */
export function createProxyFiles(dataFolder: string) {
  const folder = join(dataFolder, 'proxies');
  const keyOf = (video: VideoRow): string => {
    if (!isUuid(video.jobId)) throw new RangeError('Not a job id.');
    const source = createHash('sha256').update(sourceOf(video)).digest('hex').slice(0, 12);
    return `${video.jobId}.${source}`;
  };
  const names = () => fs.readdir(folder).catch(() => [] as string[]);
  const find = async (file: string): Promise<StoredObject | undefined> => {
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };
  return {
    find: (video: VideoRow) => find(join(folder, `${keyOf(video)}.mp4`)),

    /** Returns the job ids of all videos with a proxy file or a stored failure. */
    jobIds: async (): Promise<string[]> =>
      [...new Set((await names()).map((name) => name.split('.')[0]!))].filter(isUuid),

    /** Returns the failure for the current source file; stored so that it is not retried at every start. */
    failure: (video: VideoRow) => readFailure(join(folder, `${keyOf(video)}.failed`)),

    async saveFailure(video: VideoRow, failure: ProxyFailure): Promise<void> {
      await fs.mkdir(folder, { recursive: true });
      await fs.writeFile(join(folder, `${keyOf(video)}.failed`), JSON.stringify(failure));
    },

    clearFailure: (video: VideoRow) => removeFile(join(folder, `${keyOf(video)}.failed`)),

    /** Deletes partial files left by a crash, and failures that a restart may have resolved. */
    async removeOrphans(): Promise<void> {
      for (const name of await names()) {
        const file = join(folder, name);
        const isFull = name.endsWith('.failed') && (await readFailure(file))?.code === 'storage_full';
        if (isFull || name.endsWith('.part')) await removeFile(file);
      }
    },

    /** Returns a temporary path to write to and a function that publishes the complete file. */
    async place(video: VideoRow): Promise<{ target: string; publish(): Promise<void> }> {
      await fs.mkdir(folder, { recursive: true });
      const target = join(folder, `${keyOf(video)}.part`);
      return { target, publish: () => replaceFile(target, join(folder, `${keyOf(video)}.mp4`)) };
    },

    async freeBytes(): Promise<number> {
      await fs.mkdir(folder, { recursive: true });
      const { bavail, bsize } = await fs.statfs(folder);
      return bavail * bsize;
    },

    /** Deletes all files of a video. */
    async remove(jobId: string): Promise<void> {
      const own = (await names()).filter((name) => name.startsWith(`${jobId}.`));
      await Promise.all(own.map((name) => removeFile(join(folder, name))));
    },
  };
}

async function readFailure(file: string): Promise<ProxyFailure | undefined> {
  const text = await fs.readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return ProxyFailure.parse(JSON.parse(text));
  } catch {
    // An unreadable record was written by another version; the conversion is retried.
    return undefined;
  }
}
