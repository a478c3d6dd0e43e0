import type { Logger } from '../base/logger.ts';
import type { Message } from '../contract/message.ts';
import type { ModuleName } from '../contract/modules.ts';
import type { SegmentDraft } from '../contract/segment.ts';
import type { MediaConsumer, MediaInfo, Still } from '../media/frames.ts';
import type { Availability, EngineInfo } from '../models/engine.ts';
import type { SharedVad } from '../models/vad/shared.ts';

export type { EngineSettings } from '../contract/engine-settings.ts';

/** What the user can set that changes findings; parsed from the job message. */
interface ModuleSettings {
  /** Brand words that `logos` looks for, beside the shipped list. */
  brandWords: readonly string[];
  /** The user's own logos, as PNG bytes; none unless they gave some. */
  referenceLogos?: readonly { name: string; picture: Uint8Array }[];
  /** Text that primes speech recognition, from the request's `initial_prompt`; null when none. */
  initialPrompt: string | null;
}

/** What an earlier, cut-off run of a module had found. */
export interface ResumedFindings {
  engine: string | null;
  /** In time order. */
  segments: readonly SegmentDraft[];
}

/** Everything a module may touch while it runs. It never opens the file. */
export interface ModuleContext {
  readonly media: MediaInfo;
  readonly settings: ModuleSettings;
  /** Every module of this job, also those that finished in an earlier attempt. */
  readonly selected: readonly ModuleName[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Where somebody speaks, found out once for all modules that listen; without it each finds out for itself. */
  readonly vad?: SharedVad | undefined;
  /** Keeps a still (JPEG) as evidence, to be found under its time rounded to milliseconds. */
  saveStill(still: Still): Promise<void>;
  /** JPEG of a still that was kept in this run; null when there is none of that instant. */
  readStill?(time: number): Promise<Uint8Array | null>;
  /** Segments of the modules in the catalogue's `reads`, in time order; empty for those that did not run. */
  segmentsOf(module: ModuleName): readonly SegmentDraft[];
  /** The stills of a former run are looked at again, in the place of the file. */
  readonly isRescan?: boolean;
  /** What an earlier attempt at this job handed to `checkpoint` before it was cut off. */
  readonly resumed?: ResumedFindings | undefined;
  /**
   * Keeps and shows segments before the module has finished; `finish` returns them again. For modules that take long.
   * @param kept how many of the `resumed` segments still stand
   */
  checkpoint?(engine: string, segments: readonly SegmentDraft[], kept: number): void;
  /** Adds a warning to the job. @param text the message by key */
  warn(message: string, text?: Message): void;
  /** 0..1 of the work that `finish` does after the pass; optional for quick modules. */
  onFinishProgress(fraction: number): void;
}

/** One run of a module over one video. The pass feeds it; `finish` returns what it found. */
export interface ModuleRun extends MediaConsumer {
  /** What really runs; signs the segments. */
  readonly engine: EngineInfo;
  /** Seconds of the media up to which it has worked, when it lags behind what it is fed; progress is told by it. */
  readonly workedUntil?: number;
  /** Called once after the pass (or at once, for modules that only read segments). Times are clamped by the caller. */
  finish(): Promise<SegmentDraft[]>;
  /** Frees models. Called exactly once, also after an error. */
  dispose(): Promise<void>;
}

/** An analysis module: what it needs, whether it can run, and how to start it. */
export interface AnalysisModule {
  readonly name: ModuleName;
  /** Streams it needs; it is skipped with a reason when the file has none of them. */
  readonly input: 'video' | 'audio' | 'segments';
  /** Engine that would run now, when one would. */
  engine(): Promise<EngineInfo | null>;
  availability(): Promise<Availability>;
  /** @throws ReelscopeError `model_unavailable`, `internal` */
  start(context: ModuleContext): Promise<ModuleRun>;
}
