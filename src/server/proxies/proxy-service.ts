import { CanceledError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import { errorCodeOf, ReelscopeError } from '../../contract/errors.ts';
import type { ProxyStatus, ProxyUsage } from '../../contract/library/proxies.ts';
import { mayRevealPlace } from '../../contract/library/recording.ts';
import {
  conversionToPlain,
  type PlayableMedia,
  type PlaybackConversion,
  requiredConversion,
} from '../../core/media-files/playability.ts';
import { errorText, sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { TrashFilter } from '../../db/repositories/video-reads.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import { playedTracks } from '../library/files/chosen-tracks.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { Transcoder } from '../workers/transcoder.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import type { ProxyFiles } from './proxy-files.ts';

/** For whom a copy is: visitors of a link may need one without the metadata of the source file. */
export type Audience = 'owner' | 'visitors';

interface ProxyTask {
  video: VideoRow;
  progress: number;
  abort: AbortController;
  /** Resolves when its worker and its files are gone; undefined before it runs. */
  ended?: Promise<void>;
}

/** Free space required beyond the size of the source file, in bytes. */
const RESERVE_BYTES = 200 * 1000 ** 2;

const NOT_NEEDED: ProxyStatus = { state: 'not_needed', progress: 0, error_code: null, error: null, error_text: null };

interface ProxyServiceParts {
  store: Store;
  source: SourceService;
  files: ProxyFiles;
  log: Logger;
  /** Without a transcoder, no proxies are created and source files are played directly. */
  transcode: Transcoder | undefined;
}

/**
 * Creates proxies of videos that browsers can't play, one at a time, in a worker that yields to analyses. The queue is
 * not persisted: opening a video queues its proxy again. The reason for a failure is stored beside the files until a
 * retry.
 */
export class ProxyService {
  readonly #parts: ProxyServiceParts;
  readonly #waiting: ProxyTask[] = [];
  #running: ProxyTask | undefined;
  #closed = false;

  constructor(parts: ProxyServiceParts) {
    this.#parts = parts;
  }

  /** Returns the state of a proxy; queues a missing one. */
  async ensure(video: VideoRow, audience: Audience = 'owner'): Promise<ProxyStatus> {
    const known = await this.#find(video, audience);
    if (known) return known;
    let work = this.#workOf(video.jobId);
    if (!work && this.#parts.store.videos.get(video.userId, video.jobId)) {
      work = { video, progress: 0, abort: new AbortController() };
      this.#waiting.push(work);
      this.#next();
    }
    return work ? this.#stateOf(work) : { ...NOT_NEEDED, state: 'waiting' };
  }

  async drop(jobId: string): Promise<void> {
    const at = this.#waiting.findIndex((each) => each.video.jobId === jobId);
    if (at >= 0) this.#waiting.splice(at, 1);
    const current = this.#running?.video.jobId === jobId ? this.#running : undefined;
    current?.abort.abort();
    // Until the worker has ended, Windows refuses to delete its file.
    await current?.ended;
    await this.#parts.files.remove(jobId);
  }

  /** Returns the state of a proxy without queueing a missing one, for callers without an account. */
  async peek(video: VideoRow): Promise<ProxyStatus> {
    return (await this.#find(video, 'visitors')) ?? NOT_NEEDED;
  }

  /** Finds the proxy file, if any. */
  find(video: VideoRow, audience: Audience) {
    return this.#needOf(video, audience) === 'none' ? Promise.resolve(undefined) : this.#parts.files.find(video);
  }

  /** @throws ReelscopeError `not_found` */
  state(userId: number, jobId: string): Promise<ProxyStatus> {
    return this.ensure(requireVideo(this.#parts.store, userId, jobId));
  }

  /** Retries a failed conversion, or creates a damaged proxy again. @throws ReelscopeError `not_found` */
  async retry(userId: number, jobId: string): Promise<ProxyStatus> {
    const { store, files, source } = this.#parts;
    const video = requireVideo(store, userId, jobId);
    await files.clearFailure(video);
    if (this.#needOf(video, 'visitors') !== 'none' && (await files.find(video)) && (await source.find(video)))
      await files.remove(jobId);
    return this.ensure(video);
  }

  /** Returns the storage usage of a user's proxies: of videos out of the trash, or of those in it. */
  async usage(userId: number, trash: TrashFilter = 'without'): Promise<ProxyUsage> {
    const { store, files } = this.#parts;
    const rows = store.videos.list(userId, { trash }).flatMap(({ jobId }) => store.videos.getAny(userId, jobId) ?? []);
    const objects = (await Promise.all(rows.map(files.find))).filter((object) => object !== undefined);
    return { files: objects.length, bytes: objects.reduce((sum, object) => sum + object.sizeBytes, 0) };
  }

  /** Deletes a user's proxies; each is created again when its video is opened. */
  async clear(userId: number): Promise<void> {
    for (const { jobId } of this.#parts.store.videos.list(userId, { trash: 'with' })) await this.drop(jobId);
  }

  close(): void {
    this.#closed = true;
    this.#waiting.length = 0;
    this.#running?.abort.abort();
  }

  #needOf(video: VideoRow, audience: Audience): PlaybackConversion {
    const { transcode, store } = this.#parts;
    if (!transcode || video.media === null) return 'none';
    const facts = JSON.parse(video.media) as PlayableMedia & Pick<MediaInfoWire, 'recording'>;
    const stated = requiredConversion(facts, video.storagePath);
    // Players play the first tracks of a file.
    const required = stated === 'none' && playedTracks(video) ? conversionToPlain(facts) : stated;
    if (required !== 'none' || audience === 'owner') return required;
    const isWithheld = mayRevealPlace(facts.recording) && store.reports.withholdsRecording(video.id);
    return isWithheld ? conversionToPlain(facts) : 'none';
  }

  async #make(work: ProxyTask, convert: Transcoder): Promise<void> {
    const { source, files } = this.#parts;
    const { video, abort } = work;
    const object = await source.open(video);
    const free = await files.freeBytes();
    const required = object.sizeBytes + RESERVE_BYTES;
    if (free < required) {
      throw new ReelscopeError('storage_full', sentence('proxy.no-space'), {
        details: { required_bytes: required, free_bytes: free },
      });
    }
    const { target, publish } = await files.place(video);
    const spec = {
      path: object.file,
      target,
      range: null,
      copyVideo: this.#needOf(video, 'visitors') === 'copy_video',
      background: true,
      tracks: playedTracks(video),
    };
    await convert(spec, {
      signal: abort.signal,
      onProgress: (fraction) => Object.assign(work, { progress: fraction }),
    });
    if (abort.signal.aborted) throw new CanceledError();
    await publish();
  }

  #next(): void {
    const { transcode, files, log, store } = this.#parts;
    if (this.#running || this.#closed || !transcode) return;
    const work = this.#waiting.shift();
    if (!work) return;
    this.#running = work;
    const { jobId } = work.video;
    work.ended = this.#make(work, transcode)
      .catch(async (thrown: unknown) => {
        if (thrown instanceof CanceledError) return files.remove(jobId);
        const error = errorText(thrown);
        const code = errorCodeOf(thrown);
        log.warn('proxy failed', { job_id: jobId, code, reason: error.message });
        if (store.videos.exists(jobId)) await files.saveFailure(work.video, { ...error, code });
      })
      .catch((error: unknown) => log.error('proxy could not be deleted', { error }))
      .finally(() => {
        this.#running = undefined;
        this.#next();
      });
  }

  #workOf(jobId: string) {
    return this.#running?.video.jobId === jobId
      ? this.#running
      : this.#waiting.find((each) => each.video.jobId === jobId);
  }

  #stateOf(work: ProxyTask): ProxyStatus {
    return {
      ...NOT_NEEDED,
      state: this.#running === work ? 'running' : 'waiting',
      progress: Math.round(work.progress * 100),
    };
  }

  /** Returns the state of a proxy; undefined for a missing one that is not queued. */
  async #find(video: VideoRow, audience: Audience): Promise<ProxyStatus | undefined> {
    const { files, source } = this.#parts;
    if (this.#needOf(video, audience) === 'none') return NOT_NEEDED;
    if (await files.find(video)) return { ...NOT_NEEDED, state: 'ready', progress: 100 };
    if (!(await source.find(video))) return NOT_NEEDED;
    const failure = await files.failure(video);
    if (failure) {
      const { code, message: error, text } = failure;
      return { state: 'failed', progress: 0, error_code: code, error, error_text: text ?? null };
    }
    const work = this.#workOf(video.jobId);
    if (work) return this.#stateOf(work);
    // The conversion may have finished, or the video been deleted, during the file system calls.
    if (await files.find(video)) return { ...NOT_NEEDED, state: 'ready', progress: 100 };
    return undefined;
  }
}
