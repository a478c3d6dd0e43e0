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

/**
 * Opens a file for reading by key frames; null if it has no video.
 * @param choice as in `openInput`
 * @throws ReelscopeError `unreadable_media`, `not_found`
 */
export async function openKeyFrameReader(path: string, choice?: TrackChoice): Promise<KeyFrameReader | null> {
  const input = await openInput(path, choice);
  if (input.video) return new KeyFrameReader(path, input, choice);
  input.close();
  return null;
}

/** Decodes chosen frames of a video instead of all. Frames arrive in the order of their plans. Must be closed. */
export class KeyFrameReader {
  readonly info: MediaInfo;
  readonly #path: string;
  readonly #choice: TrackChoice | undefined;
  readonly #input: MediaInput;
  readonly #index: number;
  readonly #timeBase;
  readonly #decoder;
  readonly #lumaScaler;
  readonly #references;
  readonly #packet = new Packet();
  readonly #breathe = createBreather();
  #count = 0;

  constructor(path: string, input: MediaInput, choice?: TrackChoice) {
    const stream = input.video!;
    this.info = mediaInfo(input);
    this.#path = path;
    this.#choice = choice;
    this.#input = input;
    this.#index = stream.index;
    this.#timeBase = stream.timeBase;
    for (const each of input.context.streams) if (each.index !== stream.index) each.discard = AVDISCARD_ALL;
    const geometry = geometryOf(stream);
    this.#decoder = openDecoder(stream, 0, { skipLoopFilter: true, deinterlace: false });
    this.#lumaScaler = createLumaScaler(geometry);
    this.#references = createFrameReferences(createStillScaler(geometry));
    this.#packet.alloc();
  }

  /** Reads the sizes and types of all frames without decoding them. Empty if the video can't be read by groups. */
  async groups(signal?: AbortSignal): Promise<FrameGroup[]> {
    // Some demuxers can't return to the start.
    const whole = await openInput(this.#path, this.#choice);
    try {
      return await readFrameGroups(whole, signal);
    } finally {
      whole.close();
    }
  }

  /** Decodes the key frame at or before each of these seconds, each key frame once; without an index. */
  async nearest(seconds: readonly number[], onFrame: OnFrame, signal?: AbortSignal): Promise<void> {
    const packet = this.#packet;
    const { num, den } = this.#timeBase;
    const seen = new Set<bigint>();
    const each = this.#deliver(onFrame);
    for (const time of seconds) {
      const target = Math.round(((time + ROUNDING_SECONDS + this.#input.originSeconds) * den) / num);
      if (!this.#seek(BigInt(target))) continue;
      for (let read = 0; read < MAX_SEARCHED_PACKETS && this.#next(); read++) {
        const isKey = packet.isKeyframe;
        if (isKey && packet.pts !== NO_TIMESTAMP && !seen.has(packet.pts)) {
          seen.add(packet.pts);
          this.#decoder.decode(packet, each);
        }
        packet.unref();
        if (isKey) break;
      }
      await this.#breathe(signal);
    }
    this.#decoder.restart(each);
  }

  /**
   * Decodes a key frame and, of the frames after it, only the chosen ones. A frame whose references are left out shows
   * what it codes without references on top of the last decoded one: where it begins another shot, that is almost
   * everything.
   */
  async read(plans: readonly ReadPlan[], onFrame: OnFrame, signal?: AbortSignal): Promise<void> {
    const each = this.#deliver(onFrame);
    for (const plan of plans) {
      this.#readPlan(plan, each);
      await this.#breathe(signal);
    }
    this.#decoder.restart(each);
  }

  close(): void {
    this.#packet.free();
    this.#decoder.close();
    this.#lumaScaler.close();
    this.#references.close();
    this.#input.close();
  }

  #deliver(onFrame: OnFrame): (frame: Frame) => void {
    return (frame) => {
      const stamp = frame.pts === NO_TIMESTAMP ? frame.bestEffortTimestamp : frame.pts;
      const time = Math.max(0, toSeconds(stamp, this.#timeBase) - this.#input.originSeconds);
      // The scaler rejects frames flagged as interlaced.
      frame.clearFlags(AV_FRAME_FLAG_INTERLACED);
      this.#lumaScaler.update(frame);
      const duration = frame.duration > 0n ? toSeconds(frame.duration, this.#timeBase) : 0;
      const retain = () => this.#references.retain(frame, time);
      onFrame({ index: this.#count++, time, duration, ...this.#lumaScaler.planes, retain });
    };
  }

  #readPlan({ key, frames }: ReadPlan, onFrame: (frame: Frame) => void): void {
    if (!this.#seekTo(key.pts)) return;
    const packet = this.#packet;
    this.#decoder.decode(packet, onFrame);
    packet.unref();
    const wanted = new Set(frames.map(({ pts }) => pts));
    while (wanted.size > 0 && this.#next()) {
      if (wanted.delete(packet.pts)) this.#decoder.decode(packet, onFrame);
      packet.unref();
    }
  }

  /** Moves to a key frame, so that it is the packet that was read. False if it can't be found. */
  #seekTo(pts: bigint): boolean {
    const packet = this.#packet;
    const { num, den } = this.#timeBase;
    for (let back = 0; back <= 3; back++) {
      if (!this.#seek(pts - BigInt(Math.round((back * SEEK_BACK_SECONDS * den) / num)))) continue;
      for (let read = 0; read < MAX_SEARCHED_PACKETS && this.#next(); read++) {
        if (packet.pts === pts) return true;
        const isPast = packet.isKeyframe && packet.pts > pts;
        packet.unref();
        if (isPast) break;
      }
    }
    return false;
  }

  #seek(pts: bigint): boolean {
    return this.#input.context.seekFrameSync(this.#index, pts, AVSEEK_FLAG_BACKWARD) >= 0;
  }

  /** Whether a packet of the video was read. */
  #next(): boolean {
    while (this.#input.context.readFrameSync(this.#packet) >= 0) {
      if (this.#packet.streamIndex === this.#index) return true;
      this.#packet.unref();
    }
    return false;
  }
}
