import { createHash } from 'node:crypto';
import { type Clock, formatTimestamp } from '../../base/time.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { SegmentData } from '../../contract/analysis/segment.ts';
import {
  BUNDLE_ENTRIES,
  BUNDLE_EXTENSION,
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleCorrection,
  type BundleManifest,
  type BundleModule,
  type BundleSpeaker,
} from '../../contract/bundles/manifest.ts';
import { ReelscopeError } from '../../contract/errors.ts';
import { VISUAL_ENGINE } from '../../contract/search/visual.ts';
import { sentence } from '../../core/texts/sentence.ts';
import type { Store } from '../../db/index.ts';
import type { CorrectionRow, VideoRow } from '../../db/schema.ts';
import type { FoundItem } from '../../db/text-index/found-state.ts';
import { safeTitle } from '../clips/clip-names.ts';
import type { InstallationKey } from '../evidence/installation-key.ts';
import type { SourceFiles } from '../library/files/source-files.ts';
import type { ResultsService } from '../library/results.ts';
import { resultsJsonParts } from '../library/results-json.ts';
import type { StillFiles } from '../library/stills.ts';
import { describeDescriptors, descriptorsPart } from './descriptors.ts';
import { type BundlePart, filePart, linesPart, textPart, writeBundle } from './write-bundle.ts';

/** Rows of embeddings read at once. */
const VECTORS = 500;

export interface ExportParts {
  store: Store;
  files: SourceFiles;
  results: ResultsService;
  stills: StillFiles;
  version: string;
  clock: Clock;
  key: Pick<InstallationKey, 'signBundle' | 'fingerprint'>;
}

/** A bundle that is written while it is read. */
export interface ExportedBundle {
  name: string;
  body: ReadableStream<Uint8Array>;
}

/**
 * Exports the results of a video. Hashes its source file first if that was not done yet.
 * @throws ReelscopeError `not_found`, `not_ready` (no results, or a missing file without a hash)
 */
export async function exportBundle(parts: ExportParts, userId: number, jobId: string): Promise<ExportedBundle> {
  const { store, files, results, stills } = parts;
  await files.contentHash(results.completed(userId, jobId), Number.POSITIVE_INFINITY);
  const present = await stills.present(jobId);
  const [thumbnail, waveform] = await Promise.all([stills.thumbnail(jobId), stills.waveform(jobId)]);
  const pictures = await Promise.all(
    store.stills
      .list(userId, jobId)
      .filter(({ timeMs }) => present.stills.has(timeMs))
      .map(async ({ timeMs }) => ({ timeMs, found: await stills.still(jobId, timeMs) })),
  );
  const read = await results.read(userId, jobId);
  // From here on at once, so that all parts are of one state.
  const video = results.completed(userId, jobId);
  const { manifest, modules, descriptors } = describe(parts, video);
  const corrections = store.segments.corrections(video.id).map(toCorrection);
  const speakers = store.speakers.all(video.id).map(toSpeaker);
  const all: BundlePart[] = [
    textPart(BUNDLE_ENTRIES.results, () => resultsJsonParts(read.head, read.rows, read.perModule)),
    ...modules.map(({ module, items }) =>
      linesPart(
        BUNDLE_ENTRIES.findings(module),
        items.map(({ segment }) => segment),
      ),
    ),
    ...(corrections.length > 0 ? [linesPart(BUNDLE_ENTRIES.corrections, corrections)] : []),
    ...(speakers.length > 0 ? [linesPart(BUNDLE_ENTRIES.speakers, [speakers])] : []),
    ...modules.flatMap(({ module, items, stated }) =>
      stated.vectors ? [vectorsPart(store, module, items, stated.vectors)] : [],
    ),
    ...(descriptors ? [descriptorsPart(descriptors)] : []),
    ...(thumbnail ? [filePart(BUNDLE_ENTRIES.thumbnail, thumbnail.file)] : []),
    ...(waveform ? [filePart(BUNDLE_ENTRIES.waveform, waveform.file)] : []),
    ...pictures.flatMap(({ timeMs, found }) => (found ? [filePart(BUNDLE_ENTRIES.still(timeMs), found.file)] : [])),
  ];
  const at = new Date(store.analyses.finishedAt(video.id) ?? video.updatedAt);
  return { name: `${safeTitle(video.name)}${BUNDLE_EXTENSION}`, body: writeBundle(manifest, all, at, parts.key) };
}

/** Manifest without entries, and the findings that it describes. */
function describe({ store, version, clock }: ExportParts, video: VideoRow) {
  const source = store.sourceFiles.get(video.userId, video.storagePath);
  if (!source?.contentHash) throw new ReelscopeError('not_ready', sentence('bundle.no-hash'));
  const view = store.jobs.get(video.userId, video.jobId)!;
  const found = store.analyses.presentItems(video.id);
  // A module without findings was run nevertheless.
  const empty = view.modules.filter(
    ({ module, status }) => status === 'completed' && !found.some((each) => each.module === module),
  );
  const vectors = store.bundles.embeddingsOf(video.id) ?? null;
  const modules = [...found, ...empty.map((run) => ({ ...run, items: [] as FoundItem[] }))].map((each) => ({
    ...each,
    stated: {
      module: each.module,
      engine: each.engine,
      findings: each.items.length,
      vectors: each.items.length > 0 ? vectors : null,
    } satisfies BundleModule,
  }));
  const finishedAt = store.analyses.finishedAt(video.id);
  const descriptors = store.visual.get(video.id, VISUAL_ENGINE);
  const manifest: Omit<BundleManifest, 'entries' | 'signature'> = {
    format: BUNDLE_FORMAT,
    format_version: BUNDLE_VERSION,
    producer: { name: 'Reelscope', version },
    created_at: formatTimestamp(clock.now()),
    job_id: video.jobId,
    video: {
      name: video.name,
      original_name: video.originalName,
      description: video.description,
      duration: video.duration,
    },
    source: {
      name: video.originalName ?? video.name,
      size_bytes: source.sizeBytes,
      sha256: source.contentHash,
      edges_sha256: source.edgesHash,
      media: video.media === null ? null : (JSON.parse(video.media) as Record<string, unknown>),
    },
    analysis: {
      id: store.analyses.presentDigest(video.id, found) ?? createHash('sha256').update('[]').digest('hex'),
      finished_at: finishedAt === null ? null : formatTimestamp(finishedAt),
      processing_time: video.processingTime,
      settings: {
        initial_prompt: video.initialPrompt,
        speaker_count: video.speakerCount,
        speech: video.speechOptions === null ? null : JSON.parse(video.speechOptions),
        text_languages: video.textLanguages === null ? null : JSON.parse(video.textLanguages),
      },
      warnings: JSON.parse(view.job?.warnings ?? '[]').map((warning: unknown) =>
        typeof warning === 'string' ? { message: warning } : warning,
      ),
      modules: modules.map(({ stated }) => stated),
      ...(descriptors && { descriptors: describeDescriptors(descriptors) }),
    },
  };
  return { manifest, modules, descriptors };
}

/** Rows of 32-bit floats for findings in order; zeros for those without an embedding. */
function vectorsPart(
  store: Store,
  module: ModuleName,
  items: readonly FoundItem[],
  { engine, dimension }: { engine: string; dimension: number },
): BundlePart {
  const none = new Uint8Array(dimension * 4);
  return {
    name: BUNDLE_ENTRIES.vectors(module),
    async *open() {
      for (let at = 0; at < items.length; at += VECTORS) {
        const ids = items.slice(at, at + VECTORS).map(({ segmentId }) => segmentId ?? -1);
        yield Buffer.concat(store.bundles.vectors(engine, ids).map((vector) => vector ?? none));
      }
    },
  };
}

function toCorrection(row: CorrectionRow): BundleCorrection {
  const data = row.foundData === null ? null : (JSON.parse(row.foundData) as SegmentData);
  return {
    module: row.module,
    found: { content: row.foundContent, start_time: row.startTime, end_time: row.endTime, data },
    removed: row.isRemoved === 1,
    added: row.isAdded === 1,
    content: row.content,
    label: row.label,
    speaker: row.speaker,
    start_time: row.editedStart,
    end_time: row.editedEnd,
    line_source: row.source === null ? null : JSON.parse(row.source),
  };
}

function toSpeaker({ label, name, mergedInto, turns }: ReturnType<Store['speakers']['all']>[number]): BundleSpeaker {
  return { label, name, merged_into: mergedInto, turns };
}
