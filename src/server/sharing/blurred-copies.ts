import { createHash } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { Blur } from '../../contract/library/blur.ts';
import type { Store } from '../../db/index.ts';
import type { SharedReportRow, VideoRow } from '../../db/schema.ts';
import { removeFolder } from '../../files/remove.ts';
import { replaceFile } from '../../files/replace.ts';
import type { StoredObject } from '../../storage/object-store.ts';
import type { MediaPart } from '../library/files/media-files.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { StillFiles } from '../library/stills.ts';
import type { StillBlurrer, Transcoder } from '../workers/transcoder.ts';

/** Part of the video at which its thumbnail is taken. */
const THUMBNAIL_AT = 1 / 3;
const RESERVE_BYTES = 200 * 1000 ** 2;

export type BlurredCopies = ReturnType<typeof createBlurredCopies>;

/**
 * Copies of shared videos with blurred faces, `<data>/shared-copies/<link id>-<hash>/video.mp4` and
 * `<milliseconds>.jpg`: a link with blur serves nothing else. Written in workers at low priority, one at a time. A copy
 * remains when the faces are deleted.
 */
export function createBlurredCopies(parts: {
  dataFolder: string;
  store: Store;
  source: SourceService;
  stills: StillFiles;
  log: Logger;
  /** Without them, no copies are made. */
  transcode: Transcoder | undefined;
  blurStills: StillBlurrer | undefined;
  /** @throws ReelscopeError `not_ready` if the faces are not known */
  tracksOf(video: VideoRow, blur: Blur): NonNullable<Parameters<Transcoder>[0]['blur']>;
}) {
  const { store, source, stills, log, transcode, blurStills } = parts;
  const root = join(parts.dataFolder, 'shared-copies');
  const failed = new Set<number>();
  const abort = new AbortController();
  let work: Promise<void> = Promise.resolve();

  /** Ids are given again after a restore of a backup, and a link must never show the copy of another one. */
  const copyFileName = ({ id, shareHash }: Pick<SharedReportRow, 'id' | 'shareHash'>) =>
    `${id}-${createHash('sha256').update(shareHash).digest('hex').slice(0, 16)}`;
  const folderOf = (report: SharedReportRow) => join(root, copyFileName(report));
  const find = async (report: SharedReportRow, name: string): Promise<StoredObject | undefined> => {
    const file = join(folderOf(report), name);
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  };
  const isReady = async (report: SharedReportRow) => (await find(report, 'video.mp4')) !== undefined;

  const make = async (report: SharedReportRow, video: VideoRow): Promise<void> => {
    if (!transcode || !blurStills) return;
    const blur = parts.tracksOf(video, Blur.parse(JSON.parse(report.blur!)));
    const folder = folderOf(report);
    await fs.mkdir(folder, { recursive: true });
    const { file: path, sizeBytes } = await source.open(video);
    const { bavail, bsize } = await fs.statfs(folder);
    if (bavail * bsize < sizeBytes + RESERVE_BYTES) throw new Error('not enough free disk space');
    const times = [...(await stills.present(video.jobId)).stills];
    const found = await Promise.all(
      times.map(async (timeMs) => ({ timeMs, file: (await stills.still(video.jobId, timeMs))?.file })),
    );
    const present = found.flatMap(({ timeMs, file }) => (file === undefined ? [] : [{ timeMs, file }]));
    const { signal } = abort;
    if (present.length > 0) await blurStills({ stills: present, target: folder, blur }, { signal });
    const target = join(folder, 'video.mp4.part');
    await transcode({ path, target, range: null, copyVideo: false, background: true, blur }, { signal });
    // A file that changed while it was read may be another video.
    await source.open(video);
    // The last file, which makes the copy complete.
    await replaceFile(target, join(folder, 'video.mp4'));
  };

  /** Makes missing copies and deletes those that no link needs. */
  const update = async (): Promise<void> => {
    const wanted = store.reports.blurred();
    const ids = new Set(wanted.map(({ report }) => copyFileName(report)));
    for (const name of await fs.readdir(root).catch(() => [])) if (!ids.has(name)) await removeFolder(join(root, name));
    for (const { report, video } of wanted) {
      if (abort.signal.aborted) return;
      if (failed.has(report.id) || (await isReady(report))) continue;
      try {
        await make(report, video);
      } catch (error) {
        if (abort.signal.aborted) return;
        failed.add(report.id);
        log.warn('a shared copy with blurred faces could not be created', { reason: toError(error).message });
      }
    }
  };

  return {
    /** Makes the copies that links need; those that failed are tried again. */
    ensure(): void {
      failed.clear();
      work = work.then(update).catch((error: unknown) => {
        log.warn('shared copies with blurred faces could not be updated', { reason: toError(error).message });
      });
    },

    /** State of the copy of a link with blur. */
    async state(report: SharedReportRow): Promise<'ready' | 'pending' | 'failed'> {
      if (await isReady(report)) return 'ready';
      return failed.has(report.id) || !transcode || !blurStills ? 'failed' : 'pending';
    },

    /** Finds a file of a complete copy. */
    async find(report: SharedReportRow, video: VideoRow, part: MediaPart): Promise<StoredObject | undefined> {
      if (!(await isReady(report))) return undefined;
      if (part.kind === 'proxy') return find(report, 'video.mp4');
      if (part.kind !== 'still' && part.kind !== 'thumbnail') return undefined;
      const wanted = part.kind === 'still' ? part.timeMs : video.duration * 1000 * THUMBNAIL_AT;
      const exact = part.kind === 'still' ? await find(report, `${part.timeMs}.jpg`) : undefined;
      if (exact || (part.kind === 'still' && !part.nearest)) return exact;
      const times = (await fs.readdir(folderOf(report))).flatMap((name) =>
        /^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : [],
      );
      if (times.length === 0) return undefined;
      const best = times.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
      return find(report, `${best}.jpg`);
    },

    async close(): Promise<void> {
      abort.abort();
      await work;
    },
  };
}
