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

interface BlurredCopiesParts {
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
}

/**
 * Copies of shared videos with blurred faces, `<data>/shared-copies/<link id>-<hash>/video.mp4` and
 * `<milliseconds>.jpg`: a link with blur serves nothing else. Written in workers at low priority, one at a time. A copy
 * remains when the faces are deleted.
 */
export class BlurredCopies {
  readonly #parts: BlurredCopiesParts;
  readonly #root: string;
  readonly #failed = new Set<number>();
  readonly #abort = new AbortController();
  #work: Promise<void> = Promise.resolve();

  constructor(parts: BlurredCopiesParts) {
    this.#parts = parts;
    this.#root = join(parts.dataFolder, 'shared-copies');
  }

  /** Makes the copies that links need; those that failed are tried again. */
  ensure(): void {
    this.#failed.clear();
    this.#work = this.#work
      .then(() => this.#update())
      .catch((error: unknown) => {
        const reason = toError(error).message;
        this.#parts.log.warn('shared copies with blurred faces could not be updated', { reason });
      });
  }

  /** State of the copy of a link with blur. */
  async state(report: SharedReportRow): Promise<'ready' | 'pending' | 'failed'> {
    const { transcode, blurStills } = this.#parts;
    if (await this.#isReady(report)) return 'ready';
    return this.#failed.has(report.id) || !transcode || !blurStills ? 'failed' : 'pending';
  }

  /** Finds a file of a complete copy. */
  async find(report: SharedReportRow, video: VideoRow, part: MediaPart): Promise<StoredObject | undefined> {
    if (!(await this.#isReady(report))) return undefined;
    if (part.kind === 'proxy') return this.#file(report, 'video.mp4');
    if (part.kind !== 'still' && part.kind !== 'thumbnail') return undefined;
    const wanted = part.kind === 'still' ? part.timeMs : video.duration * 1000 * THUMBNAIL_AT;
    const exact = part.kind === 'still' ? await this.#file(report, `${part.timeMs}.jpg`) : undefined;
    if (exact || (part.kind === 'still' && !part.nearest)) return exact;
    const times = (await fs.readdir(this.#folderOf(report))).flatMap((name) =>
      /^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : [],
    );
    if (times.length === 0) return undefined;
    const best = times.reduce((a, b) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a));
    return this.#file(report, `${best}.jpg`);
  }

  async close(): Promise<void> {
    this.#abort.abort();
    await this.#work;
  }

  /** Makes missing copies and deletes those that no link needs. */
  async #update(): Promise<void> {
    const { store, log } = this.#parts;
    const wanted = store.reports.blurred();
    const names = new Set(wanted.map(({ report }) => copyFileName(report)));
    for (const name of await fs.readdir(this.#root).catch(() => []))
      if (!names.has(name)) await removeFolder(join(this.#root, name));
    for (const { report, video } of wanted) {
      if (this.#abort.signal.aborted) return;
      if (this.#failed.has(report.id) || (await this.#isReady(report))) continue;
      try {
        await this.#make(report, video);
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        this.#failed.add(report.id);
        log.warn('a shared copy with blurred faces could not be created', { reason: toError(error).message });
      }
    }
  }

  async #make(report: SharedReportRow, video: VideoRow): Promise<void> {
    const { source, stills, transcode, blurStills, tracksOf } = this.#parts;
    if (!transcode || !blurStills) return;
    const blur = tracksOf(video, Blur.parse(JSON.parse(report.blur!)));
    const folder = this.#folderOf(report);
    await fs.mkdir(folder, { recursive: true });
    const { file: path, sizeBytes } = await source.open(video);
    const { bavail, bsize } = await fs.statfs(folder);
    if (bavail * bsize < sizeBytes + RESERVE_BYTES) throw new Error('not enough free disk space');
    const times = [...(await stills.present(video.jobId)).stills];
    const found = await Promise.all(
      times.map(async (timeMs) => ({ timeMs, file: (await stills.still(video.jobId, timeMs))?.file })),
    );
    const present = found.flatMap(({ timeMs, file }) => (file === undefined ? [] : [{ timeMs, file }]));
    const { signal } = this.#abort;
    if (present.length > 0) await blurStills({ stills: present, target: folder, blur }, { signal });
    const target = join(folder, 'video.mp4.part');
    await transcode({ path, target, range: null, copyVideo: false, background: true, blur }, { signal });
    // A file that changed while it was read may be another video.
    await source.open(video);
    // The last file, which makes the copy complete.
    await replaceFile(target, join(folder, 'video.mp4'));
  }

  #folderOf(report: SharedReportRow): string {
    return join(this.#root, copyFileName(report));
  }

  async #file(report: SharedReportRow, name: string): Promise<StoredObject | undefined> {
    const file = join(this.#folderOf(report), name);
    const stats = await fs.lstat(file).catch(() => undefined);
    return stats?.isFile() ? { file, sizeBytes: stats.size, modifiedMs: stats.mtimeMs } : undefined;
  }

  async #isReady(report: SharedReportRow): Promise<boolean> {
    return (await this.#file(report, 'video.mp4')) !== undefined;
  }
}

/** Ids are given again after a restore of a backup, and a link must never show the copy of another one. */
function copyFileName({ id, shareHash }: SharedReportRow): string {
  return `${id}-${createHash('sha256').update(shareHash).digest('hex').slice(0, 16)}`;
}
