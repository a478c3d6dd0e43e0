import { CanceledError, toError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { hasOpenJob } from '../errors/open-job.ts';
import type { PictureRebuilder } from '../workers/transcoder.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { playedTracks } from './files/chosen-tracks.ts';
import type { SourceService } from './files/sources.ts';
import type { StillFiles } from './stills.ts';

export type DerivedPictures = ReturnType<typeof createDerivedPictures>;

/** Pictures and waveform that an analyzed video lacks. */
interface Missing {
  timesMs: number[];
  thumbnail: boolean;
  waveform: boolean;
}

/**
 * Stills, thumbnails, and waveforms that were lost from the disk: created again from the source file, one video at a
 * time, in a worker that yields to analyses. The queue is not persisted: opening a video queues it again.
 */
export function createDerivedPictures(parts: {
  store: Store;
  source: SourceService;
  stills: StillFiles;
  log: Logger;
  rebuild: PictureRebuilder | undefined;
}) {
  const { store, source, stills, log, rebuild } = parts;
  const closing = new AbortController();
  const waiting = new Set<string>();
  /** States of videos that could not be completed; not tried again until they change. */
  const impossible = new Map<string, number>();
  let running: string | undefined;
  let current: Promise<void> = Promise.resolve();

  const missingOf = async (video: VideoRow): Promise<Missing | undefined> => {
    // An analysis may find nothing; one that was canceled, something.
    const isAnalyzed = video.status === 'completed' || store.jobs.hasFindings(video.id);
    if (video.media === null || !isAnalyzed) return undefined;
    const info = JSON.parse(video.media) as MediaInfoWire;
    const present = await stills.present(video.jobId);
    const timesMs = store.stills
      .list(video.userId, video.jobId)
      .map(({ timeMs }) => timeMs)
      .filter((timeMs) => !present.stills.has(timeMs));
    const missing = {
      timesMs,
      thumbnail: info.video !== null && !present.thumbnail,
      waveform: info.audio !== null && !present.waveform,
    };
    return timesMs.length > 0 || missing.thumbnail || missing.waveform ? missing : undefined;
  };

  const make = async (video: VideoRow, convert: PictureRebuilder): Promise<void> => {
    const missing = await missingOf(video);
    if (!missing) return;
    const { file } = await source.open(video);
    const spec = {
      path: file,
      stillsFolder: await stills.folder(video.jobId),
      tracks: playedTracks(video),
      ...missing,
    };
    await convert(spec, { signal: closing.signal });
    log.info('lost stills were created again', { job_id: video.jobId, stills: missing.timesMs.length });
  };

  /** Never rejects. */
  const run = async (jobId: string, convert: PictureRebuilder): Promise<void> => {
    const video = store.videos.byJobId(jobId);
    if (!video) return;
    try {
      await make(video, convert);
      if (closing.signal.aborted || !(await missingOf(video))) return;
    } catch (error) {
      if (error instanceof CanceledError) return;
      log.warn('lost stills could not be created again', { job_id: jobId, reason: toError(error).message });
    }
    impossible.set(jobId, video.updatedAt);
  };

  const next = (): void => {
    const [jobId] = waiting;
    if (running !== undefined || jobId === undefined || !rebuild || closing.signal.aborted) return;
    waiting.delete(jobId);
    running = jobId;
    current = run(jobId, rebuild).finally(() => {
      running = undefined;
      next();
    });
  };

  return {
    /** Queues the creation of missing pictures. Returns whether any are being created. */
    async ensure(video: VideoRow): Promise<boolean> {
      const { jobId } = video;
      if (!rebuild || hasOpenJob(video)) return false;
      if (running === jobId || waiting.has(jobId)) return true;
      if (impossible.get(jobId) === video.updatedAt || !(await missingOf(video))) return false;
      // Checked last, since it may read the file.
      const isUsable = await source.open(video, { waitMs: 0 }).catch(() => undefined);
      if (!isUsable || closing.signal.aborted) return false;
      if (running !== jobId) waiting.add(jobId);
      next();
      return true;
    },

    async close(): Promise<void> {
      closing.abort();
      await current;
    },
  };
}
