import { throwIfAborted } from '../base/abort.ts';
import { isDiskFull } from '../base/disk-full.ts';
import { CanceledError, toError } from '../base/errors.ts';
import { MISSING_STREAM, type ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import { BUNDLED_ENGINES } from '../contract/system/engine-settings.ts';
import { sentence } from '../core/texts/sentence.ts';
import type { MediaInfo, Still } from '../media/frames.ts';
import type { ModuleContext } from '../modules/module.ts';
import { type ModuleLookup, moduleLookup } from '../modules/registry.ts';
import { firstLook } from './first-look.ts';
import { type ModuleOutcome, ModuleRunner } from './module-runner.ts';
import type { ProgressMeter } from './progress.ts';
import type { FromWorker, RunSpec, VectorBatch } from './protocol.ts';

/** Shorter videos are analyzed in full about as soon as they are previewed. */
const MIN_FIRST_LOOK_SECONDS = 90;
/** Limit of a first look before a full analysis, as a share of the video, and its minimum in seconds. */
const LOOK_TIMEOUT_SHARE = 0.1;
const MIN_LOOK_TIMEOUT_SECONDS = 30;

/** A job, as its preview uses it. */
export interface PreviewedJob {
  run: RunSpec;
  media: MediaInfo;
  /** Modules that no earlier attempt has finished, in the order in which they run. */
  pending: readonly ModuleName[];
  tools: {
    send(message: FromWorker): void;
    signal: AbortSignal;
    stop?: AbortSignal | undefined;
    lookup?: ModuleLookup;
  };
  meter: ProgressMeter;
  contextOf(module: ModuleName): ModuleContext;
  embed(segments: readonly SegmentDraft[]): Promise<VectorBatch | null>;
  saveStill(still: Still): Promise<void>;
  report(module: ModuleName, outcome: ModuleOutcome): Promise<void>;
}

/**
 * Looks at key frames for preview findings: before a full analysis, or instead of it if the depth of the run is
 * `preview`.
 * @returns modules to analyze in full; null if the run ends here
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError
 */
export function runPreview(job: PreviewedJob): Promise<readonly ModuleName[] | null> {
  const { run, media, pending } = job;
  const canLook = media.video !== null && !run.savedStills;
  const modules = canLook ? (run.preview ?? []).filter((module) => pending.includes(module)) : [];
  return run.depth === 'preview' ? previewOnly(job, modules) : previewFirst(job, modules);
}

/** Continues without a first look that failed or took too long: the full analysis needs none. */
async function previewFirst(job: PreviewedJob, modules: readonly ModuleName[]): Promise<readonly ModuleName[] | null> {
  const { media, pending, tools } = job;
  if (modules.length === 0 || media.duration < MIN_FIRST_LOOK_SECONDS) return pending;
  try {
    await new Preview(job, modules, AbortSignal.timeout(lookTimeoutMs(media.duration))).look();
  } catch (thrown) {
    throwIfAborted(tools.signal);
    if (isDiskFull(thrown)) throw thrown;
    if (!(thrown instanceof CanceledError))
      tools.send({ type: 'log', level: 'warn', message: `first look: ${toError(thrown).message}` });
  }
  return tools.stop?.aborted ? null : pending;
}

/** A video that can't be previewed is analyzed in full, without sound and text modules. */
async function previewOnly(job: PreviewedJob, modules: readonly ModuleName[]): Promise<readonly ModuleName[] | null> {
  const { pending, tools } = job;
  const skipOthers = async () => {
    const error = sentence(MISSING_STREAM.video);
    for (const module of pending.filter((name) => !modules.includes(name))) {
      await job.report(module, { status: 'skipped', engine: null, error });
    }
  };
  if (modules.length === 0) {
    await skipOthers();
    return null;
  }
  const preview = new Preview(job, modules);
  const hasLooked = await preview.look();
  if (tools.stop?.aborted) return null;
  await skipOthers();
  if (!hasLooked) return modules;
  for (const module of modules) {
    const engine = preview.engines.get(module) ?? null;
    tools.send({ type: 'module', module, status: engine === null ? 'skipped' : 'completed', engine, error: null });
  }
  return null;
}

class Preview {
  /** Engines of the modules that have delivered findings. */
  readonly engines = new Map<ModuleName, string>();
  readonly #drafts = new Map<ModuleName, readonly SegmentDraft[]>();
  readonly #job: PreviewedJob;
  readonly #modules: readonly ModuleName[];
  readonly #limit: AbortSignal | undefined;

  /** @param limit ends the look before a full analysis, which shows its own warnings and progress */
  constructor(job: PreviewedJob, modules: readonly ModuleName[], limit?: AbortSignal) {
    this.#job = job;
    this.#modules = modules;
    this.#limit = limit;
  }

  /** Returns whether the video could be previewed. */
  look(): Promise<boolean> {
    const { run, media, tools, meter, saveStill } = this.#job;
    const limit = this.#limit;
    meter.stage('first-look');
    return firstLook({
      path: run.path,
      tracks: run.tracks,
      media,
      modules: this.#modules,
      signal: limit ? AbortSignal.any([tools.signal, limit]) : tools.signal,
      stop: tools.stop,
      start: (module) => this.#start(module),
      deliver: (...findings) => this.#deliver(...findings),
      saveStill,
      warn: (warning) => !limit && tools.send({ type: 'warning', ...warning }),
      onProgress: (fraction) => !limit && meter.lookedAt(fraction),
    });
  }

  async #deliver(
    module: ModuleName,
    engine: string,
    segments: readonly SegmentDraft[],
    isFinal: boolean,
  ): Promise<void> {
    this.engines.set(module, engine);
    this.#drafts.set(module, segments);
    // The first findings don't wait until the encoder is loaded.
    const vectors = isFinal ? await this.#job.embed(segments) : null;
    this.#job.tools.send({ type: 'preview', module, engine, segments: [...segments], vectors });
  }

  /** Starts a module for stills of key frames, with bundled engines: a model on a server takes seconds for each. */
  async #start(name: ModuleName): Promise<ModuleRunner | null> {
    const { run, media, tools, contextOf } = this.#job;
    const engines = { ...(run.engines ?? BUNDLED_ENGINES), ollama: null };
    const module = await (tools.lookup ?? moduleLookup(engines))(name);
    if (module.input !== 'video') return null;
    const started = await ModuleRunner.start(module, {
      ...contextOf(name),
      media,
      isRescan: true,
      resumed: undefined,
      saveArtifacts: undefined,
      segmentsOf: (other) => this.#drafts.get(other) ?? [],
      checkpoint: () => {},
      warn: () => {},
      onFinishProgress: () => {},
    });
    return started instanceof ModuleRunner ? started : null;
  }
}

function lookTimeoutMs(duration: number): number {
  return Math.ceil(1000 * Math.max(MIN_LOOK_TIMEOUT_SECONDS, duration * LOOK_TIMEOUT_SHARE));
}
