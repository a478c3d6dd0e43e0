import type { Frame, Stream } from 'node-av/lib';
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

/** Video, which may go on in another stream. */
export type VideoStreamTrack = Track & ContinuableTrack;

/** Decodes a video stream into luma frames, and stills where they are due or requested. */
export function createVideoTrack(
  stream: Stream,
  originSeconds: number,
  consumers: readonly MediaConsumer[],
  { threads, raw }: { threads: number; raw?: RawDecoder | undefined },
): VideoStreamTrack {
  const geometry = geometryOf(stream);
  // Reading it crosses into native code and makes an object each time.
  let timeBase = { num: stream.timeBase.num, den: stream.timeBase.den };
  let streamIndex = stream.index;
  let decoder = openFollowingDecoder(stream, threads, { raw });
  /** Frames that could not be converted, and damage of earlier streams. */
  let damaged = 0;
  const lumaScaler = createLumaScaler(geometry);
  const stillScaler = createStillScaler(geometry);
  const watchers = consumers.filter((consumer) => consumer.needs.luma && consumer.onLuma);
  const lookers = consumers.filter((consumer) => consumer.needs.stills && consumer.onStill);
  const needs = lookers.flatMap((consumer) => consumer.needs.stills ?? []);
  const maxSide = Math.max(1, ...needs.map((need) => need.maxSide));
  const sampler = lookers.length > 0 ? new StillSampler(Math.min(...needs.map((need) => need.intervalSeconds))) : null;
  const references = createFrameReferences(stillScaler);
  const ready: Still[] = [];
  let frames = 0;
  let lastTime = 0;
  let gap = nominalGap(stream);
  let endTime = 0;

  /** False for a frame of a format that can't be converted. */
  const updateLuma = (frame: Frame): boolean => {
    try {
      lumaScaler.update(frame);
      return true;
    } catch (error) {
      if (!(error instanceof ReelscopeError)) throw error;
      damaged++;
      return false;
    }
  };

  const onFrame = (frame: Frame): void => {
    const best = frame.bestEffortTimestamp;
    const stamp = best === NO_TIMESTAMP ? frame.pts : best;
    // A frame without a timestamp (old AVI files) follows the previous one.
    const time = stamp === NO_TIMESTAMP ? endTime : Math.max(0, toSeconds(stamp, timeBase) - originSeconds);
    // Drops out-of-order frames of damaged files.
    if (frames > 0 && time < lastTime) return;
    // Transport streams state no durations; the distance to the previous frame is the best estimate.
    if (frames > 0 && time > lastTime) gap = time - lastTime;
    const stated = frame.duration;
    const duration = stated > 0n ? toSeconds(stated, timeBase) : gap;
    lastTime = time;
    endTime = time + duration;
    if (!updateLuma(frame)) return;
    const { width, height, luma: brightness, chromaU, chromaV } = lumaScaler.planes;
    const luma: LumaFrame = {
      index: frames++,
      time,
      duration,
      width,
      height,
      luma: brightness,
      chromaU,
      chromaV,
      retain: () => references.retain(frame, time),
    };
    let forced = false;
    for (const watcher of watchers) if (watcher.onLuma?.(luma)) forced = true;
    if (sampler?.wants(time, luma, forced)) ready.push(stillScaler.still(frame, time, maxSide));
  };

  async function deliver(): Promise<void> {
    for (const still of ready.splice(0)) {
      for (const looker of lookers) await looker.onStill?.(still);
    }
  }

  return {
    get streamIndex() {
      return streamIndex;
    },
    get endTime() {
      return endTime;
    },
    get units() {
      return frames;
    },
    get damaged() {
      return damaged + decoder.damaged;
    },
    continueWith(successor) {
      let next: StreamDecoder;
      try {
        next = openFollowingDecoder(successor, threads);
      } catch (error) {
        if (error instanceof ReelscopeError) return false;
        throw error;
      }
      decoder.decode(null, onFrame);
      damaged += decoder.damaged;
      decoder.close();
      decoder = next;
      streamIndex = successor.index;
      timeBase = { num: successor.timeBase.num, den: successor.timeBase.den };
      return true;
    },
    feed(packet) {
      decoder.decode(packet, onFrame);
      return ready.length > 0 ? deliver() : undefined;
    },
    close() {
      decoder.close();
      lumaScaler.close();
      references.close();
    },
  };
}

/** Seconds between frames at the average rate; 0 if unknown. */
function nominalGap({ avgFrameRate: { num, den } }: Stream): number {
  return num > 0 && den > 0 ? den / num : 0;
}
