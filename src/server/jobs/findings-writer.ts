import { splitVectors } from '../../base/vectors.ts';
import { MODULE_CATALOG, type ModuleName } from '../../contract/analysis/modules.ts';
import type { Segment } from '../../contract/analysis/segment.ts';
import type { Store } from '../../db/index.ts';
import type { VideoRow } from '../../db/schema.ts';
import type { VectorBatch } from '../../pipeline/protocol.ts';
import { LAST_DECODING } from '../library/last-decoding.ts';
import { isPreview, toSegment } from '../library/mappers/segment-mapper.ts';
import { createArtifactSinks } from './artifact-sinks.ts';
import type { JobEvents } from './job-events.ts';
import type {
  ArtifactMessage,
  CheckpointMessage,
  ConditionsMessage,
  DecodingMessage,
  FindingsMessage,
  FramesMessage,
  MediaMessage,
  ModuleMessage,
  PreviewMessage,
  RunListener,
  TracksMessage,
} from './job-run.ts';
import { toDraft } from './run-spec.ts';
import { isConnected, saveWritingTime } from './writing-times.ts';

/** Stores the findings of one run of a worker, and publishes them. */
export class FindingsWriter implements RunListener {
  readonly #store: Store;
  readonly #events: JobEvents;
  readonly #video: VideoRow;
  readonly progress: () => void;
  /** Ids of the first findings of modules with checkpoints in this run. */
  readonly #firstIds = new Map<ModuleName, string>();
  /** When modules began, in milliseconds. */
  readonly #startedAt = new Map<ModuleName, number>();
  readonly #artifacts: ReturnType<typeof createArtifactSinks>;
  /** They arrive in parts. */
  readonly #frames: { timeMs: number; vector: Float32Array }[] = [];
  #hasNewStills = false;

  constructor(store: Store, events: JobEvents, video: VideoRow, onProgress: () => void) {
    this.#store = store;
    this.#events = events;
    this.#video = video;
    this.#artifacts = createArtifactSinks(store, video.id);
    this.progress = onProgress;
  }

  media({ info }: MediaMessage): void {
    // Another choice of tracks has other facts.
    const media = JSON.stringify(info);
    const { userId, jobId } = this.#video;
    if (this.#video.media !== media) this.#store.videos.update(userId, jobId, { media });
  }

  tracks({ use }: TracksMessage): void {
    this.#store.videos.update(this.#video.userId, this.#video.jobId, { trackUse: JSON.stringify(use) });
  }

  conditions({ conditions }: ConditionsMessage): void {
    this.#store.conditions.merge(this.#video.id, conditions);
  }

  decoding({ decoding }: DecodingMessage): void {
    this.#store.settings.set(LAST_DECODING, decoding);
  }

  module({ module, status, engine, error }: ModuleMessage): void {
    const { id, jobId } = this.#video;
    const progress = status === 'completed' ? 100 : 0;
    this.#store.jobs.setModule(id, module, { status, engine, error, progress });
    if (status === 'running') this.#startedAt.set(module, performance.now());
    if (status === 'completed' && isConnected(engine)) this.#saveWritingTime(engine, module);
    this.#events.publish(jobId, {
      name: 'module',
      body: {
        module,
        status,
        progress,
        engine,
        job_id: jobId,
        error: error?.message ?? null,
        error_text: error?.text ?? null,
      },
    });
    if (status === 'completed') this.#artifacts.complete(module);
  }

  /** Saves how long a language model took for a module that writes. */
  #saveWritingTime(engine: string, module: ModuleName): void {
    const [startedAt, { duration }] = [this.#startedAt.get(module), this.#video];
    if (startedAt === undefined || duration <= 0 || !MODULE_CATALOG[module].isDerived) return;
    saveWritingTime(this.#store, engine, module, (performance.now() - startedAt) / 1000 / (duration / 60));
  }

  findings({ module, engine, segments, vectors, speakers }: FindingsMessage): void {
    const embeddings = vectors ? { embeddings: split(vectors) } : {};
    const findings = { module, engine, segments, ...embeddings, ...(speakers && { speakers }) };
    this.#store.segments.replaceModule(this.#video.id, findings);
    this.#publishModule(module);
  }

  /** Stores preview findings, unless the module has others by now. */
  preview({ module, engine, segments, vectors }: PreviewMessage): void {
    const { id, userId, jobId } = this.#video;
    if (!this.#store.segments.list(userId, jobId, [module]).every(isPreview)) return;
    const marked = segments.map((segment) => ({ ...segment, data: { ...segment.data, preview: true } }));
    const embeddings = vectors ? { embeddings: split(vectors) } : {};
    this.#store.segments.replaceModule(id, { module, engine, segments: marked, ...embeddings });
    this.#publishModule(module);
  }

  /** Publishes a checkpoint and stores it for resuming after a crash; the module's final findings replace it. */
  checkpoint({ module, engine, segments, kept }: CheckpointMessage): void {
    const { id, userId, jobId } = this.#video;
    let earlier: number[] = [];
    if (!this.#firstIds.has(module)) {
      const before = this.#store.segments.list(userId, jobId, [module]);
      earlier = before.map((row) => row.id);
      // New findings replace those of another model or an earlier analysis.
      if (before.length > kept) {
        const drafts = before.slice(0, kept).map(toDraft);
        earlier = this.#store.segments.replaceModule(id, { module, engine, segments: drafts });
      }
    }
    const ids = this.#store.segments.append(id, { module, engine, segments });
    const firstId = this.#firstIds.get(module) ?? lowestId([...earlier, ...ids]);
    this.#firstIds.set(module, firstId);
    segments.forEach((segment, i) => {
      this.#publish({ ...segment, id: String(ids[i]), module, engine }, firstId);
    });
  }

  still(timeMs: number, file: string): void {
    const { id } = this.#video;
    this.#store.stills.put(id, timeMs, file);
    // Embeddings of an earlier analysis lack the new stills; if this run sends none, the index computes them.
    if (!this.#hasNewStills) this.#store.frames.drop(id);
    this.#hasNewStills = true;
  }

  artifact({ artifact }: ArtifactMessage): void {
    this.#artifacts.add(artifact);
  }

  frames({ engine, timesMs, vectors, isLast }: FramesMessage): void {
    timesMs.forEach((timeMs, i) => {
      const vector = vectors[i];
      if (vector) this.#frames.push({ timeMs, vector });
    });
    if (isLast) this.#store.frames.put(this.#video.id, engine, this.#frames.splice(0));
  }

  /** Publishes the findings of a module as stored, since corrections apply to them. */
  #publishModule(module: ModuleName): void {
    const rows = this.#store.segments.list(this.#video.userId, this.#video.jobId, [module]);
    const firstId = lowestId(rows.map(({ id }) => id));
    for (const row of rows) this.#publish(toSegment(row), firstId);
  }

  #publish(segment: Segment, firstId: string): void {
    const { jobId } = this.#video;
    this.#events.publish(jobId, { name: 'segment', body: { ...segment, job_id: jobId, first_id: firstId } });
  }
}

const lowestId = (ids: readonly number[]): string => String(Math.min(...ids));

function split({ model, dimension, data }: VectorBatch) {
  return { model, dimension, vectors: splitVectors(data, dimension) };
}
