import { AV_FRAME_FLAG_INTERLACED, AVDISCARD_ALL, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { type Frame, Packet } from 'node-av/lib';
import type { TrackChoice } from '../../contract/library/tracks.ts';
import { createBreather } from '../breather.ts';
import { openDecoder } from '../decoder.ts';
import { createFrameReferences } from '../frame-references.ts';
import { createLumaScaler, createStillScaler } from '../frame-scaler.ts';
import type { LumaFrame, MediaInfo } from '../frames.ts';
import { geometryOf } from '../geometry.ts';
import { type MediaInput, openInput } from '../input.ts';
import { mediaInfo } from '../probe.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import { type CodedFrame, type FrameGroup, readFrameGroups } from './frame-index.ts';

/** Packets read in search of a key frame after a seek. */
const MAX_SEARCHED_PACKETS = 3000;
/** Where a seek lands after its target, the next one aims this much earlier, in seconds. */
const SEEK_BACK_SECONDS = 2;
/** Times of key frames may be rounded to milliseconds. */
const ROUNDING_SECONDS = 0.001;

type OnFrame = (frame: LumaFrame) => void;

/** A key frame and further frames that depend on it, in presentation order. */
export interface ReadPlan {
  readonly key: CodedFrame;
  readonly frames: readonly CodedFrame[];
}

/** Decodes chosen frames of a video instead of all. Frames arrive in the order of their plans. Must be closed. */
export interface KeyFrameReader {
  readonly info: MediaInfo;
  /** Reads the sizes and types of all frames without decoding them. Empty if the video can't be read by groups. */
  groups(signal?: AbortSignal): Promise<FrameGroup[]>;
  /** Decodes the key frame at or before each of these seconds, each key frame once; without an index. */
  nearest(seconds: readonly number[], onFrame: OnFrame, signal?: AbortSignal): Promise<void>;
  /**
   * Decodes a key frame and, of the frames after it, only the chosen ones. A frame whose references are left out shows
   * what it codes without references on top of the last decoded one: where it begins another shot, that is almost
   * everything.
   */
  read(plans: readonly ReadPlan[], onFrame: OnFrame, signal?: AbortSignal): Promise<void>;
  close(): void;
}

/**
 * Opens a file for reading by key frames; null if it has no video.
 * @param choice as in `openInput`
 * @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function openKeyFrameReader(path: string, choice?: TrackChoice): Promise<KeyFrameReader | null> {
  const input = await openInput(path, choice);
  if (input.video) return createReader(path, input, choice);
  input.close();
  return null;
}

function createReader(path: string, input: MediaInput, choice?: TrackChoice): KeyFrameReader {
  const stream = input.video!;
  const { index, timeBase } = stream;
  for (const each of input.context.streams) if (each.index !== index) each.discard = AVDISCARD_ALL;
  const geometry = geometryOf(stream);
  const decoder = openDecoder(stream, 0, { skipLoopFilter: true, deinterlace: false });
  const lumaScaler = createLumaScaler(geometry);
  const stillScaler = createStillScaler(geometry);
  const references = createFrameReferences(stillScaler);
  const packet = new Packet();
  packet.alloc();
  let count = 0;
  const breathe = createBreather();

  const timeOf = (pts: bigint): number => Math.max(0, toSeconds(pts, timeBase) - input.originSeconds);

  function deliver(onFrame: OnFrame): (frame: Frame) => void {
    return (frame) => {
      const stamp = frame.pts === NO_TIMESTAMP ? frame.bestEffortTimestamp : frame.pts;
      const time = timeOf(stamp);
      // The scaler rejects frames flagged as interlaced.
      frame.clearFlags(AV_FRAME_FLAG_INTERLACED);
      lumaScaler.update(frame);
      const duration = frame.duration > 0n ? toSeconds(frame.duration, timeBase) : 0;
      onFrame({
        index: count++,
        time,
        duration,
        ...lumaScaler.planes,
        retain: () => references.retain(frame, time),
      });
    };
  }

  /** Moves to a key frame, so that it is the packet that was read. False if it can't be found. */
  function seekTo(pts: bigint): boolean {
    for (let back = 0; back <= 3; back++) {
      const target = pts - BigInt(Math.round((back * SEEK_BACK_SECONDS * timeBase.den) / timeBase.num));
      if (input.context.seekFrameSync(index, target, AVSEEK_FLAG_BACKWARD) < 0) continue;
      for (let read = 0; read < MAX_SEARCHED_PACKETS; read++) {
        if (input.context.readFrameSync(packet) < 0) break;
        if (packet.streamIndex === index && packet.pts === pts) return true;
        const isPast = packet.streamIndex === index && packet.isKeyframe && packet.pts > pts;
        packet.unref();
        if (isPast) break;
      }
    }
    return false;
  }

  /** Whether a packet of the video was read. */
  function next(): boolean {
    while (input.context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === index) return true;
      packet.unref();
    }
    return false;
  }

  function readPlan({ key, frames }: ReadPlan, onFrame: (frame: Frame) => void): void {
    if (!seekTo(key.pts)) return;
    decoder.decode(packet, onFrame);
    packet.unref();
    const wanted = new Set(frames.map(({ pts }) => pts));
    while (wanted.size > 0 && next()) {
      if (wanted.delete(packet.pts)) decoder.decode(packet, onFrame);
      packet.unref();
    }
  }

  return {
    info: mediaInfo(input),
    async groups(signal) {
      // Some demuxers can't return to the start.
      const whole = await openInput(path, choice);
      try {
        return await readFrameGroups(whole, signal);
      } finally {
        whole.close();
      }
    },
    async nearest(seconds, onFrame, signal) {
      const seen = new Set<bigint>();
      const each = deliver(onFrame);
      for (const time of seconds) {
        const target = BigInt(
          Math.round(((time + ROUNDING_SECONDS + input.originSeconds) * timeBase.den) / timeBase.num),
        );
        if (input.context.seekFrameSync(index, target, AVSEEK_FLAG_BACKWARD) < 0) continue;
        for (let read = 0; read < MAX_SEARCHED_PACKETS && next(); read++) {
          const isKey = packet.isKeyframe;
          if (isKey && packet.pts !== NO_TIMESTAMP && !seen.has(packet.pts)) {
            seen.add(packet.pts);
            decoder.decode(packet, each);
          }
          packet.unref();
          if (isKey) break;
        }
        await breathe(signal);
      }
      decoder.restart(each);
    },
    async read(plans, onFrame, signal) {
      const each = deliver(onFrame);
      for (const plan of plans) {
        readPlan(plan, each);
        await breathe(signal);
      }
      decoder.restart(each);
    },
    close() {
      packet.free();
      decoder.close();
      lumaScaler.close();
      references.close();
      input.close();
    },
  };
}
