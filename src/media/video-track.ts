import type { Frame, Stream } from 'node-av/lib';
import { openDecoder } from './decoder.ts';
import { createFrameReferences } from './frame-references.ts';
import { createLumaScaler, createStillScaler } from './frame-scaler.ts';
import type { LumaFrame, MediaConsumer, Still } from './frames.ts';
import { geometryOf } from './geometry.ts';
import type { RawDecoder } from './raw-decoder.ts';
import { StillSampler } from './still-sampler.ts';
import { NO_TIMESTAMP, toSeconds } from './timestamps.ts';
import type { Track } from './track.ts';

/** Decodes a video stream into luma frames, and stills where they are due or requested. */
export function createVideoTrack(
  stream: Stream,
  originSeconds: number,
  consumers: readonly MediaConsumer[],
  { threads, raw }: { threads: number; raw?: RawDecoder | undefined },
): Track {
  const geometry = geometryOf(stream);
  // Reading it crosses into native code and makes an object each time.
  const { num, den } = stream.timeBase;
  const timeBase = { num, den };
  const decoder = openDecoder(stream, threads, { raw });
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
    lumaScaler.update(frame);
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
    streamIndex: stream.index,
    get endTime() {
      return endTime;
    },
    get units() {
      return frames;
    },
    get damaged() {
      return decoder.damaged;
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
