import { type Clock, formatTimestamp, roundSeconds } from '../../base/time.ts';
import type { Manifest, ManifestVideo } from '../../contract/evidence/manifest.ts';
import type { Recording } from '../../contract/library/recording.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { requireVideo } from '../errors/lookup.ts';
import { examinedIn } from '../library/coverage-map.ts';
import type { SourceFiles } from '../library/files/source-files.ts';
import type { SourceService } from '../library/files/sources.ts';
import type { InstallationKey } from './installation-key.ts';

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Options of a manifest. */
export interface ManifestOptions {
  /** Whether to include original names, capture times, cameras, and places. */
  includesRecording: boolean;
  /** Whether strangers may read it: without the user's time zone then. */
  isPublic?: boolean;
  /** Time to wait for the hash of a file that is new, in milliseconds. */
  hashWaitMs?: number;
}

/** Time that an export waits for the hash of a file, in milliseconds. */
const HASH_WAIT_MS = 20_000;

/** Writes the manifests that reports carry. */
export function createManifestsService(parts: {
  store: Store;
  source: Pick<SourceService, 'recording'>;
  files: Pick<SourceFiles, 'contentHash'>;
  key: Pick<InstallationKey, 'fingerprint'>;
  version: string;
  clock: Clock;
}) {
  const { store, source, files, key, version, clock } = parts;

  const describe = async (video: VideoRow, options: ManifestOptions): Promise<ManifestVideo> => {
    const { includesRecording, hashWaitMs = HASH_WAIT_MS } = options;
    const sha256 = await files.contentHash(video, hashWaitMs);
    const recording: Recording | undefined = includesRecording ? await source.recording(video) : undefined;
    const history = store.audit.read(video.userId, video.jobId);
    return {
      job_id: video.jobId,
      name: video.name,
      original_name: includesRecording ? video.originalName : null,
      size: video.fileSize,
      sha256: sha256 ?? null,
      duration: roundSeconds(video.duration),
      recording: recording ?? null,
      engines: store.segments.engines(video.id),
      corrections: store.segments.countCorrections(video.id),
      examined: examinedIn(store, video),
      history: history
        ? { entries: history.entries.length, head: history.entries.at(-1)!.hash, is_intact: history.problem === null }
        : null,
    };
  };

  return {
    /** Describes videos of a user, in this order. @throws ReelscopeError `not_found` */
    async of(userId: number, jobIds: readonly string[], options: ManifestOptions): Promise<Manifest> {
      const rows = jobIds.map((jobId) => requireVideo(store, userId, jobId));
      const videos: ManifestVideo[] = [];
      for (const row of rows) videos.push(await describe(row, options));
      const isZoneKnown = options.includesRecording || !options.isPublic;
      const zone = isZoneKnown ? store.profiles.get(userId)?.timezone : undefined;
      return {
        kind: 'reelscope-manifest',
        version: 1,
        product: `Reelscope ${version}`,
        created_at: formatTimestamp(clock.now()),
        time_zone: zone ?? 'UTC',
        key: key.fingerprint,
        videos,
      };
    },
  };
}
