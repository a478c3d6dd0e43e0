import type { Frame, Packet, Stream } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import { openFollowingDecoder, type StreamDecoder } from '../decoder.ts';
import { createFrameReferences } from '../frame-references.ts';
import { createLumaScaler, createStillScaler } from '../frame-scaler.ts';
import type { LumaFrame, MediaConsumer, Still } from '../frames.ts';
import { geometryOf } from '../geometry.ts';
import type { RawDecoder } from '../raw-decoder.ts';
import { StillSampler } from '../still-sampler.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import type { Track } from './track.ts';
import type { ContinuableTrack } from './video-succession.ts';

/** Decodes video into luma frames, and stills where they are due or requested. It may go on in another stream. */
export class VideoTrack implements Track, ContinuableTrack {
  readonly #threads: number;
  readonly #originSeconds: number;
  readonly #watchers: readonly MediaConsumer[];
  readonly #lookers: readonly MediaConsumer[];
  readonly #maxSide: number;
  readonly #sampler: StillSampler | null;
  readonly #lumaScaler;
  readonly #stillScaler;
  readonly #references;
  readonly #ready: Still[] = [];
  // Reading that of the stream crosses into native code and makes an object each time.
  #timeBase;
  #streamIndex: number;
  #decoder: StreamDecoder;
  /** Frames that could not be converted, and damage of earlier streams. */
  #damaged = 0;
  #frames = 0;
  #lastTime = 0;
  #gap: number;
  #endTime = 0;

  constructor(
    stream: Stream,
    originSeconds: number,
    consumers: readonly MediaConsumer[],
    { threads, raw }: { threads: number; raw?: RawDecoder | undefined },
  ) {
    const geometry = geometryOf(stream);
    this.#threads = threads;
    this.#originSeconds = originSeconds;
    this.#timeBase = { num: stream.timeBase.num, den: stream.timeBase.den };
    this.#streamIndex = stream.index;
    this.#decoder = openFollowingDecoder(stream, threads, { raw });
    this.#lumaScaler = createLumaScaler(geometry);
    this.#stillScaler = createStillScaler(geometry);
    this.#references = createFrameReferences(this.#stillScaler);
    this.#gap = nominalGap(stream);
    this.#watchers = consumers.filter((consumer) => consumer.needs.luma && consumer.onLuma);
    this.#lookers = consumers.filter((consumer) => consumer.needs.stills && consumer.onStill);
    const needs = this.#lookers.flatMap((consumer) => consumer.needs.stills ?? []);
    this.#maxSide = Math.max(1, ...needs.map((need) => need.maxSide));
    const interval = Math.min(...needs.map((need) => need.intervalSeconds));
    this.#sampler = needs.length > 0 ? new StillSampler(interval) : null;
  }

  get streamIndex(): number {
    return this.#streamIndex;
  }

  get endTime(): number {
    return this.#endTime;
  }

  get units(): number {
    return this.#frames;
  }

  get damaged(): number {
    return this.#damaged + this.#decoder.damaged;
  }

  continueWith(successor: Stream): boolean {
    let next: StreamDecoder;
    try {
      next = openFollowingDecoder(successor, this.#threads);
    } catch (error) {
      if (error instanceof ReelscopeError) return false;
      throw error;
    }
    this.#decoder.decode(null, this.#onFrame);
    this.#damaged += this.#decoder.damaged;
    this.#decoder.close();
    this.#decoder = next;
    this.#streamIndex = successor.index;
    this.#timeBase = { num: successor.timeBase.num, den: successor.timeBase.den };
    return true;
  }

  feed(packet: Packet | null): Promise<void> | undefined {
    this.#decoder.decode(packet, this.#onFrame);
    return this.#ready.length > 0 ? this.#deliver() : undefined;
  }

  close(): void {
    this.#decoder.close();
    this.#lumaScaler.close();
    this.#references.close();
  }

  readonly #onFrame = (frame: Frame): void => {
    const best = frame.bestEffortTimestamp;
    const stamp = best === NO_TIMESTAMP ? frame.pts : best;
    // A frame without a timestamp (old AVI files) follows the previous one.
    const time =
      stamp === NO_TIMESTAMP ? this.#endTime : Math.max(0, toSeconds(stamp, this.#timeBase) - this.#originSeconds);
    // Drops out-of-order frames of damaged files.
    if (this.#frames > 0 && time < this.#lastTime) return;
    // Transport streams state no durations; the distance to the previous frame is the best estimate.
    if (this.#frames > 0 && time > this.#lastTime) this.#gap = time - this.#lastTime;
    const stated = frame.duration;
    const duration = stated > 0n ? toSeconds(stated, this.#timeBase) : this.#gap;
    this.#lastTime = time;
    this.#endTime = time + duration;
    if (!this.#updateLuma(frame)) return;
    const retain = () => this.#references.retain(frame, time);
    const luma: LumaFrame = { index: this.#frames++, time, duration, ...this.#lumaScaler.planes, retain };
    let forced = false;
    for (const watcher of this.#watchers) if (watcher.onLuma?.(luma)) forced = true;
    if (this.#sampler?.wants(time, luma, forced)) this.#ready.push(this.#stillScaler.still(frame, time, this.#maxSide));
  };

  /** False for a frame of a format that can't be converted. */
  #updateLuma(frame: Frame): boolean {
    try {
      this.#lumaScaler.update(frame);
      return true;
    } catch (error) {
      if (!(error instanceof ReelscopeError)) throw error;
      this.#damaged++;
      return false;
    }
  }

  async #deliver(): Promise<void> {
    for (const still of this.#ready.splice(0)) {
      for (const looker of this.#lookers) await looker.onStill?.(still);
    }
  }
}

/** Seconds between frames at the average rate; 0 if unknown. */
function nominalGap({ avgFrameRate: { num, den } }: Stream): number {
  return num > 0 && den > 0 ? den / num : 0;
}
