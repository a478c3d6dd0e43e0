import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../base/ids.ts';
import type { StoredObject } from '../../storage/object-store.ts';

export type StillFiles = ReturnType<typeof createStillFiles>;

/** Pictures kept of each video: `<data>/stills/<job id>/<milliseconds>.jpg`, and `poster.jpg` which stands for it. */
export function createStillFiles(dataFolder: string) {
  const folderOf = (jobId: string): string => {
    if (!isUuid(jobId)) throw new RangeError('Not a job id.');
    return join(dataFolder, 'stills', jobId);
  };
  const find = async (file: string): Promise<StoredObject | undefined> => {
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };
  return {
    /** The folder of a video's stills, made when it is missing. */
    async folder(jobId: string): Promise<string> {
      await fs.mkdir(folderOf(jobId), { recursive: true });
      return folderOf(jobId);
    },
    still: (jobId: string, timeMs: number) => find(join(folderOf(jobId), `${timeMs}.jpg`)),
    poster: (jobId: string) => find(join(folderOf(jobId), 'poster.jpg')),
    remove: (jobId: string): Promise<void> => fs.rm(folderOf(jobId), { recursive: true, force: true }),
  };
}
