import { createKeyedQueue } from '../../base/keyed-queue.ts';
import { roundSeconds } from '../../base/time.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import type { SyncedVideo, SyncResult } from '../../contract/library/sync.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import type { SoundSynchronizer } from '../workers/transcoder.ts';
import type { MediaInfoWire } from '../workers/types.ts';
import { playedTracks } from './files/chosen-tracks.ts';
import type { SourceService } from './files/sources.ts';

type Recordings = Parameters<SoundSynchronizer>[0]['recordings'];
type Placement = Awaited<ReturnType<SoundSynchronizer>>[number];

/** A video whose sound is compared. */
export type SoundSource = Recordings[number] & { video: VideoRow };

type SoundComparison = (
  sources: readonly SoundSource[],
  options: { signal: AbortSignal; onProgress?(fraction: number): void },
) => Promise<readonly Placement[]>;

export type SoundSyncService = ReturnType<typeof createSoundSync>;

/** Places videos of one event on one clock by their sound, one request at a time. */
export function createSoundSync(parts: {
  store: Store;
  source: SourceService;
  /** Videos can't be synchronized without it. */
  syncSounds: SoundSynchronizer | undefined;
}) {
  const { store, source, syncSounds } = parts;
  const queue = createKeyedQueue<'sync'>();
  const closing = new AbortController();

  const recordingOf = async (video: VideoRow) => {
    const { name, jobId } = video;
    if (!(await source.find(video)))
      throw new ReelscopeError('not_ready', sentence('sync.missing', { name }), { details: { job_id: jobId } });
    const { file: path } = await source.open(video).catch((error: unknown) => {
      if (!isChanged(error)) throw error;
      throw new ReelscopeError('source_changed', sentence('sync.changed', { name }), { details: { job_id: jobId } });
    });
    const info = await source.info(video);
    return { path, duration: info?.duration ?? video.duration, tracks: playedTracks(video), info };
  };

  /**
   * Reads what is needed to compare the sound of videos.
   * @param optional IDs of those that are left out without their file, if two others remain
   * @throws ReelscopeError `invalid_request` for a video that is named twice, `not_found`, `not_ready`,
   *   `source_changed`
   */
  const read = async (
    userId: number,
    jobIds: readonly string[],
    optional: ReadonlySet<string> = new Set(),
  ): Promise<SoundSource[]> => {
    if (!syncSounds) throw new ReelscopeError('not_ready', sentence('sync.unsupported'));
    const videos = jobIds.map((jobId) => requireVideo(store, userId, jobId));
    requireDistinct(videos);
    const found: (Awaited<ReturnType<typeof recordingOf>> & { video: VideoRow })[] = [];
    let rest = videos.length;
    for (const video of videos) {
      try {
        found.push({ ...(await recordingOf(video)), video });
      } catch (error) {
        rest--;
        if (!isWithoutFile(error) || !optional.has(video.jobId) || rest < 2) throw error;
      }
    }
    const guesses = startsOf(found.map(({ info }) => info));
    return found.map(({ info: _, ...recording }, i) => ({ ...recording, guess: guesses[i]! }));
  };

  /**
   * Compares the sound of videos; waits for its turn. Resolves with a placement per video.
   * @throws as {@link SoundSynchronizer}
   */
  const compare: SoundComparison = async (sources, { signal, onProgress }) => {
    const recordings: Recordings = sources.map(({ video: _, ...recording }) => recording);
    const options = { signal: AbortSignal.any([signal, closing.signal]), ...(onProgress && { onProgress }) };
    return queue.run('sync', async () => syncSounds!({ recordings }, options));
  };

  return {
    read,
    compare,

    /** Nothing is stored. Aborting `gone` ends it. @throws as `read` and `compare` */
    async place(userId: number, jobIds: readonly string[], gone: AbortSignal): Promise<SyncResult> {
      const sources = await read(userId, jobIds);
      const placements = await compare(sources, { signal: gone });
      return { videos: sources.map(({ video }, i) => syncedVideo(video, placements[i]!)) };
    },

    close: (): void => closing.abort(),
  };
}

/** Whether the file of a video is missing or was replaced. */
function isWithoutFile(error: unknown): boolean {
  return isChanged(error) || (error instanceof ReelscopeError && error.code === 'not_ready');
}

function isChanged(error: unknown): boolean {
  return error instanceof ReelscopeError && error.code === 'source_changed';
}

/** @throws ReelscopeError `invalid_request` */
function requireDistinct(videos: readonly VideoRow[]): void {
  const seen = new Set<string>();
  for (const { jobId, name } of videos) {
    if (seen.has(jobId))
      throw new ReelscopeError('invalid_request', sentence('sync.twice', { name }), { details: { job_id: jobId } });
    seen.add(jobId);
  }
}

/**
 * Starts by the recordings' own clocks, in seconds from a zero that all share: timecodes if each has one, otherwise
 * capture times. Null where unknown. A wrong one does no harm, since sound decides.
 */
function startsOf(infos: readonly (MediaInfoWire | undefined)[]): (number | null)[] {
  const timecodes = infos.map((info) => info?.startTimecode?.seconds ?? null);
  if (timecodes.every((seconds) => seconds !== null)) return timecodes;
  return infos.map((info) => {
    const captured = info?.recording?.captured;
    const seconds = captured ? Date.parse(`${captured.time}${captured.zone ?? 'Z'}`) / 1000 : Number.NaN;
    return Number.isNaN(seconds) ? null : seconds;
  });
}

function syncedVideo({ jobId, name }: VideoRow, { place, hasSound }: Placement): SyncedVideo {
  return {
    job_id: jobId,
    name,
    state: place ? 'placed' : hasSound ? 'no_match' : 'no_sound',
    offset: place && roundSeconds(place.offset),
    drift_ppm: place && (Math.round(place.driftPpm * 100) / 100 || 0),
    confidence: place && Math.round(place.confidence * 1000) / 1000,
  };
}
