import { splitVectors } from '../../base/vectors.ts';
import type { Depth } from '../../contract/analysis/depth.ts';
import { MODULE_CATALOG } from '../../contract/analysis/module-catalog.ts';
import type { ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment, SegmentData } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { JobView } from '../../db/repositories/job-state.ts';
import type { SegmentRow } from '../../db/schema.ts';
import type { RunSpec, VectorBatch } from '../../pipeline/protocol.ts';
import { storedChoice } from '../library/files/chosen-tracks.ts';
import { LAST_DECODING } from '../library/last-decoding.ts';
import { isPreview, toSegment } from '../library/mappers/segment-mapper.ts';
import type { JobEvents } from './job-events.ts';
import type {
  CheckpointMessage,
  DescriptorsMessage,
  FacesMessage,
  FindingsMessage,
  FramesMessage,
  ModuleMessage,
  PreviewMessage,
  RunListener,
} from './job-run.ts';

/** Stores a worker's findings and publishes them. */
export interface FindingsWriter {
  /** Builds the message that starts a worker; completed modules are not run again. */
  specOf(view: JobView, path: string, stillsFolder: string): RunSpec;
  listener(view: JobView, onProgress: () => void): RunListener;
}

/** @param options whether full analyses begin with a first look */
export function createFindingsWriter(
  store: Store,
  events: JobEvents,
  { startsWithPreview }: { startsWithPreview: boolean },
): FindingsWriter {
  function storeFindings({ video }: JobView, message: FindingsMessage): void {
    const { module, engine, segments, vectors, speakers } = message;
    const embeddings = vectors ? { embeddings: split(vectors) } : {};
    store.segments.replaceModule(video.id, { module, engine, segments, ...embeddings, ...(speakers && { speakers }) });
    // Read back, since stored corrections apply to the findings.
    const rows = store.segments.list(video.userId, video.jobId, [module]);
    const firstId = lowestId(rows.map(({ id }) => id));
    for (const row of rows) publishSegment(video.jobId, toSegment(row), firstId);
  }

  /** Stores preview findings, unless the module has others by now. */
  function storePreview({ video }: JobView, { module, engine, segments, vectors }: PreviewMessage): void {
    const before = store.segments.list(video.userId, video.jobId, [module]);
    if (!before.every(isPreview)) return;
    const marked = segments.map((segment) => ({ ...segment, data: { ...segment.data, preview: true } }));
    const embeddings = vectors ? { embeddings: split(vectors) } : {};
    store.segments.replaceModule(video.id, { module, engine, segments: marked, ...embeddings });
    const rows = store.segments.list(video.userId, video.jobId, [module]);
    const firstId = lowestId(rows.map(({ id }) => id));
    for (const row of rows) publishSegment(video.jobId, toSegment(row), firstId);
  }

  /** Publishes a checkpoint and stores it for resuming after a crash; the module's final findings replace it. */
  function storeCheckpoint({ video }: JobView, message: CheckpointMessage, firstIds: Map<ModuleName, string>): void {
    const { module, engine, segments, kept } = message;
    let earlier: number[] = [];
    if (!firstIds.has(module)) {
      const before = store.segments.list(video.userId, video.jobId, [module]);
      earlier = before.map(({ id }) => id);
      // New findings replace those of another model or an earlier analysis.
      if (before.length > kept) {
        const drafts = before.slice(0, kept).map(toDraft);
        earlier = store.segments.replaceModule(video.id, { module, engine, segments: drafts });
      }
    }
    const ids = store.segments.append(video.id, { module, engine, segments });
    const firstId = firstIds.get(module) ?? lowestId([...earlier, ...ids]);
    firstIds.set(module, firstId);
    segments.forEach((segment, i) => {
      publishSegment(video.jobId, { ...segment, id: String(ids[i]), module, engine }, firstId);
    });
  }

  function publishSegment(jobId: string, segment: Segment, firstId: string): void {
    events.publish(jobId, { name: 'segment', body: { ...segment, job_id: jobId, first_id: firstId } });
  }

  function storeModule({ video }: JobView, { module, status, engine, error }: ModuleMessage): void {
    const progress = status === 'completed' ? 100 : 0;
    store.jobs.setModule(video.id, module, { status, engine, error, progress });
    events.publish(video.jobId, {
      name: 'module',
      body: {
        module,
        status,
        progress,
        engine,
        job_id: video.jobId,
        error: error?.message ?? null,
        error_text: error?.text ?? null,
      },
    });
  }

  /** Video modules without findings: preview findings never replace those of an analysis. */
  function previewedOf(depth: Depth, modules: Iterable<ModuleName>, rows: readonly SegmentRow[]): ModuleName[] {
    if (depth === 'full' && !startsWithPreview) return [];
    const known = new Set(rows.map((row) => row.module));
    return [...modules].filter((module) => MODULE_CATALOG[module].canPreview && !known.has(module));
  }

  /** Input of a rescan of saved stills. */
  function savedStillsOf({ video, job }: JobView): Pick<RunSpec, 'savedStills'> {
    if (job?.source !== 'stills' || video.media === null) return {};
    const rows = store.stills.list(video.userId, video.jobId);
    const stills = rows.map(({ timeMs, file }) => ({ timeMs, file }));
    return { savedStills: { media: JSON.parse(video.media), stills } };
  }

  return {
    specOf(view, path, stillsFolder) {
      const { video } = view;
      // A rescan of stills skips modules that could not run before: they may need audio or full-resolution video.
      const runs = view.modules.filter(
        ({ status }) => view.job?.source !== 'stills' || status === 'completed' || status === 'waiting',
      );
      const done = runs.filter((run) => run.status === 'completed').map((run) => run.module);
      const waiting = new Set(runs.map((run) => run.module).filter((module) => !done.includes(module)));
      const stored = store.segments.list(video.userId, video.jobId);
      // No module reads or resumes preview findings.
      const all = stored.filter((row) => !isPreview(row));
      const depth = view.job?.depth ?? 'full';
      const rows = all.filter((row) => !waiting.has(row.module));
      // Includes findings of earlier analyses: a new summary reads modules that don't run this time.
      const finished = new Set([...done, ...rows.map((row) => row.module)]);
      return {
        jobId: video.jobId,
        path,
        modules: runs.map((run) => run.module),
        depth,
        preview: previewedOf(depth, waiting, depth === 'preview' ? all : stored),
        finished: [...finished].map((module) => ({
          module,
          segments: rows.filter((row) => row.module === module).map(toDraft),
        })),
        resumed: [...waiting].flatMap((module) => {
          const begun = all.filter((row) => row.module === module);
          return begun.length > 0 ? [{ module, engine: begun[0]!.engine, segments: begun.map(toDraft) }] : [];
        }),
        initialPrompt: video.initialPrompt,
        speakerCount: video.speakerCount,
        tracks: storedChoice(video),
        ...savedStillsOf(view),
        referenceLogos: store.referenceLogos
          .list(video.userId)
          .map(({ name, picture }) => ({ name, picture: new Uint8Array(picture) })),
        brandWords: store.brandWords.list(video.userId).map((row) => row.word),
        stillsFolder: stillsFolder,
      };
    },

    listener: (view, onProgress) => {
      // Per module with checkpoints in this run.
      const firstIds = new Map<ModuleName, string>();
      const pictures: { timeMs: number; descriptor: Int8Array }[] = [];
      const storeDescriptors = ({ engine, timesMs, data, isLast }: DescriptorsMessage): void => {
        const size = data.length / timesMs.length;
        timesMs.forEach((timeMs, i) => {
          pictures.push({ timeMs, descriptor: data.subarray(i * size, (i + 1) * size) });
        });
        if (isLast) store.visual.put(view.video.id, { engine, source: 'frames', pictures: pictures.splice(0) });
      };
      const frames: { timeMs: number; vector: Float32Array }[] = [];
      const storeFrames = ({ engine, timesMs, vectors, isLast }: FramesMessage): void => {
        timesMs.forEach((timeMs, i) => {
          const vector = vectors[i];
          if (vector) frames.push({ timeMs, vector });
        });
        if (isLast) store.frames.put(view.video.id, engine, frames.splice(0));
      };
      let hasNewStills = false;
      const storeStill = (timeMs: number, file: string): void => {
        store.stills.put(view.video.id, timeMs, file);
        // Embeddings of an earlier analysis lack the new stills; if this run sends none, the index computes them.
        if (!hasNewStills) store.frames.drop(view.video.id);
        hasNewStills = true;
      };
      const faces: FacesMessage['tracks'] = [];
      let hasFaces = false;
      const storeFaces = ({ engine, tracks, heads, doubts, isLast }: FacesMessage): void => {
        faces.push(...tracks);
        if (!isLast) return;
        const found = faces.splice(0).map(({ boxes, ...track }) => ({
          ...track,
          boxes: Buffer.from(boxes.buffer, boxes.byteOffset, boxes.byteLength),
        }));
        store.people.put(view.video.id, { engine, tracks: found, heads, doubts });
        hasFaces = true;
      };
      return {
        media: ({ info }) => {
          // Another choice of tracks has other facts.
          const media = JSON.stringify(info);
          if (view.video.media !== media) store.videos.update(view.video.userId, view.video.jobId, { media });
        },
        tracks: ({ use }) =>
          void store.videos.update(view.video.userId, view.video.jobId, { trackUse: JSON.stringify(use) }),
        decoding: ({ decoding }) => store.settings.set(LAST_DECODING, decoding),
        module: (message) => {
          storeModule(view, message);
          // An analysis that was stopped sends its faces, too, but never completes the module.
          const { module, status } = message;
          if (hasFaces && module === 'people' && status === 'completed') store.people.complete(view.video.id);
        },
        findings: (message) => storeFindings(view, message),
        preview: (message) => storePreview(view, message),
        checkpoint: (message) => storeCheckpoint(view, message, firstIds),
        still: storeStill,
        descriptors: storeDescriptors,
        frames: storeFrames,
        faces: storeFaces,
        progress: onProgress,
      };
    },
  };
}

const lowestId = (ids: readonly number[]): string => String(Math.min(...ids));

function toDraft(row: SegmentRow): RunSpec['finished'][number]['segments'][number] {
  const data = row.data === null ? null : (JSON.parse(row.data) as SegmentData);
  return { content: row.content, start_time: row.startTime, end_time: row.endTime, data };
}

function split({ model, dimension, data }: VectorBatch) {
  return { model, dimension, vectors: splitVectors(data, dimension) };
}
