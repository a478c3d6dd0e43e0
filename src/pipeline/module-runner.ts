import { isDiskFull } from '../base/disk-full.ts';
import { CanceledError, toError } from '../base/errors.ts';
import { roundSeconds } from '../base/time.ts';
import { MISSING_STREAM, type ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import { ReelscopeError } from '../contract/errors.ts';
import type { LocalizedText } from '../contract/message.ts';
import { errorText, sentence } from '../core/texts/sentence.ts';
import type { AudioChunk, LumaFrame, MediaConsumer, MediaInfo, MediaNeeds, Still } from '../media/frames.ts';
import { engineIdOf } from '../models/engine.ts';
import type { AnalysisModule, ModuleContext, ModuleRun, RunNotes, SpeakerFindings } from '../modules/module.ts';

export interface CompletedOutcome {
  status: 'completed';
  engine: string;
  segments: SegmentDraft[];
  /** Time spent in the module. */
  seconds: number;
  speakers?: SpeakerFindings | undefined;
  notes: Required<RunNotes>;
}

/** Outcome of one module. */
export type ModuleOutcome =
  | CompletedOutcome
  | { status: 'failed' | 'skipped'; engine: string | null; error: LocalizedText };

/** Runs one module and isolates its failures: the other modules continue. */
export class ModuleRunner implements MediaConsumer {
  readonly name: ModuleName;
  readonly #run: ModuleRun;
  readonly #signal: AbortSignal;
  #failure: Error | undefined;
  #disposed = false;
  #milliseconds = 0;
  /** Times of the stills that the module received. */
  readonly #stillTimes: number[] = [];

  private constructor(name: ModuleName, run: ModuleRun, signal: AbortSignal) {
    this.name = name;
    this.#run = run;
    this.#signal = signal;
  }

  /** Starts a module; the outcome instead of a runner means that it can't run, and why. */
  static async start(module: AnalysisModule, context: ModuleContext): Promise<ModuleRunner | ModuleOutcome> {
    const missing = missingInput(module, context.media);
    if (missing) return { status: 'skipped', engine: null, error: missing };
    const availability = await module.availability();
    if (!availability.available) return { status: 'skipped', engine: null, error: availability.reason };
    try {
      return new ModuleRunner(module.name, await module.start(context), context.signal);
    } catch (thrown) {
      if (thrown instanceof CanceledError) throw thrown;
      const status = thrown instanceof ReelscopeError && thrown.code === 'model_unavailable' ? 'skipped' : 'failed';
      return { status, engine: null, error: errorText(thrown) };
    }
  }

  get needs(): MediaNeeds {
    return this.#run.needs;
  }

  /** Seconds up to which a module that lags behind has worked. */
  get workedUntil(): number | undefined {
    return this.#failure ? undefined : this.#run.workedUntil;
  }

  get engine(): string {
    return engineIdOf(this.#run.engine);
  }

  onLuma(frame: LumaFrame): boolean | undefined {
    return this.#timed(() => this.#run.onLuma?.(frame));
  }

  async onStill(still: Still): Promise<void> {
    this.#stillTimes.push(still.time);
    await this.#timedAsync(async () => this.#run.onStill?.(still));
  }

  async onAudio(chunk: AudioChunk): Promise<void> {
    await this.#timedAsync(async () => this.#run.onAudio?.(chunk));
  }

  /** Collects the findings, with times clamped to `duration` and in order, and frees the module's models. */
  async finish(duration: number): Promise<ModuleOutcome> {
    let segments: SegmentDraft[] = [];
    try {
      await this.#timedAsync(async () => {
        segments = await this.#run.finish();
      });
    } finally {
      await this.dispose();
    }
    if (this.#failure) return { status: 'failed', engine: this.engine, error: errorText(this.#failure) };
    return {
      status: 'completed',
      engine: this.engine,
      segments: tidySegments(segments, duration),
      seconds: this.#milliseconds / 1000,
      speakers: this.#run.speakers,
      notes: { looks: this.#stillTimes, dropped: [], ...this.#run.notes },
    };
  }

  /** Frees the module's models, once; safe after a failure and after `finish`. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await this.#run.dispose();
  }

  #timed<Result>(work: () => Result): Result | undefined {
    if (this.#failure) return undefined;
    const start = performance.now();
    try {
      return work();
    } catch (thrown) {
      this.#fail(thrown);
      return undefined;
    } finally {
      this.#milliseconds += performance.now() - start;
    }
  }

  async #timedAsync(work: () => Promise<void>): Promise<void> {
    if (this.#failure) return;
    const start = performance.now();
    try {
      await work();
    } catch (thrown) {
      this.#fail(thrown);
    } finally {
      this.#milliseconds += performance.now() - start;
    }
  }

  #fail(thrown: unknown): void {
    // A full disk ends the whole run, which resumes when there is space.
    if (thrown instanceof CanceledError || this.#signal.aborted || isDiskFull(thrown)) throw thrown;
    this.#failure = toError(thrown);
  }
}

function missingInput(module: AnalysisModule, media: MediaInfo): LocalizedText | undefined {
  if (module.input === 'video' && !media.video) return sentence(MISSING_STREAM.video);
  if (module.input === 'audio' && !media.audio) return sentence(MISSING_STREAM.audio);
  return undefined;
}

/** Times within 0..`duration` at millisecond precision, ends not before starts, in time order. */
export function tidySegments(segments: readonly SegmentDraft[], duration: number): SegmentDraft[] {
  const clamp = (time: number) => roundSeconds(Math.min(Math.max(0, time), duration > 0 ? duration : time));
  return segments
    .map((segment) => {
      const start = clamp(segment.start_time);
      return { ...segment, start_time: start, end_time: Math.max(start, clamp(segment.end_time)) };
    })
    .sort((a, b) => a.start_time - b.start_time || a.end_time - b.end_time);
}
