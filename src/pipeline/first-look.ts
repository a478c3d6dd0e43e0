import { throwIfAborted } from '../base/abort.ts';
import type { ModuleName } from '../contract/analysis/modules.ts';
import type { SegmentDraft } from '../contract/analysis/segment.ts';
import type { TrackChoice } from '../contract/library/tracks.ts';
import type { LocalizedText } from '../contract/message.ts';
import { sentence } from '../core/texts/sentence.ts';
import type { MediaInfo, Still } from '../media/frames.ts';
import { type KeyFrameReader, openKeyFrameReader } from '../media/preview/key-frame-reader.ts';
import { spreadRounds } from '../media/preview/spread-order.ts';
import { PREVIEW_ENGINE, type PreviewLimit, ShotPreview } from '../modules/scenes/preview/shot-preview.ts';
import { type ModuleRunner, tidySegments } from './module-runner.ts';
import { withinShots } from './preview-times.ts';

/** Longer side of a provisional shot's still, in pixels. */
const SHOT_STILL_SIDE = 480;
/** Provisional shots that get a still. */
const MAX_SHOT_STILLS = 240;
/** Stills of the first round of modules that look at stills. */
const FIRST_STILLS = 12;
const MAX_STILLS = 600;
/** Seconds that modules look at stills: this share of the video, within limits. */
const LOOK_SHARE = 0.01;
const [MIN_LOOK_SECONDS, MAX_LOOK_SECONDS] = [3, 40];
/** Stills that are in memory at a time. */
const CHUNK = 8;
/** Warnings of a preview that shows less than it could. */
const WARNINGS = {
  'every-frame': sentence('preview.every-frame'),
  'few-key-frames': sentence('preview.few-key-frames'),
  timestamps: sentence('preview.timestamps'),
} as const satisfies Record<PreviewLimit, LocalizedText>;

export interface FirstLookTools {
  path: string;
  /** Absent: the main tracks. */
  tracks: TrackChoice | undefined;
  media: MediaInfo;
  /** Video modules to preview. */
  modules: readonly ModuleName[];
  signal: AbortSignal;
  /** Once aborted, the look ends with what has been found. */
  stop?: AbortSignal | undefined;
  /** Starts a module that receives stills only; null if it can't run. */
  start(module: ModuleName): Promise<ModuleRunner | null>;
  /**
   * Called with all preview findings of a module up to now, in time order; they replace those of earlier calls, until
   * `isFinal`.
   */
  deliver(module: ModuleName, engine: string, segments: readonly SegmentDraft[], isFinal: boolean): Promise<void>;
  saveStill(still: Still): Promise<void>;
  warn(warning: LocalizedText): void;
  /** 0..1 */
  onProgress(fraction: number): void;
}

/**
 * Looks at the key frames of a video, over its whole length, for provisional shots and for what is on stills. Returns
 * whether it could: a video with too few key frames must be decoded.
 * @throws ReelscopeError `unreadable_media`, `not_found`; CanceledError
 */
export async function firstLook(tools: FirstLookTools): Promise<boolean> {
  const reader = await openKeyFrameReader(tools.path, tools.tracks);
  if (!reader) return false;
  try {
    return await new FirstLook(reader, tools).run();
  } finally {
    reader.close();
  }
}

class FirstLook {
  readonly #reader: KeyFrameReader;
  readonly #tools: FirstLookTools;
  readonly #lookers: readonly ModuleName[];
  #shots: readonly SegmentDraft[] = [];

  constructor(reader: KeyFrameReader, tools: FirstLookTools) {
    this.#reader = reader;
    this.#tools = tools;
    this.#lookers = tools.modules.filter((module) => module !== 'scenes');
  }

  async run(): Promise<boolean> {
    const { media, signal, saveStill, warn, onProgress } = this.#tools;
    const preview = new ShotPreview({ reader: this.#reader, duration: media.duration, signal, saveStill });
    this.#shots = await preview.sampleShots();
    await this.#deliverShots(false);
    const sampled = this.#shots.flatMap(({ data }) => data?.still_time ?? []);
    const perStill = await this.#look(evenly(sampled, FIRST_STILLS));
    onProgress(0.2);
    const isUsable = await preview.index();
    if (preview.limit) warn(WARNINGS[preview.limit]);
    if (!isUsable || this.#isStopped) return isUsable;
    this.#shots = await preview.shots();
    await this.#saveShotStills();
    await this.#deliverShots(true);
    onProgress(0.5);
    if (this.#isStopped) return true;
    const times = this.#shots.flatMap(({ data }) => data?.still_time ?? []);
    const seconds = Math.min(MAX_LOOK_SECONDS, Math.max(MIN_LOOK_SECONDS, media.duration * LOOK_SHARE));
    const count = Math.min(MAX_STILLS, Math.floor(seconds / Math.max(0.001, perStill)));
    if (count > FIRST_STILLS) await this.#look(evenly(times, count));
    onProgress(1);
    return true;
  }

  get #isStopped(): boolean {
    throwIfAborted(this.#tools.signal);
    return this.#tools.stop?.aborted === true;
  }

  async #deliverShots(isFinal: boolean): Promise<void> {
    if (!this.#tools.modules.includes('scenes')) return;
    await this.#tools.deliver('scenes', PREVIEW_ENGINE, this.#shots, isFinal);
  }

  /** Saves the stills of some shots over the whole length; the others are shown without one. */
  async #saveShotStills(): Promise<void> {
    if (!this.#tools.modules.includes('scenes')) return;
    const wanted = evenly(
      this.#shots.flatMap(({ data }) => data?.still_time ?? []),
      MAX_SHOT_STILLS,
    );
    await this.#eachStill(wanted, SHOT_STILL_SIDE, (still) => this.#tools.saveStill(still));
    const saved = new Set(wanted);
    this.#shots = this.#shots.map((shot) => {
      const { still_time, ...data } = shot.data ?? {};
      return still_time === undefined || saved.has(still_time) ? shot : { ...shot, data };
    });
  }

  /** Runs the modules on stills at these times, ascending; returns the seconds that a still took. */
  async #look(times: readonly number[]): Promise<number> {
    const runners: ModuleRunner[] = [];
    try {
      for (const module of this.#lookers) {
        const started = await this.#tools.start(module);
        if (started) runners.push(started);
      }
      if (runners.length === 0) return Number.POSITIVE_INFINITY;
      const side = Math.max(1, ...runners.map(({ needs }) => needs.stills?.maxSide ?? 1));
      const before = performance.now();
      await this.#eachStill(times, side, async (still) => {
        if (this.#isStopped) return;
        for (const runner of runners) await runner.onStill(still);
      });
      const seconds = (performance.now() - before) / 1000;
      for (const runner of runners) await this.#finish(runner);
      return seconds / Math.max(1, times.length);
    } finally {
      await Promise.all(runners.map((runner) => runner.dispose()));
    }
  }

  async #finish(runner: ModuleRunner): Promise<void> {
    const { media, deliver } = this.#tools;
    const outcome = await runner.finish(media.duration);
    if (outcome.status !== 'completed') return;
    const segments = tidySegments(withinShots(outcome.segments, this.#shots), media.duration);
    await deliver(runner.name, outcome.engine, segments, true);
  }

  /** Decodes the key frames at these seconds, ascending, a few at a time. */
  async #eachStill(times: readonly number[], side: number, take: (still: Still) => Promise<void>): Promise<void> {
    for (let from = 0; from < times.length && !this.#isStopped; from += CHUNK) {
      const stills: Still[] = [];
      await this.#reader.nearest(
        times.slice(from, from + CHUNK),
        (frame) => {
          const kept = frame.retain();
          stills.push(kept.toStill(side));
          kept.release();
        },
        this.#tools.signal,
      );
      for (const still of stills.sort((a, b) => a.time - b.time)) await take(still);
    }
  }
}

/** At most `count` of the values, spread over them, in their order. Pure. */
function evenly(values: readonly number[], count: number): number[] {
  const chosen = spreadRounds(values.length).flat().slice(0, Math.max(0, count));
  return chosen.sort((a, b) => a - b).map((index) => values[index]!);
}
