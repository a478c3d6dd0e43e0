import type { Logger } from '../../../base/logger.ts';
import { mapConcurrently } from '../../../base/map-concurrently.ts';
import { ReelscopeError } from '../../../contract/errors.ts';
import type { SourceState } from '../../../contract/library/media-details.ts';
import { sentence } from '../../../core/texts/sentence.ts';
import type { Store } from '../../../db/index.ts';
import type { SourceFileRow, VideoRow } from '../../../db/schema.ts';
import { realPath } from '../../../files/real-path.ts';
import { type Fingerprint, fingerprintOf, hashContent, isSameStamp, stampOf } from '../../../storage/fingerprint.ts';
import type { ObjectStore, StoredObject } from '../../../storage/object-store.ts';
import { parseObjectPath } from '../../../storage/paths.ts';
import { BackgroundHashing } from './background-hashing.ts';
import { ContentComparisons, within } from './content-comparisons.ts';

/** Time that a request waits for the hash of a file, in milliseconds. */
const WAIT_MS = 8000;

/** Number of files that a look at all of them asks the system for at once, so that requests are served in between. */
const STAMPS_AT_ONCE = 64;

/** How thoroughly a file is checked. */
export interface CheckOptions {
  /** Compares the whole content even if size and times are unchanged. */
  isWhole?: boolean;
  /** Time to wait for a hash, in milliseconds; then the check fails with `not_ready`. Infinite for runs. */
  waitMs?: number;
}

type VideoFile = Pick<VideoRow, 'id' | 'userId' | 'jobId' | 'storagePath' | 'fileSize'>;

/** Location of source files, and whether they are still the files that the library knows. */
export class SourceFiles {
  readonly #store: Store;
  readonly #objects: ObjectStore;
  readonly #closing = new AbortController();
  readonly #comparisons: ContentComparisons;
  readonly #hashing: BackgroundHashing;

  constructor({ store, objects, log }: { store: Store; objects: ObjectStore; log: Logger }) {
    this.#store = store;
    this.#objects = objects;
    const { signal } = this.#closing;
    this.#comparisons = new ContentComparisons(store, signal);
    this.#hashing = new BackgroundHashing({ store, log }, (video) => this.#hashVideo(video), signal);
    this.#hashing.schedule();
  }

  /** Finds a file; one that is referenced in place and missing there may have been restored to the store. */
  async locate(userId: number, storagePath: string): Promise<StoredObject | undefined> {
    const location = this.#store.sourceFiles.get(userId, storagePath)?.location;
    const stamp = location ? await stampOf(location) : undefined;
    if (location && stamp) return { file: location, sizeBytes: stamp.sizeBytes, modifiedMs: stamp.modifiedMs };
    return this.#objects.find(parseObjectPath(storagePath, userId));
  }

  /**
   * Finds the file of a video and checks that it is the one that was registered and analyzed. A video without findings
   * takes its file as it is.
   * @throws ReelscopeError `source_changed`; `not_ready` while the file is missing or being checked
   */
  async check(video: VideoFile, options: CheckOptions = {}): Promise<StoredObject> {
    const object = await this.locate(video.userId, video.storagePath);
    if (!object) throw new ReelscopeError('not_ready', sentence('video.source-missing'));
    const row = this.#store.sourceFiles.get(video.userId, video.storagePath);
    if (row) {
      const hasFindings = this.#store.jobs.hasFindings(video.id);
      if (hasFindings) await this.#compare(object.file, row, options);
      else if (!isSameStamp((await stampOf(object.file)) ?? row, row)) {
        // A folder on the way became a link, by whoever may write to its parent: it may lead to any file of this
        // machine.
        if (object.file === row.location && (await realPath(object.file)) !== object.file) throw changed();
        await this.remember(video.userId, video.storagePath);
      }
      return object;
    }
    // A library of an earlier version knows the size alone.
    if (video.fileSize > 0 && video.fileSize !== object.sizeBytes && this.#store.jobs.hasFindings(video.id))
      throw changed();
    await this.remember(video.userId, video.storagePath);
    return object;
  }

  /** Records the present state of a file. */
  async remember(userId: number, storagePath: string): Promise<void> {
    const object = await this.locate(userId, storagePath);
    const found = object && (await fingerprintOf(object.file));
    if (!found || this.#closing.signal.aborted) return;
    const location = this.#store.sourceFiles.get(userId, storagePath)?.location ?? null;
    const isStored = object.file === this.#objects.fileOf(parseObjectPath(storagePath, userId));
    // Its copy has replaced it meanwhile, and is recorded.
    if (!isStored && location === null) return;
    this.#save(userId, storagePath, isStored ? null : location, found);
  }

  /** Records a file that is referenced in place. @param isCopying until its copy in the store is complete */
  async reference(userId: number, storagePath: string, location: string, isCopying = false): Promise<void> {
    const found = await fingerprintOf(location);
    if (!found) throw new ReelscopeError('not_found', sentence('storage.path-unreadable', { path: location }));
    this.#save(userId, storagePath, location, found, isCopying);
  }

  /**
   * Replaces a file that was referenced while it was copied by its copy.
   * @param copied the row as it was when the copy began, and SHA-256 of the copy, if it is known
   * @returns false if the video has another file meanwhile or none, or the file changed while it was copied
   */
  async adoptCopy(copied: SourceFileRow, contentHash: string | null): Promise<boolean> {
    const { userId, storagePath, location } = copied;
    const object = await this.#objects.find(parseObjectPath(storagePath, userId));
    const found = object && (await fingerprintOf(object.file));
    const row = this.#store.sourceFiles.get(userId, storagePath);
    if (!found || row?.location !== location || row.isCopying === 0) return false;
    if (found.sizeBytes !== row.sizeBytes || found.edgesHash !== row.edgesHash) return false;
    if (contentHash !== null && row.contentHash !== null && contentHash !== row.contentHash) return false;
    this.#store.sourceFiles.put(userId, storagePath, { location: null, ...found, contentHash: row.contentHash });
    const isRegistered = this.#store.videos.getByStoragePath(userId, storagePath) !== undefined;
    if (row.contentHash === null && contentHash !== null && isRegistered)
      this.#store.sourceFiles.setHash(userId, storagePath, contentHash);
    this.#hashing.schedule();
    return true;
  }

  /** Returns the state of a video's file, from its size, times, head, and tail. */
  async state(video: VideoFile): Promise<SourceState> {
    try {
      await this.check(video, { waitMs: 0 });
      return 'ok';
    } catch (error) {
      if (!(error instanceof ReelscopeError)) throw error;
      if (error.code === 'source_changed') return 'changed';
      return (await this.locate(video.userId, video.storagePath)) ? 'checking' : 'missing';
    }
  }

  /**
   * Job ids of videos whose file is not where and as it was last seen, newest first; each needs a check. Asks for
   * stamps only.
   */
  async unsettled(userId: number): Promise<string[]> {
    const rows = new Map(this.#store.sourceFiles.list(userId).map((row) => [row.storagePath, row]));
    const unsettled = async ({ jobId, storagePath }: Pick<VideoRow, 'jobId' | 'storagePath'>): Promise<string[]> => {
      const row = rows.get(storagePath);
      if (!row) return [jobId];
      const stamp = await stampOf(row.location ?? this.#objects.fileOf(parseObjectPath(storagePath, userId)));
      return stamp && isSameStamp(stamp, row) ? [] : [jobId];
    };
    const found: string[] = [];
    for await (const some of mapConcurrently(this.#store.videos.list(userId), STAMPS_AT_ONCE, unsettled))
      found.push(...some);
    return found;
  }

  /** Returns whether a file has the content that the record of a video's file describes. */
  async isSameContent(video: VideoFile, file: string): Promise<boolean> {
    const row = this.#store.sourceFiles.get(video.userId, video.storagePath);
    const stamp = await stampOf(file);
    if (!stamp) return false;
    if (!row) return stamp.sizeBytes === video.fileSize;
    if (stamp.sizeBytes !== row.sizeBytes) return false;
    if ((await fingerprintOf(file))?.edgesHash !== row.edgesHash) return false;
    return row.contentHash === null || (await hashContent(file, this.#closing.signal)) === row.contentHash;
  }

  /**
   * SHA-256 of a video's file; computes it first if it is unknown. Undefined if that takes longer than `waitMs`, or
   * the file is missing or changed.
   */
  async contentHash(video: VideoRow, waitMs: number): Promise<string | undefined> {
    const known = () => this.#store.sourceFiles.get(video.userId, video.storagePath)?.contentHash ?? undefined;
    if (known() !== undefined) return known();
    const hashing = this.#hashVideo(video).then(
      () => true,
      () => true,
    );
    await within(hashing, waitMs).catch(() => {});
    return known();
  }

  /**
   * Finds a user's video whose file has the same content as a local file. Reads the whole file only if size, head,
   * and tail are those of a video.
   */
  async videoWithContentOf(userId: number, file: string): Promise<VideoRow | undefined> {
    const real = await realPath(file).catch(() => undefined);
    const found = real && (await fingerprintOf(real));
    if (!found) return undefined;
    let hash: string | undefined;
    for (const video of this.#store.sourceFiles.withEdges(userId, found)) {
      const row = this.#store.sourceFiles.get(userId, video.storagePath);
      if (row && row.location === real && isSameStamp(row, found)) return video;
      if (row?.contentHash == null) await this.#hashVideo(video).catch(() => {});
      const known = this.#store.sourceFiles.get(userId, video.storagePath)?.contentHash;
      if (known == null) continue;
      hash ??= await hashContent(real, this.#closing.signal);
      if (hash === known) return video;
    }
    return undefined;
  }

  /** Hashes files without a hash now. Never rejects. */
  hashPending(): Promise<void> {
    return this.#hashing.run();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#hashing.close();
  }

  /** Stores what is known of a file from now on. @param isCopying by default, as before if it is where it was */
  #save(userId: number, storagePath: string, location: string | null, found: Fingerprint, isCopying?: boolean): void {
    const before = this.#store.sourceFiles.get(userId, storagePath);
    const isSame = before && before.edgesHash === found.edgesHash && isSameStamp(before, found);
    const contentHash = isSame ? before.contentHash : null;
    const wasCopying = location !== null && location === before?.location && before.isCopying === 1;
    const flag = (isCopying ?? wasCopying) ? 1 : 0;
    this.#store.sourceFiles.put(userId, storagePath, { location, ...found, contentHash, isCopying: flag });
    this.#hashing.schedule();
  }

  /** Compares a file with its record. @throws ReelscopeError `source_changed`, `not_ready` */
  async #compare(file: string, row: SourceFileRow, options: CheckOptions): Promise<void> {
    const { isWhole = false, waitMs = WAIT_MS } = options;
    const { contentHash } = row;
    const stamp = await stampOf(file);
    if (stamp?.sizeBytes !== row.sizeBytes) throw changed();
    const isUntouched = isSameStamp(stamp, row);
    if (isUntouched && (!isWhole || contentHash === null)) return;
    if (!isUntouched && (await fingerprintOf(file))?.edgesHash !== row.edgesHash) throw changed();
    if (contentHash === null) {
      // Without a hash of the whole file, only the time reveals a change in its middle.
      if (stamp.modifiedMs !== row.modifiedMs) throw changed();
      this.#store.sourceFiles.update(row.userId, row.storagePath, stamp);
      return;
    }
    if (!(await this.#comparisons.isSame(file, stamp, row, contentHash, waitMs))) throw changed();
  }

  /** Computes the hash of a video's file and stores it, unless the file changes meanwhile. */
  async #hashVideo(video: VideoRow): Promise<void> {
    const { file } = await this.check(video);
    const row = this.#store.sourceFiles.get(video.userId, video.storagePath);
    const before = await stampOf(file);
    if (!row || !before || !isSameStamp(row, before)) return;
    const contentHash = await hashContent(file, this.#closing.signal);
    const after = await stampOf(file);
    if (this.#closing.signal.aborted || !after || !isSameStamp(before, after)) return;
    this.#comparisons.add(file, after, contentHash);
    this.#store.sourceFiles.setHash(video.userId, video.storagePath, contentHash);
  }
}

function changed(): ReelscopeError {
  return new ReelscopeError('source_changed', sentence('source.changed'));
}
