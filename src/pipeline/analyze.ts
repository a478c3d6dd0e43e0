import { throwIfAborted } from '../base/abort.ts';
import { roundSeconds } from '../base/time.ts';
import type { Decoding } from '../contract/analysis/decoding.ts';
import { MODULE_CATALOG, type ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import type { Stage } from '../contract/analysis/stages.ts';
import { BUNDLED_ENGINES } from '../contract/system/engine-settings.ts';
import { errorText, sentence } from '../core/texts/sentence.ts';
import type { MediaConsumer, MediaInfo } from '../media/frames.ts';
import type { MediaInput } from '../media/input.ts';
import {
  type MediaPassOptions,
  type MediaPassSummary,
  runMediaPass,
  type SpeechDetector,
} from '../media/media-pass.ts';
import { openProbed } from '../media/probe.ts';
import { bundledVad } from '../models/vad/index.ts';
import { sharedVad } from '../models/vad/shared.ts';
import type { ModuleContext } from '../modules/module.ts';
import { type ModuleLookup, moduleLookup } from '../modules/registry.ts';
import { createConditionsMeter } from './conditions/conditions-meter.ts';
import { conditionsOf } from './conditions/module-notes.ts';
import { type EmbeddingTools, FindingsSender } from './findings-sender.ts';
import { finishOrder } from './finish-order.ts';
import { feedSavedStills } from './kept-stills.ts';
import { moduleContextOf } from './module-context.ts';
import { type ModuleOutcome, ModuleRunner } from './module-runner.ts';
import { runPreview } from './preview-run.ts';
import { ProgressMeter } from './progress.ts';
import type { RunSpec } from './protocol.ts';
import { runOrder } from './run-order.ts';
import { sendFrames } from './send-frames.ts';
import { createStillsFolder } from './stills-folder.ts';
import { createThumbnailSelector } from './thumbnail.ts';
import { createWaveform } from './waveform.ts';

/** Maximum difference between the ends of audio and video in a complete file, in seconds. */
const TRAILING_SECONDS = 2;

export interface AnalyzeTools extends EmbeddingTools {
  /** Once aborted, the run ends with the findings up to now; their modules are not reported as completed. */
  stop?: AbortSignal | undefined;
  lookup?: ModuleLookup;
}

/**
 * Runs one job: video and audio modules share one media pass, text modules run after it. Findings
 * are sent module by module, so that completed ones survive a later failure.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError
 */
export async function analyze(run: RunSpec, tools: AnalyzeTools): Promise<void> {
  const opened = run.savedStills ? { info: run.savedStills.media } : await openProbed(run.path, run.tracks);
  const job = new AnalysisRun(run, opened, tools);
  try {
    tools.send({ type: 'media', info: opened.info });
    if (await job.endsWithPreview()) return tools.send({ type: 'done', endTime: roundSeconds(opened.info.duration) });
    const end = await job.runMediaModules();
    await job.embedFrames();
    await job.runTextModules();
    tools.send({ type: 'done', endTime: roundSeconds(end) });
  } finally {
    job.close();
  }
}

class AnalysisRun {
  readonly #run: RunSpec;
  #media: MediaInfo;
  /** The opened file, until the pass takes it over. */
  #input: MediaInput | undefined;
  readonly #tools: AnalyzeTools;
  #meter: ProgressMeter;
  readonly #drafts = new Map<ModuleName, readonly SegmentDraft[]>();
  #pending: readonly ModuleName[];
  readonly #stills;
  readonly #lookup: ModuleLookup;
  readonly #vad = sharedVad();
  /** Stills that this run saved, in no order. */
  readonly #saved: { timeMs: number; file: string }[] = [];
  readonly #findings: FindingsSender;

  constructor(run: RunSpec, opened: { info: MediaInfo; input?: MediaInput }, tools: AnalyzeTools) {
    this.#run = run;
    this.#media = opened.info;
    this.#input = opened.input;
    this.#tools = tools;
    this.#lookup = tools.lookup ?? moduleLookup(run.engines ?? BUNDLED_ENGINES);
    this.#meter = new ProgressMeter(opened.info.duration, tools.send);
    this.#findings = new FindingsSender(tools);
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

  /** Shows preview findings; returns whether the run ends with them. */
  async endsWithPreview(): Promise<boolean> {
    const left = await runPreview({
      run: this.#run,
      media: this.#media,
      pending: this.#pending,
      tools: this.#tools,
      meter: this.#meter,
      contextOf: (module) => this.#context(module),
      embed: (segments) => this.#findings.embed(segments),
      saveStill: (still) => this.#stills.keep(still),
      report: (module, outcome) => this.#report(module, outcome),
    });
    if (left === null) return true;
    this.#pending = left;
    // The time of the look would slow the estimate of a full analysis.
    if (this.#run.depth !== 'preview') this.#meter = new ProgressMeter(this.#media.duration, this.#tools.send);
    return false;
  }

  /** Runs the media pass with every video and audio module. Returns the end of the media in seconds. */
  async runMediaModules(): Promise<number> {
    const runners = await this.#start((input) => input !== 'segments');
    const isPass = runners.length > 0 && !this.#run.savedStills;
    // A model that only reads findings may take an hour, and others may want to move the file.
    if (!isPass) this.close();
    if (runners.length === 0) return this.#media.duration;
    const names = runners.map((runner) => runner.name);
    if (this.#run.savedStills) return this.#rescan(runners, names, this.#run.savedStills.stills);
    const thumbnail = this.#media.video
      ? createThumbnailSelector(this.#media, (still) => this.#stills.saveThumbnail(still))
      : undefined;
    const waveform = this.#media.audio ? createWaveform(this.#run.stillsFolder) : undefined;
    const others = [...runners, ...(thumbnail ? [thumbnail] : []), ...(waveform ? [waveform] : [])];
    const conditions = await createConditionsMeter({
      media: this.#media,
      others,
      vad: this.#vad,
      signal: this.#tools.signal,
    });
    const consumers: MediaConsumer[] = [...others, conditions.consumer];
    this.#meter.stage(stageOf(this.#media));
    const input = this.#input;
    this.#input = undefined;
    try {
      await runMediaPass(this.#run.path, consumers, {
        input,
        signal: this.#tools.signal,
        stop: this.#tools.stop,
        ...this.#decoding(),
        ...(runners.some((runner) => runner.needs.audio) && { detectSpeech }),
        onProgress: (time) => this.#meter.pass(time, names, behindOf(runners)),
        onEnd: async (summary) => {
          if (this.#isStopped) return this.#finishEarly(runners, summary.endTime);
          for (const warning of summary.warnings) this.#tools.send({ type: 'warning', ...warning });
          if (summary.tracks) this.#tools.send({ type: 'tracks', use: summary.tracks });
          // Text modules use the measured duration of the file.
          this.#media = { ...this.#media, duration: endOf(this.#media, summary) };
          this.#meter.ended();
          await thumbnail?.finish();
          await waveform?.finish();
          this.#tools.send({ type: 'conditions', conditions: conditions.result(summary.isIntact) });
          await this.#finishAll(runners);
        },
      });
    } finally {
      await Promise.all([...runners.map((runner) => runner.dispose()), conditions.dispose()]);
    }
    return this.#media.duration;
  }

  /**
   * Embeds the saved stills, of which every shot has one, for the search of frames by words; without them, the server
   * does.
   */
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
      send({ type: 'warning', ...sentence('warning.no-frames', { reason: errorText(thrown) }) });
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
      if (outcome.status === 'completed') await this.#findings.send(runner.name, outcome);
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
      this.#meter.ended();
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
      await this.#findings.send(module, outcome);
      // Saved stills, and findings, say nothing about what of the file was looked at.
      if (isMedia(module) && !this.#run.savedStills)
        this.#tools.send({ type: 'conditions', conditions: conditionsOf(module, outcome.notes) });
    }
    const error = outcome.status === 'completed' ? null : outcome.error;
    this.#tools.send({ type: 'module', module, status, engine, error });
  }

  #context(name: ModuleName): ModuleContext {
    return moduleContextOf(name, {
      run: this.#run,
      tools: this.#tools,
      media: () => this.#media,
      stills: this.#stills,
      drafts: this.#drafts,
      meter: this.#meter,
      vad: this.#vad,
    });
  }
}

/** Whether a module reads the file. */
const isMedia = (module: ModuleName): boolean => !MODULE_CATALOG[module].isDerived;

/** Detector by which the audio tracks of a file are chosen; without one, all are listened to. */
async function detectSpeech(): Promise<SpeechDetector | null> {
  const { available } = await bundledVad.availability();
  return available ? bundledVad.load() : null;
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
