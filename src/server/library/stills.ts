import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid } from '../../base/ids.ts';
import { WAVEFORM_FILE } from '../../contract/library/waveform.ts';
import { nearestFrame, type Shot } from '../../core/formats/nearest-frame.ts';
import { removeFolder } from '../../files/remove.ts';
import { folderUsage } from '../../storage/disk.ts';
import type { StoredObject } from '../../storage/object-store.ts';

export type StillFiles = ReturnType<typeof createStillFiles>;

/**
 * Saved images of each video: `<data>/stills/<job id>/<milliseconds>.jpg` and the thumbnail `poster.jpg`.
 * @param shotAt the shot of a video at a time in seconds; undefined without shot detection
 */
export function createStillFiles(dataFolder: string, shotAt: (jobId: string, time: number) => Shot | undefined) {
  const folderOf = (jobId: string): string => {
    if (!isUuid(jobId)) throw new RangeError('Not a job id.');
    return join(dataFolder, 'stills', jobId);
  };
  const find = async (file: string): Promise<StoredObject | undefined> => {
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };
  const timesOf = async (jobId: string): Promise<number[]> => {
    const names = await fs.readdir(folderOf(jobId)).catch(() => []);
    return names.flatMap((name) => (/^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : []));
  };
  return {
    /** Returns the folder of a video's stills, creating it if needed. */
    async folder(jobId: string): Promise<string> {
      await fs.mkdir(folderOf(jobId), { recursive: true });
      return folderOf(jobId);
    },
    still: (jobId: string, timeMs: number) => find(join(folderOf(jobId), `${timeMs}.jpg`)),
    /** Finds the saved still that shows a time best, for findings without their own. */
    async nearest(jobId: string, timeMs: number): Promise<StoredObject | undefined> {
      const best = nearestFrame(await timesOf(jobId), timeMs, shotAt(jobId, timeMs / 1000));
      return best === undefined ? undefined : find(join(folderOf(jobId), `${best}.jpg`));
    },
    /** Finds the first saved still in a range, in milliseconds. */
    async firstWithin(jobId: string, fromMs: number, toMs: number): Promise<StoredObject | undefined> {
      const times = (await timesOf(jobId)).filter((time) => time >= fromMs && time <= toMs);
      return times.length > 0 ? find(join(folderOf(jobId), `${Math.min(...times)}.jpg`)) : undefined;
    },
    /** Pictures on disk; empty files, which a full disk leaves, count as missing. */
    async present(jobId: string): Promise<{ stills: Set<number>; thumbnail: boolean; waveform: boolean }> {
      const names = await fs.readdir(folderOf(jobId)).catch(() => []);
      const sizes = await Promise.all(names.map(async (name) => (await find(join(folderOf(jobId), name)))?.sizeBytes));
      const whole = new Set(names.filter((_, i) => (sizes[i] ?? 0) > 0));
      const times = [...whole].flatMap((name) => (/^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : []));
      return { stills: new Set(times), thumbnail: whole.has('poster.jpg'), waveform: whole.has(WAVEFORM_FILE) };
    },
    /** Lists the job ids of all videos with a folder. */
    jobIds: async (): Promise<string[]> =>
      (await fs.readdir(join(dataFolder, 'stills')).catch(() => [])).filter(isUuid),
    /** Disk usage of a video's stills and waveform. */
    use: (jobId: string) => folderUsage(folderOf(jobId)),
    thumbnail: (jobId: string) => find(join(folderOf(jobId), 'poster.jpg')),
    waveform: (jobId: string) => find(join(folderOf(jobId), WAVEFORM_FILE)),
    remove: (jobId: string): Promise<void> => removeFolder(folderOf(jobId)),
  };
}
