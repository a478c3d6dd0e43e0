import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../base/ids.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { StoredObject } from '../../storage/object-store.ts';

export type ProxyFiles = ReturnType<typeof createProxyFiles>;

/** Playable copies: `<data>/proxies/<job id>.<source>.mp4`, where `source` changes when the video gets another file. */
export function createProxyFiles(dataFolder: string) {
  const folder = join(dataFolder, 'proxies');
  const keyOf = (video: VideoRow): string => {
    if (!isUuid(video.jobId)) throw new RangeError('Not a job id.');
    const source = createHash('sha256').update(`${video.storagePath}\n${video.fileSize}`).digest('hex').slice(0, 12);
    return `${video.jobId}.${source}`;
  };
  const names = () => fs.readdir(folder).catch(() => [] as string[]);
  const find = async (file: string): Promise<StoredObject | undefined> => {
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };
  return {
    find: (video: VideoRow) => find(join(folder, `${keyOf(video)}.mp4`)),

    /** Throws away what was being written when the process died. */
    async sweep(): Promise<void> {
      for (const name of await names()) if (name.endsWith('.part')) await fs.rm(join(folder, name), { force: true });
    },

    /** A place to write to, and how to give the whole file its name. */
    async place(video: VideoRow): Promise<{ target: string; publish(): Promise<void> }> {
      await fs.mkdir(folder, { recursive: true });
      const target = join(folder, `${keyOf(video)}.part`);
      return { target, publish: () => fs.rename(target, join(folder, `${keyOf(video)}.mp4`)) };
    },

    /** Bytes that the disk has left. */
    async freeBytes(): Promise<number> {
      await fs.mkdir(folder, { recursive: true });
      const { bavail, bsize } = await fs.statfs(folder);
      return bavail * bsize;
    },

    /** Every copy and leftover of a video. */
    async remove(jobId: string): Promise<void> {
      const own = (await names()).filter((name) => name.startsWith(`${jobId}.`));
      await Promise.all(own.map((name) => fs.rm(join(folder, name), { force: true })));
    },
  };
}
