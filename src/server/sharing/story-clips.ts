import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { Blur } from '../../contract/library/blur.ts';
import type { SharedReportRow, VideoRow } from '../../db/schema.ts';
import { removeFile } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { StoryMoment } from '../stories/story-content.ts';
import type { Transcoder } from '../workers/transcoder.ts';

/** Free space required per second of a clip, plus a reserve, in bytes. */
const BYTES_PER_SECOND = 2 * 1000 ** 2;
const RESERVE_BYTES = 200 * 1000 ** 2;

/** A moment of a shared story, and the faces that its clip blurs. */
export interface SharedClip {
  moment: StoryMoment;
  /** JSON of Blur in contract/library/blur.ts; null for none. */
  blur: string | null;
  /**
   * Key of the link if the clip is blurred, and empty otherwise: people may be corrected, or looked for again, between
   * two links, so that each needs its own clip.
   */
  link: string;
}

/** The clip of a moment behind a link. */
export function sharedClip(moment: StoryMoment, link: Pick<SharedReportRow, 'id' | 'shareHash' | 'blur'>): SharedClip {
  return { moment, blur: link.blur, link: link.blur === null ? '' : `${link.id}-${link.shareHash}` };
}

export type ClipState = 'ready' | 'pending' | 'failed';
export type StoryClips = ReturnType<typeof createStoryClips>;

/**
 * Clips of shared stories, `<data>/shared-clips/<job id>-<source version>-<start>-<end>[-<blur>].mp4` in whole
 * milliseconds: a viewer gets the moments, never the rest of a video, and never those of a file that was replaced.
 * Written in a worker at low priority, one at a time.
 */
export function createStoryClips(parts: {
  dataFolder: string;
  source: SourceService;
  log: Logger;
  /** Without it, no clips are made. */
  transcode: Transcoder | undefined;
  /** @throws ReelscopeError `not_ready` if the faces are not known, so that no clip is made */
  tracksOf(video: VideoRow, blur: Blur, range: StoryMoment['range']): NonNullable<Parameters<Transcoder>[0]['blur']>;
}) {
  const { source, log, transcode } = parts;
  const folder = join(parts.dataFolder, 'shared-clips');
  const failed = new Set<string>();
  const abort = new AbortController();
  let wanted = new Map<string, SharedClip>();
  let work: Promise<void> | undefined;

  const clipFileName = ({ moment: { video, range, sourceVersion }, blur, link }: SharedClip): string => {
    const key = createHash('sha256').update(`${link}\n${blur}`).digest('hex').slice(0, 16);
    const faces = blur === null ? '' : `-${key}`;
    return `${video.jobId}-${sourceVersion}-${Math.round(range.start * 1000)}-${Math.round(range.end * 1000)}${faces}.mp4`;
  };
  const find = async (name: string): Promise<StoredObject | undefined> => {
    const file = join(folder, name);
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };

  const make = async (name: string, { moment, blur: faces }: SharedClip, convert: Transcoder): Promise<void> => {
    const { video, range } = moment;
    const blur = faces === null ? undefined : parts.tracksOf(video, Blur.parse(JSON.parse(faces)), range);
    const { bavail, bsize } = await fs.statfs(folder);
    if (bavail * bsize < (range.end - range.start) * BYTES_PER_SECOND + RESERVE_BYTES) {
      throw new Error('not enough free disk space');
    }
    const { file: path } = await source.open(video);
    const target = join(folder, `${name}.part`);
    const how = { range, copyVideo: false, background: true, ...(blur && { blur }) };
    await convert({ path, target, ...how }, { signal: abort.signal });
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
    for (const [name, clip] of wanted) {
      if (abort.signal.aborted || !transcode) return;
      if (!wanted.has(name) || failed.has(name) || (await find(name))) continue;
      try {
        await make(name, clip, transcode);
      } catch (error) {
        if (abort.signal.aborted) return;
        failed.add(name);
        log.warn('a clip of a shared story could not be created', { reason: toError(error).message });
      }
    }
  };

  return {
    /** Sets the clips that links need; failed ones are tried again. */
    want(clips: readonly SharedClip[]): void {
      wanted = new Map(clips.map((clip) => [clipFileName(clip), clip]));
      failed.clear();
      const before = work ?? Promise.resolve();
      const now = before.then(update).catch((error: unknown) => {
        log.warn('clips of shared stories could not be updated', { reason: toError(error).message });
      });
      work = now;
    },

    find: (clip: SharedClip) => find(clipFileName(clip)),

    isWanted: (clip: SharedClip): boolean => wanted.has(clipFileName(clip)),

    async state(clip: SharedClip): Promise<ClipState> {
      if (await find(clipFileName(clip))) return 'ready';
      return failed.has(clipFileName(clip)) || !transcode ? 'failed' : 'pending';
    },

    async close(): Promise<void> {
      abort.abort();
      await work;
    },
  };
}
