import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import type { SourceService } from '../library/sources.ts';
import type { StoryMoment } from '../stories/story-content.ts';
import type { Transcoder } from '../workers/transcoder.ts';

/** Free space required per second of a clip, plus a reserve, in bytes. */
const BYTES_PER_SECOND = 2 * 1000 ** 2;
const RESERVE_BYTES = 200 * 1000 ** 2;

export type ClipState = 'ready' | 'pending' | 'failed';
export type StoryClips = ReturnType<typeof createStoryClips>;

/**
 * Clips of shared stories, `<data>/shared-clips/<job id>-<source version>-<start>-<end>.mp4` in whole milliseconds: a viewer
 * gets the moments, never the rest of a video, and never those of a file that was replaced. Written in a worker at low
 * priority, one at a time.
 */
export function createStoryClips(parts: {
  dataFolder: string;
  source: SourceService;
  log: Logger;
  /** Without it, no clips are made. */
  transcode: Transcoder | undefined;
}) {
  const { source, log, transcode } = parts;
  const folder = join(parts.dataFolder, 'shared-clips');
  const failed = new Set<string>();
  const abort = new AbortController();
  let wanted = new Map<string, StoryMoment>();
  let work: Promise<void> | undefined;

  const nameOf = ({ video, range, sourceVersion }: StoryMoment): string =>
    `${video.jobId}-${sourceVersion}-${Math.round(range.start * 1000)}-${Math.round(range.end * 1000)}.mp4`;
  const find = async (name: string): Promise<StoredObject | undefined> => {
    const file = join(folder, name);
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };

  const make = async (name: string, { video, range }: StoryMoment, convert: Transcoder): Promise<void> => {
    const { bavail, bsize } = await fs.statfs(folder);
    if (bavail * bsize < (range.end - range.start) * BYTES_PER_SECOND + RESERVE_BYTES) {
      throw new Error('not enough free disk space');
    }
    const { file: path } = await source.open(video);
    const target = join(folder, `${name}.part`);
    await convert({ path, target, range, copyVideo: false, background: true }, { signal: abort.signal });
    // Whatever was read while the file changed is not the content that the name states.
    await source.open(video);
    if (!wanted.has(name)) return removeFile(target);
    await replaceFile(target, join(folder, name));
  };

  /** Makes missing clips and deletes those that no link needs. */
  const update = async (): Promise<void> => {
    await fs.mkdir(folder, { recursive: true });
    for (const name of await fs.readdir(folder)) {
      if (!wanted.has(name)) await removeFile(join(folder, name));
    }
    for (const [name, moment] of wanted) {
      if (abort.signal.aborted || !transcode) return;
      if (!wanted.has(name) || failed.has(name) || (await find(name))) continue;
      try {
        await make(name, moment, transcode);
      } catch (error) {
        if (abort.signal.aborted) return;
        failed.add(name);
        log.warn('a clip of a shared story could not be created', { message: toError(error).message });
      }
    }
  };

  return {
    /** Sets the clips that links need; failed ones are tried again. */
    want(moments: readonly StoryMoment[]): void {
      wanted = new Map(moments.map((moment) => [nameOf(moment), moment]));
      failed.clear();
      const before = work ?? Promise.resolve();
      const now = before.then(update).catch((error: unknown) => {
        log.warn('clips of shared stories could not be updated', { message: toError(error).message });
      });
      work = now;
    },

    find: (moment: StoryMoment) => find(nameOf(moment)),

    isWanted: (moment: StoryMoment): boolean => wanted.has(nameOf(moment)),

    async state(moment: StoryMoment): Promise<ClipState> {
      if (await find(nameOf(moment))) return 'ready';
      return failed.has(nameOf(moment)) || !transcode ? 'failed' : 'pending';
    },

    async close(): Promise<void> {
      abort.abort();
      await work;
    },
  };
}
