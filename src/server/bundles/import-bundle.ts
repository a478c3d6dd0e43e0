import { uuidV7 } from '../../base/ids.ts';
import { type Clock, parseTimestamp } from '../../base/time.ts';
import type { BundleFacts } from '../../contract/bundles/imports.ts';
import { type BundleManifest, BundleMedia } from '../../contract/bundles/manifest.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { importedEngine, signerOf } from '../../core/evidence/imported-engine.ts';
import { isStartTimecode } from '../../core/formats/timecode.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { MergedAnalysis, MergeOutcome } from '../../db/bundles/merged-analysis.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import { inTransactions } from '../../db/steps.ts';
import type { VideoDescriptors } from '../../db/vectors/visual.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { formatObjectPath } from '../../storage/paths.ts';
import { requireFound } from '../errors/lookup.ts';
import { requireIdle } from '../errors/open-job.ts';
import type { InstallationKey } from '../evidence/installation-key.ts';
import { displayName } from '../library/display-name.ts';
import type { SourceFiles } from '../library/files/source-files.ts';
import { openBundle } from './open-bundle.ts';
import { type BundleContent, readBundle } from './read-bundle.ts';
import type { Staging } from './staging.ts';
import type { VectorCheck } from './vector-check.ts';

export interface ImportParts {
  store: Store;
  objects: ObjectStore;
  files: SourceFiles;
  staging: Staging;
  clock: Clock;
  checkVectors: VectorCheck;
  key: Pick<InstallationKey, 'fingerprint'>;
}

/** Result of an import. */
export interface Imported {
  outcome: MergeOutcome | 'added';
  video: VideoRow;
  manifest: BundleManifest;
  signer: BundleFacts['signer'];
}

/** Free disk space that an import leaves, in bytes. */
const RESERVED_BYTES = 256 * 1024 ** 2;

/** Time for which the path of a source file is reserved, in milliseconds. */
const RESERVATION_MS = 600_000;

/**
 * Imports a bundle: checks all of it, then merges it into a video in one transaction, or adds a video, which appears
 * when it is complete.
 * @throws ReelscopeError `invalid_request`, `too_large`, `storage_full`, `conflict` (the video is being analyzed)
 */
export async function importBundle(
  parts: ImportParts,
  userId: number,
  file: string,
  isReplacing: boolean,
): Promise<Imported> {
  const { store, staging } = parts;
  const bundle = await openBundle(file);
  try {
    const stage = await staging.open();
    try {
      const { manifest } = bundle;
      const bytes = manifest.entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
      if (bytes + RESERVED_BYTES > (await stage.freeBytes()))
        throw new ReelscopeError('storage_full', sentence('storage.no-space'));
      const content = await parts.checkVectors(await readBundle(bundle, stage.write));
      const known = await findSameSource(parts, userId, manifest);
      requireIdle(known);
      const jobId = known?.jobId ?? newJobId(store, manifest);
      await stage.publish(jobId, known === undefined);
      const { signer: fingerprint } = bundle;
      const imported = await merge(parts, userId, { jobId, known, manifest, content, fingerprint, isReplacing });
      stage.complete();
      return { ...imported, manifest, signer: signerKind(fingerprint, parts.key) };
    } finally {
      await stage.close();
    }
  } finally {
    bundle.close();
  }
}

/** Who signed a bundle. @param fingerprint null without a signature */
export function signerKind(
  fingerprint: string | null,
  key: Pick<InstallationKey, 'fingerprint'>,
): BundleFacts['signer'] {
  if (fingerprint === null) return 'none';
  return fingerprint === key.fingerprint ? 'this_installation' : 'other';
}

/** Video of the same source file: the one that the bundle is of, or else the oldest. */
export async function findSameSource(
  { store, files }: Pick<ImportParts, 'store' | 'files'>,
  userId: number,
  { source, job_id }: BundleManifest,
): Promise<VideoRow | undefined> {
  const videos = store.videos.list(userId, { trash: 'with' }).filter(({ fileSize }) => fileSize === source.size_bytes);
  // Files are hashed in the background; one of this size may be the same.
  for (const { jobId } of videos) {
    const video = store.videos.getAny(userId, jobId);
    if (video) await files.contentHash(video, Number.POSITIVE_INFINITY);
  }
  const jobIds = store.sourceFiles.jobIdsOf(userId, source.sha256);
  const rows = jobIds.flatMap((jobId) => store.videos.getAny(userId, jobId) ?? []);
  return (
    rows.find(({ jobId }) => jobId === job_id.toLowerCase()) ?? rows.find((row) => row.deletedAt === null) ?? rows[0]
  );
}

/** The id of the bundle, so that links to its findings stay valid, unless a video has or had it. */
function newJobId(store: Store, { job_id }: BundleManifest): string {
  const jobId = job_id.toLowerCase();
  const isFree = !store.videos.exists(jobId) && store.audit.head(jobId) === undefined;
  return isFree ? jobId : uuidV7();
}

async function merge(
  { store, objects, clock, key }: ImportParts,
  userId: number,
  from: {
    jobId: string;
    known: VideoRow | undefined;
    manifest: BundleManifest;
    content: BundleContent;
    fingerprint: string | null;
    isReplacing: boolean;
  },
): Promise<Omit<Imported, 'manifest' | 'signer'>> {
  const { jobId, known, manifest, content, fingerprint, isReplacing } = from;
  const signer = fingerprint === key.fingerprint ? null : signerOf(fingerprint);
  const isTaken = (path: Parameters<typeof formatObjectPath>[0]) =>
    store.videos.getByStoragePath(userId, formatObjectPath(path)) !== undefined ||
    store.sourceFiles.get(userId, formatObjectPath(path)) !== undefined;
  const analysis = analysisOf(manifest, content, { signer, isReplacing, nowMs: clock.now() });
  const putPictures = (videoId: number, hasNewStills: boolean): void => {
    if (hasNewStills) store.stills.putAll(videoId, content.stillTimes, `stills/${jobId}`);
    if (content.descriptors && isWanted(store, videoId, content.descriptors))
      store.visual.put(videoId, content.descriptors);
  };
  if (known) {
    const staged = store.transaction(() => store.bundles.stage(known, analysis));
    try {
      if (staged) await inTransactions(store.transaction, store.bundles.stageSteps(known, analysis, staged));
      return store.transaction(() => {
        const video = requireFound(store.videos.restore(userId, jobId), 'video');
        requireIdle(video);
        const outcome = store.bundles.merge(video, analysis, staged);
        putPictures(video.id, outcome !== 'unchanged');
        // Notifies windows that follow the library.
        return { outcome, video: outcome === 'unchanged' ? video : store.videos.update(userId, jobId, {})! };
      });
    } catch (error) {
      if (staged) store.bundles.discard(staged);
      throw error;
    }
  }
  const path = await objects.reserve(userId, manifest.source.name, clock.now() + RESERVATION_MS, isTaken);
  try {
    const hidden = store.transaction(() => create(store, userId, jobId, formatObjectPath(path), manifest, clock.now()));
    await inTransactions(store.transaction, store.bundles.mergeSteps(hidden, analysis));
    return store.transaction(() => {
      putPictures(hidden.id, true);
      return { outcome: 'added' as const, video: store.videos.reveal(userId, jobId) };
    });
  } catch (error) {
    store.sourceFiles.delete(userId, formatObjectPath(path));
    throw error;
  } finally {
    objects.release(path);
  }
}

/** Whether a video has no descriptors, or fewer: those of its saved frames alone. */
function isWanted(store: Store, videoId: number, { engine, source }: VideoDescriptors): boolean {
  const own = store.visual.sourceOf(videoId, engine);
  return own === undefined || (own === 'stills' && source === 'frames');
}

/** Creates the video of a bundle, whose source file is not here; in the trash until all of it is stored. */
function create(
  store: Store,
  userId: number,
  jobId: string,
  storagePath: string,
  { video, source, analysis }: BundleManifest,
  nowMs: number,
): VideoRow {
  const media = mediaOf(source.media);
  const { settings } = analysis;
  const row = store.videos.create(userId, {
    jobId,
    storagePath,
    selectedInsights: '[]',
    initialPrompt: settings.initial_prompt,
    name: displayName(video.name),
    originalName: video.original_name,
    description: video.description === null ? null : video.description.replace(/[^\P{Cc}\t\n\r]/gu, ''),
    fileSize: source.size_bytes,
    duration: video.duration,
    media: media === null ? null : JSON.stringify(media),
    deletedAt: nowMs,
  });
  store.sourceFiles.put(userId, storagePath, {
    location: null,
    sizeBytes: source.size_bytes,
    modifiedMs: 0,
    changedMs: 0,
    edgesHash: source.edges_sha256,
    contentHash: null,
  });
  store.sourceFiles.setHash(userId, storagePath, source.sha256);
  store.bundles.setOptions(row.id, {
    speakerCount: settings.speaker_count,
    speechOptions: settings.speech === null ? null : JSON.stringify(settings.speech),
    textLanguages: settings.text_languages == null ? null : JSON.stringify(settings.text_languages),
  });
  return row;
}

/** Media facts of a bundle; null if it states none that a file could have. */
function mediaOf(stated: unknown): BundleMedia | null {
  const media = BundleMedia.safeParse(stated).data;
  if (media?.startTimecode && !isStartTimecode(media.startTimecode)) media.startTimecode = null;
  return media ?? null;
}

/** @param nowMs no analysis ended later, whatever a bundle states */
function analysisOf(
  { analysis, producer, source }: BundleManifest,
  content: BundleContent,
  { signer, isReplacing, nowMs }: Pick<MergedAnalysis, 'signer' | 'isReplacing'> & { nowMs: number },
): MergedAnalysis {
  const finishedMs = analysis.finished_at === null ? undefined : parseTimestamp(analysis.finished_at);
  return {
    id: analysis.id,
    signer,
    isReplacing,
    finishedAt: finishedMs === undefined ? null : Math.min(finishedMs, nowMs),
    processingTime: analysis.processing_time,
    warnings: JSON.stringify(analysis.warnings),
    modules: content.modules.map((module) => ({
      ...module,
      engine: signer === null ? module.engine : importedEngine(module.engine, signer),
    })),
    corrections: content.corrections.map(
      ({ module, found, removed, added, content: edited, label, speaker, ...rest }) => ({
        module,
        found,
        isRemoved: removed,
        isAdded: added,
        content: edited,
        label,
        speaker,
        start: rest.start_time,
        end: rest.end_time,
        source: rest.line_source,
      }),
    ),
    speakers: content.speakers.map(({ label, name, merged_into, turns }) => ({
      label,
      name,
      mergedInto: merged_into,
      turns,
    })),
    details: { producer: `${producer.name} ${producer.version}`, sha256: source.sha256, signer: signer ?? 'own' },
  };
}
