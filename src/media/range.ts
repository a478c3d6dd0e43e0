import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import type { Packet } from 'node-av/lib';
import type { MediaInput } from './input.ts';
import { hasDiscontinuousTimestamps } from './timestamps/timestamp-corrector.ts';
import { NO_TIMESTAMP, toSeconds } from './timestamps/timestamps.ts';

/** A part of a file, in seconds from its start; the end is exclusive. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Ranges that start earlier are read from the beginning, which is as fast and always exact. */
export const MIN_SEEK_SECONDS = 5;
/** Reading starts this much earlier, because decoders of sound need a few frames to settle. */
const PREROLL_SECONDS = 0.5;
/** Seconds by which the packets of other streams may follow those of the range. */
const INTERLEAVING_SECONDS = 5;

/**
 * Moves to the keyframe before a range. After a jump of the timestamps, a position of the file is not a time of the
 * analysis, so files that may have some are read from the beginning.
 * @returns whether reading starts in the middle
 */
export function seekToRange(input: MediaInput, { start }: TimeRange): boolean {
  if (start <= MIN_SEEK_SECONDS || hasDiscontinuousTimestamps(input.container)) return false;
  return seekTo(input, start);
}

/** Moves to the keyframe before a time in seconds; returns whether the file allows it. */
export function seekTo(input: MediaInput, seconds: number): boolean {
  const stream = input.video ?? input.audio!;
  const { num, den } = stream.timeBase;
  const target = BigInt(Math.round(((Math.max(0, seconds - PREROLL_SECONDS) + input.originSeconds) * den) / num));
  return input.context.seekFrameSync(stream.index, target, AVSEEK_FLAG_BACKWARD) >= 0;
}

/** Returns whether all packets of a range were read, given one that follows. Pure. */
export function isBeyond(packet: Packet, input: MediaInput, { end }: TimeRange): boolean {
  const stream = input.context.streams[packet.streamIndex];
  const stamp = packet.dts === NO_TIMESTAMP ? packet.pts : packet.dts;
  if (!stream || stamp === NO_TIMESTAMP || hasDiscontinuousTimestamps(input.container)) return false;
  const { num, den } = stream.timeBase;
  return toSeconds(stamp, { num, den }) - input.originSeconds > end + INTERLEAVING_SECONDS;
}
