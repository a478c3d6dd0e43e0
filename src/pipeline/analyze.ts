import { throwIfAborted } from '../base/abort.ts';
import { isDiskFull } from '../base/disk-full.ts';
import { CanceledError, toError } from '../base/errors.ts';
import { roundSeconds } from '../base/time.ts';
import type { Decoding } from '../contract/decoding.ts';
import { BUNDLED_ENGINES } from '../contract/engine-settings.ts';
import type { Sentence } from '../contract/message.ts';
import { MISSING_STREAM, MODULE_CATALOG, type ModuleName } from '../contract/modules.ts';
import type { SegmentDraft } from '../contract/segment.ts';
import { sentence, sentenceOf } from '../contract/sentence.ts';
import type { Stage } from '../contract/stages.ts';
import type { MediaConsumer, MediaInfo } from '../media/frames.ts';
import type { MediaInput } from '../media/input.ts';
import { type MediaPassOptions, type MediaPassSummary, runMediaPass } from '../media/media-pass.ts';
import { openProbed } from '../media/probe.ts';
import { sharedVad } from '../models/vad/shared.ts';
import type { ModuleContext } from '../modules/module.ts';
import { type ModuleLookup, moduleLookup } from '../modules/registry.ts';
import { firstLook } from './first-look.ts';
import { feedSavedStills } from './kept-stills.ts';
import { type CompletedOutcome, type ModuleOutcome, ModuleRunner, tidySegments } from './module-runner.ts';
import { ProgressMeter } from './progress.ts';
import type { FromWorker, RunSpec, VectorBatch } from './protocol.ts';
import { runOrder } from './run-order.ts';
import { sendDescriptors } from './send-descriptors.ts';
import { sendFaces } from './send-faces.ts';
import { sendFrames } from './send-frames.ts';
import { createStillsFolder } from './stills-folder.ts';
import { createThumbnailSelector } from './thumbnail.ts';
import { createWaveform } from './waveform.ts';

/** Maximum difference between the ends of audio and video in a complete file, in seconds. */
const TRAILING_SECONDS = 2;
/** Shorter videos are analyzed in full about as soon as they are previewed. */
const MIN_FIRST_LOOK_SECONDS = 90;
/** Limit of a first look before a full analysis, as a share of the video, and its minimum in seconds. */
const LOOK_TIMEOUT_SHARE = 0.1;
const MIN_LOOK_TIMEOUT_SECONDS = 30;

export interface AnalyzeTools {
  send(message: FromWorker): void;
  signal: AbortSignal;
  /** Once aborted, the run ends with the findings up to now; their modules are not reported as completed. */
  stop?: AbortSignal | undefined;
  /** One vector per text; null if none are wanted. @throws ReelscopeError `model_unavailable`, which omits the vectors only */
  embed(texts: readonly string[]): Promise<VectorBatch | null>;
  lookup?: ModuleLookup;
}

/**
 * Runs one job: video and audio modules share one media pass, text modules run after it. Findings
 * are sent module by module, so that completed ones survive a later failure.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError
 */
export async function analyze(run: RunSpec, tools: AnalyzeTools): Promise<void> {
  const opened = run.kept ? { info: run.kept.media } : await openProbed(run.path);
  const job = new JobRun(run, opened, tools);
  try {
    tools.send({ type: 'media', info: opened.info });
    if (await job.runFirstLook()) return tools.send({ type: 'done', endTime: roundSeconds(opened.info.duration) });
    const end = await job.runMediaModules();
    await job.embedFrames();
    await job.runTextModules();
    tools.send({ type: 'done', endTime: roundSeconds(end) });
  } finally {
    job.close();
  }
}

class JobRun {
  readonly #run: RunSpec;
  #media: MediaInfo;
  /** The opened file, until the pass takes it over. */
  #input: MediaInput | undefined;
  readonly #tools: AnalyzeTools;
  #meter: ProgressMeter;
  readonly #drafts = new Map<ModuleName, readonly SegmentDraft[]>();
  #pending: ModuleName[];
  readonly #stills;
  readonly #lookup: ModuleLookup;
  readonly #vad = sharedVad();
  /** Stills that this run saved, in no order. */
  readonly #saved: { timeMs: number; file: string }[] = [];
  #reportedEmbedding = false;

  constructor(run: RunSpec, opened: { info: MediaInfo; input?: MediaInput }, tools: AnalyzeTools) {
    this.#run = run;
    this.#media = opened.info;
    this.#input = opened.input;
    this.#tools = tools;
    this.#lookup = tools.lookup ?? moduleLookup(run.engines ?? BUNDLED_ENGINES);
    this.#meter = new ProgressMeter(opened.info.duration, tools.send);
    for (const { module, segments } of run.finished) this.#drafts.set(module, segments);
    this.#pending = runOrder(run.modules).filter((module) => !this.#drafts.has(module));
    this.#stills = createStillsFolder(run.stillsFolder, (still) => {
      this.#saved.push(still);
      tools.send({ type: 'still', ...still });
    });
  }

  /** Closes the file if no pass did. */
  close(): void {
    this.#input?.close();
    this.#input = undefined;
  }

  /**
   * Looks at key frames for preview findings. Returns whether the run ends with it, as a preview does; a video that can't
   * be previewed is analyzed in full, without sound and text modules.
   */
  async runFirstLook(): Promise<boolean> {
    const isOnly = this.#run.depth === 'preview';
    const modules = (this.#run.preview ?? []).filter((module) => this.#pending.includes(module));
    const isShort = !isOnly && this.#media.duration < MIN_FIRST_LOOK_SECONDS;
    if (isShort || modules.length === 0 || !this.#media.video || this.#run.kept) {
      if (isOnly) await this.#skipAll(this.#pending, sentence(MISSING_STREAM.video));
      return isOnly;
    }
    this.#meter.stage('first-look');
    const engines = new Map<ModuleName, string>();
    const drafts = new Map<ModuleName, readonly SegmentDraft[]>();
    const limit = isOnly ? undefined : AbortSignal.timeout(lookTimeoutMs(this.#media.duration));
    const look = firstLook({
      path: this.#run.path,
      media: this.#media,
      modules,
      signal: limit ? AbortSignal.any([this.#tools.signal, limit]) : this.#tools.signal,
      stop: this.#tools.stop,
      start: (module) => this.#startPreview(module, drafts),
      deliver: async (module, engine, segments, isFinal) => {
        engines.set(module, engine);
        drafts.set(module, segments);
        // The first findings don't wait until the encoder is loaded.
        const vectors = isFinal && segments.length > 0 ? await this.#embed(segments) : null;
        this.#tools.send({ type: 'preview', module, engine, segments: [...segments], vectors });
      },
      saveStill: (still) => this.#stills.keep(still),
      warn: (warning) => isOnly && this.#tools.send({ type: 'warning', ...warning }),
      onProgress: (fraction) => isOnly && this.#meter.lookedAt(fraction),
    });
    const hasLooked = await (isOnly ? look : this.#tolerate(look));
    if (this.#isStopped) return true;
    if (!isOnly) {
      this.#meter = new ProgressMeter(this.#media.duration, this.#tools.send);
      return false;
    }
    const others = this.#pending.filter((module) => !modules.includes(module));
    await this.#skipAll(others, sentence(MISSING_STREAM.video));
    if (!hasLooked) {
      this.#pending = modules;
      return false;
    }
    for (const module of modules) {
      const engine = engines.get(module) ?? null;
      const status = engine === null ? 'skipped' : 'completed';
      this.#tools.send({ type: 'module', module, status, engine, error: null });
    }
    return true;
  }

  /** Continues without a first look that failed or took too long: the full analysis needs none. */
  async #tolerate(look: Promise<boolean>): Promise<boolean> {
    try {
      return await look;
    } catch (thrown) {
      throwIfAborted(this.#tools.signal);
      if (isDiskFull(thrown)) throw thrown;
      if (!(thrown instanceof CanceledError))
        this.#tools.send({ type: 'log', level: 'warn', message: `first look: ${toError(thrown).message}` });
      return false;
    }
  }

  async #skipAll(modules: readonly ModuleName[], error: Sentence): Promise<void> {
    for (const module of modules) await this.#report(module, { status: 'skipped', engine: null, error });
  }

  /** Starts a module for stills of key frames, with bundled engines: a model on a server takes seconds for each. */
  async #startPreview(
    name: ModuleName,
    drafts: ReadonlyMap<ModuleName, readonly SegmentDraft[]>,
  ): Promise<ModuleRunner | null> {
    const engines = { ...(this.#run.engines ?? BUNDLED_ENGINES), ollama: null };
    const module = await (this.#tools.lookup ?? moduleLookup(engines))(name);
    if (module.input !== 'video') return null;
    const context = this.#context(name);
    const started = await ModuleRunner.start(module, {
      ...context,
      media: this.#media,
      isRescan: true,
      resumed: undefined,
      saveDescriptors: undefined,
      saveFaces: undefined,
      segmentsOf: (other) => drafts.get(other) ?? [],
      checkpoint: () => {},
      warn: () => {},
      onFinishProgress: () => {},
    });
    return started instanceof ModuleRunner ? started : null;
  }

  /** Runs the media pass with every video and audio module. Returns the end of the media in seconds. */
  async runMediaModules(): Promise<number> {
    const runners = await this.#start((input) => input !== 'segments');
    const isPass = runners.length > 0 && !this.#run.kept;
    // A model that only reads findings may take an hour, and others may want to move the file.
    if (!isPass) this.close();
    if (runners.length === 0) return this.#media.duration;
    const names = runners.map((runner) => runner.name);
    if (this.#run.kept) return this.#rescan(runners, names, this.#run.kept.stills);
    const thumbnail = this.#media.video
      ? createThumbnailSelector(this.#media, (still) => this.#stills.saveThumbnail(still))
      : undefined;
    const waveform = this.#media.audio ? createWaveform(this.#run.stillsFolder) : undefined;
    const consumers: MediaConsumer[] = [...runners, ...(thumbnail ? [thumbnail] : []), ...(waveform ? [waveform] : [])];
    this.#meter.stage(stageOf(this.#media));
    const input = this.#input;
    this.#input = undefined;
    try {
      await runMediaPass(this.#run.path, consumers, {
        input,
        signal: this.#tools.signal,
        stop: this.#tools.stop,
        ...this.#decoding(),
        onProgress: (time) => this.#meter.pass(time, names, behindOf(runners)),
        onEnd: async (summary) => {
          if (this.#isStopped) return this.#finishEarly(runners, summary.endTime);
          for (const warning of summary.warnings) this.#tools.send({ type: 'warning', ...warning });
          // Text modules use the measured duration of the file.
          this.#media = { ...this.#media, duration: endOf(this.#media, summary) };
          await thumbnail?.finish();
          await waveform?.finish();
          await this.#finishAll(runners);
        },
      });
    } finally {
      await Promise.all(runners.map((runner) => runner.dispose()));
    }
    return this.#media.duration;
  }

  /** Embeds the saved stills, of which every shot has one, for the search of frames by words; without them, the server does. */
  async embedFrames(): Promise<void> {
    const { engines, stillsFolder } = this.#run;
    if (!engines?.frameModel || this.#saved.length === 0 || this.#isStopped) return;
    this.#meter.stage('stills');
    const { send, signal } = this.#tools;
    const stills = this.#saved.toSorted((a, b) => a.timeMs - b.timeMs);
    try {
      await sendFrames({ engines, stillsFolder, stills }, { send, signal, isStopped: () => this.#isStopped });
    } catch (thrown) {
      throwIfAborted(signal);
      send({ type: 'warning', ...sentence('warning.no-frames', { reason: sentenceOf(thrown) }) });
    }
  }

  get #isStopped(): boolean {
    return this.#tools.stop?.aborted === true;
  }

  /** Sends the findings up to `endTime` seconds. Checkpoints of modules that lag behind have been sent. */
  async #finishEarly(runners: readonly ModuleRunner[], endTime: number): Promise<void> {
    for (const runner of runners) {
      if (runner.workedUntil !== undefined) continue;
      const outcome = await runner.finish(endTime);
      if (outcome.status === 'completed') await this.#sendFindings(runner.name, outcome);
    }
  }

  /** Runs the modules on saved stills instead of the file. Returns the end of the media in seconds. */
  async #rescan(
    runners: readonly ModuleRunner[],
    names: readonly ModuleName[],
    stills: readonly { timeMs: number; file: string }[],
  ): Promise<number> {
    const { signal, send } = this.#tools;
    this.#meter.stage('stills');
    let missing = 0;
    try {
      await feedSavedStills(this.#run.stillsFolder, stills, runners, {
        signal,
        onProgress: (time) => this.#meter.pass(time, names),
        onMissing: () => missing++,
      });
      if (missing > 0) {
        send({ type: 'warning', ...sentence('warning.stills-missing', { count: missing }) });
      }
      await this.#finishAll(runners);
    } finally {
      await Promise.all(runners.map((runner) => runner.dispose()));
    }
    return this.#media.duration;
  }

  /** Lets a device decode the video where the settings allow it, and reports what does. */
  #decoding(): Pick<MediaPassOptions, 'hardware' | 'onDecoding'> {
    const { video } = this.#media;
    const mode = this.#run.engines?.decoding;
    const onDecoding = (decoding: Decoding) => this.#tools.send({ type: 'decoding', decoding });
    if (!video || mode === undefined) return {};
    if (mode === 'auto') return { hardware: {}, onDecoding };
    onDecoding({ device: null, reason: mode, codec: video.codec, speedup: null });
    return {};
  }

  /** Runs the modules that only read segments, each after those it reads. */
  async runTextModules(): Promise<void> {
    if (this.#isStopped) return;
    const runners = await this.#start((input) => input === 'segments');
    this.#meter.stage('findings');
    try {
      await this.#finishAll(runners);
    } finally {
      await Promise.all(runners.map((runner) => runner.dispose()));
    }
  }

  async #start(belongs: (input: 'video' | 'audio' | 'segments') => boolean): Promise<ModuleRunner[]> {
    const runners: ModuleRunner[] = [];
    for (const name of this.#pending) {
      throwIfAborted(this.#tools.signal);
      const module = await this.#lookup(name);
      if (!belongs(module.input)) continue;
      const started = await ModuleRunner.start(module, this.#context(name));
      if (started instanceof ModuleRunner) {
        runners.push(started);
        this.#tools.send({ type: 'module', module: name, status: 'running', engine: started.engine, error: null });
      } else await this.#report(name, started);
    }
    return runners;
  }

  async #finishAll(runners: readonly ModuleRunner[]): Promise<void> {
    for (const runner of finishOrder(runners)) {
      throwIfAborted(this.#tools.signal);
      if (this.#isStopped) return;
      await this.#report(runner.name, await runner.finish(this.#media.duration));
    }
  }

  async #report(module: ModuleName, outcome: ModuleOutcome): Promise<void> {
    const { status, engine } = outcome;
    this.#meter.module(module, 1);
    if (outcome.status === 'completed') {
      this.#drafts.set(module, outcome.segments);
      await this.#sendFindings(module, outcome);
    }
    const error = outcome.status === 'completed' ? null : outcome.error;
    this.#tools.send({ type: 'module', module, status, engine, error });
  }

  async #sendFindings(module: ModuleName, { engine, segments, seconds, speakers }: CompletedOutcome): Promise<void> {
    const vectors = segments.length > 0 ? await this.#embed(segments) : null;
    this.#tools.send({ type: 'findings', module, engine, segments, vectors, seconds, speakers });
  }

  /** Computes vectors; without them the findings are found by keywords only. */
  async #embed(segments: readonly SegmentDraft[]): Promise<VectorBatch | null> {
    try {
      return await this.#tools.embed(segments.map((segment) => segment.content));
    } catch (thrown) {
      throwIfAborted(this.#tools.signal);
      if (!this.#reportedEmbedding) {
        this.#tools.send({ type: 'warning', ...sentence('warning.no-vectors', { reason: sentenceOf(thrown) }) });
      }
      this.#reportedEmbedding = true;
      return null;
    }
  }

  #context(name: ModuleName): ModuleContext {
    const { send, signal, stop } = this.#tools;
    const log = (level: 'debug' | 'info' | 'warn' | 'error') => (message: string) =>
      send({ type: 'log', level, message: `${name}: ${message}` });
    const media = () => this.#media;
    return {
      get media() {
        return media();
      },
      settings: {
        brandWords: this.#run.brandWords,
        referenceLogos: this.#run.referenceLogos ?? [],
        initialPrompt: this.#run.initialPrompt,
        speakerCount: this.#run.speakerCount ?? null,
      },
      selected: this.#run.modules,
      log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
      signal,
      stop,
      vad: this.#vad,
      saveStill: (still) => this.#stills.keep(still),
      readStill: (time) => this.#stills.read(time),
      segmentsOf: (module) => this.#drafts.get(module) ?? [],
      isRescan: this.#run.kept !== undefined,
      resumed: this.#run.resumed?.find((part) => part.module === name),
      checkpoint: (engine, segments, kept) => {
        const tidy = tidySegments(segments, this.#media.duration);
        send({ type: 'checkpoint', module: name, engine, segments: tidy, kept });
      },
      // Those of stills would replace those of the whole video.
      ...(!this.#run.kept && { saveDescriptors: (engine, pictures) => sendDescriptors(engine, pictures, send) }),
      ...(!this.#run.kept && { saveFaces: (engine, tracks, heads) => sendFaces(engine, tracks, heads, send) }),
      warn: (warning) => send({ type: 'warning', ...warning }),
      onFinishProgress: (fraction) => this.#meter.finishing(name, fraction),
    };
  }
}

/**
 * Modules that lag behind the pass, and those that read them, finish last: their remaining work starts when the others have
 * freed their models.
 */
export function finishOrder<Runner extends { name: ModuleName; workedUntil?: number | undefined }>(
  runners: readonly Runner[],
): Runner[] {
  const late = new Set<ModuleName>();
  for (const { name, workedUntil } of runners) {
    if (workedUntil !== undefined || MODULE_CATALOG[name].reads.some((read) => late.has(read))) late.add(name);
  }
  return [...runners.filter(({ name }) => !late.has(name)), ...runners.filter(({ name }) => late.has(name))];
}

function lookTimeoutMs(duration: number): number {
  return Math.ceil(1000 * Math.max(MIN_LOOK_TIMEOUT_SECONDS, duration * LOOK_TIMEOUT_SHARE));
}

/** Positions of the modules that lag behind the pass. */
function behindOf(runners: readonly ModuleRunner[]): Map<ModuleName, number> {
  const behind = new Map<ModuleName, number>();
  for (const { name, workedUntil } of runners) if (workedUntil !== undefined) behind.set(name, workedUntil);
  return behind;
}

function stageOf({ video, audio }: MediaInfo): Stage {
  if (video && audio) return 'video-audio';
  return video ? 'video' : 'audio';
}

/** End of the media in seconds. Containers round or estimate it; a complete decode is exact. */
function endOf({ duration }: MediaInfo, { endTime, complete, jumps }: MediaPassSummary): number {
  if (endTime === 0) return duration;
  if (jumps > 0) return endTime;
  return endTime > duration || (complete && duration - endTime > TRAILING_SECONDS) ? endTime : duration;
}
