import type { Logger } from '../base/logger.ts';
import type { DroppedCandidate } from '../contract/analysis/conditions.ts';
import type { ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import type { LocalizedText } from '../contract/message.ts';
import type { MediaConsumer, MediaInfo, Still } from '../media/frames.ts';
import type { Availability, EngineInfo } from '../models/engine.ts';
import type { SharedVad } from '../models/vad/shared.ts';
import type { ModuleArtifact } from './artifacts.ts';

export type { EngineSettings } from '../contract/system/engine-settings.ts';

/** User settings that affect findings; parsed from the job message. */
interface ModuleSettings {
  /** Brand names that `logos` matches in addition to the built-in list. */
  brandWords: readonly string[];
  /** The user's reference logos, as PNG bytes. */
  referenceLogos?: readonly { name: string; picture: Uint8Array }[];
  /** Text that primes speech recognition, from the request's `initial_prompt`; null if there is none. */
  initialPrompt: string | null;
  /** Number of speakers; null to find it. */
  speakerCount?: number | null;
}

/** Findings of an earlier, interrupted run of a module. */
export interface ResumedFindings {
  engine: string | null;
  /** In time order. */
  segments: readonly SegmentDraft[];
}

/** Everything a module may use while it runs. It never opens the file. */
export interface ModuleContext {
  readonly media: MediaInfo;
  readonly settings: ModuleSettings;
  /** All modules of this job, including those that finished in an earlier attempt. */
  readonly selected: readonly ModuleName[];
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Aborted when the user stops the run; `finish` then returns what has been found, without lengthy further work. */
  readonly stop?: AbortSignal | undefined;
  /** Speech activity, shared by all audio modules; without it each module detects its own. */
  readonly vad?: SharedVad | undefined;
  /** Saves a still (JPEG) as evidence, under its time rounded to milliseconds. */
  saveStill(still: Still): Promise<void>;
  /** Reads a still saved in this run; null if there is none at this time. */
  readStill?(time: number): Promise<Uint8Array | null>;
  /** Segments of the modules in the catalog's `reads`, in time order; empty for those that did not run. */
  segmentsOf(module: ModuleName): readonly SegmentDraft[];
  /** Whether the run reads the saved stills of an earlier run instead of the file. */
  readonly isRescan?: boolean;
  /** Whether a part of the video is examined again, in every frame, with more sensitive detectors. */
  readonly isCloser?: boolean;
  /** Checkpoint of an earlier attempt that was interrupted. */
  readonly resumed?: ResumedFindings | undefined;
  /**
   * Stores and shows segments before the module has finished; `finish` returns them again. For slow modules.
   * @param kept number of `resumed` segments that remain valid
   */
  checkpoint?(engine: string, segments: readonly SegmentDraft[], kept: number): void;
  /**
   * Stores data of the module beside its segments, in parts of limited size; absent where it would replace that of the
   * whole video, as in a rescan of stills.
   */
  saveArtifacts?: ((parts: Iterable<ModuleArtifact>) => void) | undefined;
  /** Adds a warning to the job. */
  warn(warning: LocalizedText): void;
  /** 0..1 of the work that `finish` does after the pass; optional for quick modules. */
  onFinishProgress(fraction: number): void;
}

/** Speakers of a transcript, by the label in its segments. */
export interface SpeakerFindings {
  /** Engine of the embeddings, as `id@version`. */
  engine: string;
  /** Minimum cosine similarity of two embeddings of one person. */
  minSimilarity: number;
  speakers: { label: string; embedding: Float32Array<ArrayBuffer> }[];
}

/** Record of the stills that a module looked at, and of candidates that it did not report. */
export interface RunNotes {
  /** Times in seconds of the stills that it looked at, in order; absent: all that it received. */
  looks?: readonly number[];
  /** Candidates that it dropped. */
  dropped?: readonly DroppedCandidate[];
}

/** One run of a module over one video. The pass feeds it; `finish` returns the findings. */
export interface ModuleRun extends MediaConsumer {
  /** The engine that runs; stored with the segments. */
  readonly engine: EngineInfo;
  /** Position in the media, in seconds, of a module that lags behind the pass; used for progress. */
  readonly workedUntil?: number;
  /** Speakers of the segments, after `finish`. */
  readonly speakers?: SpeakerFindings | undefined;
  /** After `finish`. */
  readonly notes?: RunNotes | undefined;
  /** Called once after the pass (or at once, for modules that only read segments). The caller clamps times. */
  finish(): Promise<SegmentDraft[]>;
  /** Frees models. Called exactly once, also after an error. */
  dispose(): Promise<void>;
}

/** An analysis module: its input, its availability, and how to start it. */
export interface AnalysisModule {
  readonly name: ModuleName;
  /** Stream it needs; it is skipped with a reason if the file has none. */
  readonly input: 'video' | 'audio' | 'segments';
  /** Engine that would run now, if any. */
  engine(): Promise<EngineInfo | null>;
  availability(): Promise<Availability>;
  /** @throws ReelscopeError `model_unavailable`, `internal` */
  start(context: ModuleContext): Promise<ModuleRun>;
}
