import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { LumaFrame } from '../../media/frames.ts';
import { type EngineInfo, engineIdOf } from '../../models/engine.ts';
import type { AnalysisModule, EngineSettings, ModuleContext, ModuleRun } from '../module.ts';
import { withContributor } from '../shared/vision/vision-client.ts';
import type { Boundary } from './boundary.ts';
import { type Captioner, captionerEngineId, captionsAvailability, openCaptioner } from './description/captioner.ts';
import { captionShots } from './description/captions.ts';
import { describeShot } from './description/describe-shot.ts';
import { KeyframeSelector } from './description/keyframes.ts';
import { ShotStatisticsMeter } from './description/shot-statistics.ts';
import { type FrameSummary, summarizeFrame } from './frames/frame-summary.ts';
import { ShotDetector } from './shot-detector.ts';

const ENGINE: EngineInfo = { id: 'shots', version: '1' };
/** Longer side of a keyframe in pixels; enough for a card or half a screen. */
const STILL_SIDE = 640;
/**
 * The same for shots shorter than {@link SHORT_SECONDS}: scaling and encoding a still costs as much as analyzing three
 * frames.
 */
const SHORT_STILL_SIDE = 400;
const SHORT_SECONDS = 1.2;
/** Duration of a single frame whose container gives none, in seconds. */
const SINGLE_FRAME_SECONDS = 0.04;

/**
 * Divides a video into shots, each with a keyframe and statistics. Needs no model. A connected
 * vision model or an installed caption model describes the keyframes.
 */
export function scenes(settings: EngineSettings | null): AnalysisModule {
  return {
    name: 'scenes',
    input: 'video',
    async engine() {
      const engineId = await captionerEngineId(settings);
      return engineId === null ? ENGINE : withContributor(ENGINE, engineId);
    },
    availability: () => captionsAvailability(settings),
    async start(context) {
      const captioner = await openCaptioner(settings, context);
      return new ShotRun(context, captioner, captioner !== null || Boolean(settings?.ollama));
    },
  };
}

class ShotRun implements ModuleRun {
  readonly needs = { luma: true };
  readonly #context: ModuleContext;
  readonly #detector = new ShotDetector();
  readonly #keyframes = new KeyframeSelector();
  readonly #segments: SegmentDraft[] = [];
  /** Frames of the last seconds, which may belong to the open shot or the next one. */
  #waiting: FrameSummary[] = [];
  #statistics = new ShotStatisticsMeter();
  #start = 0;
  #begins: Boundary | null = null;
  #last: FrameSummary | undefined;
  #end = 0;
  readonly #stills: Promise<void>[] = [];
  #failure: { cause: unknown } | undefined;

  readonly #captioner: Captioner | null;
  readonly #wantsCaptions: boolean;
  #captionedBy: string | null = null;

  /** @param wantsCaptions true even without a captioner: captions of an earlier attempt are then carried over */
  constructor(context: ModuleContext, captioner: Captioner | null, wantsCaptions: boolean) {
    this.#context = context;
    this.#captioner = captioner;
    this.#wantsCaptions = wantsCaptions;
  }

  /** Includes the captioner once it has contributed. */
  get engine(): EngineInfo {
    return this.#captionedBy === null ? ENGINE : withContributor(ENGINE, this.#captionedBy);
  }

  onLuma(frame: LumaFrame): undefined {
    const summary = summarizeFrame(frame);
    const step = this.#last ? frame.time - this.#last.time : SINGLE_FRAME_SECONDS;
    this.#end = frame.time + (frame.duration || step);
    this.#last = summary;
    this.#waiting.push(summary);
    const boundaries = this.#detector.push(summary);
    this.#keyframes.add(frame, this.#detector.change, summary.contrast);
    for (const boundary of boundaries) this.#close(boundary);
    const settled = this.#detector.settledUntil;
    this.#keyframes.settle(this.#start, settled);
    this.#measure(settled);
  }

  async finish(): Promise<SegmentDraft[]> {
    if (!this.#last) return [];
    for (const boundary of this.#detector.finish(this.#end)) this.#close(boundary);
    this.#finishShot(this.#end, this.#end, this.#end);
    await Promise.all(this.#stills);
    if (this.#failure) throw this.#failure.cause;
    if (!this.#wantsCaptions) return this.#segments;
    const contributed = (engineId: string) => engineIdOf(withContributor(ENGINE, engineId));
    const { shots, by } = await captionShots(this.#segments, this.#captioner, this.#context, contributed);
    this.#captionedBy = by;
    return shots;
  }

  async dispose(): Promise<void> {
    this.#keyframes.release();
    await this.#captioner?.dispose();
  }

  #close(boundary: Boundary): void {
    // The frames of the transition belong to neither shot.
    this.#measure(boundary.start);
    this.#finishShot(boundary.time, boundary.start, boundary.end);
    this.#waiting = this.#waiting.filter(({ time }) => time >= boundary.end);
    this.#start = boundary.time;
    this.#begins = boundary;
  }

  #measure(until: number): void {
    let count = 0;
    for (const frame of this.#waiting) {
      if (frame.time >= until) break;
      this.#statistics.add(frame);
      count++;
    }
    if (count > 0) this.#waiting = this.#waiting.slice(count);
  }

  /**
   * Completes the shot that ends at `end`. Its frames end before `pure`, where the transition starts; the next shot's
   * begin at `next`.
   */
  #finishShot(end: number, pure: number, next: number): void {
    if (end >= this.#end) this.#measure(Number.POSITIVE_INFINITY);
    const { rotation } = this.#context.media.video ?? { rotation: 0 };
    const keyframe = this.#keyframes.take(this.#begins?.end ?? this.#start, pure, next);
    this.#segments.push(
      describeShot({
        number: this.#segments.length + 1,
        start: this.#start,
        end,
        transition: this.#begins,
        statistics: this.#statistics.statistics(rotation),
        stillTime: keyframe?.time,
      }),
    );
    this.#statistics = new ShotStatisticsMeter();
    if (!keyframe) return;
    const still = keyframe.toStill(end - this.#start < SHORT_SECONDS ? SHORT_STILL_SIDE : STILL_SIDE);
    keyframe.release();
    // The pass continues while the still is stored; `finish` throws a failure.
    this.#stills.push(
      this.#context.saveStill(still).catch((cause: unknown) => {
        this.#failure ??= { cause };
      }),
    );
  }
}
