import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../base/ids.ts';
import { WAVEFORM_FILE } from '../../contract/waveform.ts';
import { folderUsage } from '../../storage/disk.ts';
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
    /** The kept still whose instant is nearest, for findings that have none of their own. */
    async nearest(jobId: string, timeMs: number): Promise<StoredObject | undefined> {
      const names = await fs.readdir(folderOf(jobId)).catch(() => []);
      const times = names.flatMap((name) => (/^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : []));
      if (times.length === 0) return undefined;
      const best = times.reduce((a, b) => (Math.abs(b - timeMs) < Math.abs(a - timeMs) ? b : a));
      return find(join(folderOf(jobId), `${best}.jpg`));
    },
    /** Every video that has a folder. */
    jobIds: async (): Promise<string[]> =>
      (await fs.readdir(join(dataFolder, 'stills')).catch(() => [])).filter(isUuid),
    /** What is kept of a video: pictures and the waveform. */
    use: (jobId: string) => folderUsage(folderOf(jobId)),
    poster: (jobId: string) => find(join(folderOf(jobId), 'poster.jpg')),
    waveform: (jobId: string) => find(join(folderOf(jobId), WAVEFORM_FILE)),
    remove: (jobId: string): Promise<void> => fs.rm(folderOf(jobId), { recursive: true, force: true }),
  };
}
