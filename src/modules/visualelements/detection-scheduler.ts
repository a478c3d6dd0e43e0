import type { DroppedCandidate } from '../../contract/analysis/conditions.ts';
import type { LumaFrame, Still } from '../../media/frames.ts';
import type { Detection } from '../../models/objects/index.ts';
import type { RunNotes } from '../module.ts';
import { CutMeter, compareGrids, type LumaGrid, lumaGridOf } from '../shared/vision/view-change.ts';
import { Timeline } from './timeline.ts';
import { REPEATED_SIGHTING_CONFIDENCE, SINGLE_SIGHTING_CONFIDENCE, type Track } from './track.ts';

export interface DetectionSchedulerOptions {
  detect(still: Still): Promise<Detection[]>;
  keepStill(still: Still): Promise<void>;
  /** Whether no still of a moving scene is left out. */
  isEveryStill?: boolean | undefined;
}

/** Interval between detections in a moving scene, in seconds: a short shot is sampled twice, a long one less often. */
export const MIN_INTERVAL_SECONDS = 0.5;
const INTERVALS = [
  { shotSeconds: 2, interval: MIN_INTERVAL_SECONDS },
  { shotSeconds: 10, interval: 1 },
  { shotSeconds: Number.POSITIVE_INFINITY, interval: 2 },
] as const;
/** Tolerance in seconds: other modules may request stills at other intervals. */
const SLACK_SECONDS = 0.05;

/** Schedules detection: new scenes at once, moving ones at intervals, unchanged ones never again. */
export class DetectionScheduler {
  readonly #options: DetectionSchedulerOptions;
  readonly #jumps = new CutMeter();
  readonly #timeline = new Timeline();
  #last: { still: Still; thumbnail: LumaGrid } | null = null;
  /** Times of the stills that were looked at, or show the same as the last of them. */
  readonly #looks: number[] = [];
  #detections = 0;
  #lastFrame = 0;
  #end = 0;
  #shotStart = 0;
  readonly #cuts: number[] = [];

  constructor(options: DetectionSchedulerOptions) {
    this.#options = options;
  }

  /** Number of stills passed to the detector. */
  get detections(): number {
    return this.#detections;
  }

  /** Ends of the shots in seconds, in time order. */
  get cuts(): readonly number[] {
    return this.#cuts;
  }

  onLuma(frame: LumaFrame): void {
    this.#jumps.onLuma(frame);
    this.#end = frame.time + (frame.duration || frame.time - this.#lastFrame);
    this.#lastFrame = frame.time;
  }

  async onStill(still: Still): Promise<void> {
    const seen = lumaGridOf(still);
    const change = this.#last ? compareGrids(this.#last.thumbnail, seen) : 'other';
    if (this.#last && change === 'same') {
      // A cut that leads back to the same frame was a flash.
      this.#jumps.take();
      this.#looks.push(still.time);
      if (this.#timeline.hold(still.time)) await this.#keep(this.#last.still);
      return;
    }
    const jumps = this.#jumps.take();
    const due =
      this.#options.isEveryStill === true ||
      still.time - (this.#last?.still.time ?? Number.NEGATIVE_INFINITY) >= this.#interval(still.time) - SLACK_SECONDS;
    if (change === 'moved' && !due && !jumps) return;
    const cut = cutAt(still.time, change, jumps);
    if (cut) {
      this.#shotStart = cut.came;
      this.#cuts.push(cut.gone);
    }
    const detections = await this.#options.detect(still);
    this.#looks.push(still.time);
    this.#detections++;
    this.#last = { still, thumbnail: seen };
    if (this.#timeline.observe({ time: still.time, cut, detections })) await this.#keep(still);
  }

  /** Ends the run after the last frame. */
  finish(): Track[] {
    return this.#timeline.finish(this.#end);
  }

  /** After {@link finish}. */
  get notes(): RunNotes {
    return { looks: this.#looks, dropped: this.#timeline.dropped.map(droppedTrack) };
  }

  #interval(time: number): number {
    const running = time - this.#shotStart;
    return INTERVALS.find(({ shotSeconds }) => running <= shotSeconds)!.interval;
  }

  async #keep(still: Still): Promise<void> {
    await this.#options.keepStill(still);
    this.#timeline.keep();
  }
}

function droppedTrack({ label, start, end, confidence, looks }: Track): DroppedCandidate {
  const minScore = looks.count > 1 ? REPEATED_SIGHTING_CONFIDENCE : SINGLE_SIGHTING_CONFIDENCE;
  return { startTime: start, endTime: end, content: label, score: confidence, minScore };
}

function cutAt(
  time: number,
  change: ReturnType<typeof compareGrids>,
  jumps: ReturnType<CutMeter['take']>,
): { gone: number; came: number } | null {
  if (jumps) return { gone: jumps.first, came: jumps.last };
  // A gradual change has no exact time.
  return change === 'other' ? { gone: time, came: time } : null;
}
