import { AVDISCARD_ALL } from 'node-av/constants';
import { Packet } from 'node-av/lib';
import { createBreather } from '../breather.ts';
import type { MediaInput } from '../input.ts';
import { TimestampCorrector } from '../timestamps/timestamp-corrector.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';

/** A coded frame as its container describes it, without decoding. */
export interface CodedFrame {
  /** Presentation time in seconds from the start of the file. */
  readonly time: number;
  /** Presentation timestamp as coded. */
  readonly pts: bigint;
  readonly sizeBytes: number;
  readonly isKey: boolean;
  /** Whether it is shown before a frame that is decoded earlier: a B-frame, which others seldom need. */
  readonly isReordered: boolean;
}

/** A key frame with the frames up to the next one, in presentation order. */
export interface FrameGroup {
  readonly key: CodedFrame;
  /** Without the key frame. */
  readonly frames: readonly CodedFrame[];
  /** Seconds at which the next group or the video ends. */
  readonly end: number;
}

/** Coded frames of a video by group; empty if frames have no timestamps, or if those jump. */
export async function readFrameGroups(input: MediaInput, signal: AbortSignal | undefined): Promise<FrameGroup[]> {
  const video = input.video!;
  for (const stream of input.context.streams) if (stream.index !== video.index) stream.discard = AVDISCARD_ALL;
  const corrector = new TimestampCorrector(input.container, [video], input.originSeconds);
  const { num, den } = video.timeBase;
  const frames: CodedFrame[] = [];
  let shownUntil = Number.NEGATIVE_INFINITY;
  let end = 0;
  const breathe = createBreather();
  const packet = new Packet();
  packet.alloc();
  try {
    while (input.context.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === video.index) {
        const { pts } = packet;
        if (pts === NO_TIMESTAMP) return [];
        const time = toSeconds(pts, { num, den }) - input.originSeconds;
        frames.push({ time, pts, sizeBytes: packet.size, isKey: packet.isKeyframe, isReordered: time < shownUntil });
        shownUntil = Math.max(shownUntil, time);
        end = Math.max(end, time + toSeconds(packet.duration, { num, den }));
        corrector.correct(packet);
      }
      packet.unref();
      await breathe(signal);
    }
  } finally {
    packet.free();
  }
  return corrector.jumps > 0 ? [] : groupsOf(frames, end);
}

/** Groups frames of any order. Frames before the first key frame can't be decoded. Pure. */
export function groupsOf(frames: readonly CodedFrame[], end: number): FrameGroup[] {
  const ordered = frames.toSorted((a, b) => a.time - b.time);
  const starts = ordered.flatMap(({ isKey }, index) => (isKey ? [index] : []));
  return starts.map((start, i) => ({
    key: ordered[start]!,
    frames: ordered.slice(start + 1, starts[i + 1]),
    end: ordered[starts[i + 1] ?? ordered.length]?.time ?? end,
  }));
}
