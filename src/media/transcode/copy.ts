import { type FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { ReelscopeError } from '../../contract/errors.ts';
import { sentence } from '../../core/texts/sentence.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import { check } from './encoder.ts';
import type { TranscodeTrack } from './transcode-track.ts';

/**
 * Copies the packets of a video stream with times relative to the start of the file. A packet without a timestamp
 * throws `unreadable_media`; the caller then encodes instead.
 */
export function createCopyTrack(output: FormatContext, stream: Stream, originSeconds: number): TranscodeTrack {
  const written = output.newStream(null);
  check(stream.codecpar.copy(written.codecpar), sentence('step.codec-parameters'));
  // Codec tags are specific to the container.
  written.codecpar.codecTag = 0;
  const base = stream.timeBase;
  written.timeBase = new Rational(base.num, base.den);
  const origin = BigInt(Math.round((originSeconds * base.den) / base.num));
  let hasKey = false;
  let firstTime: number | undefined;
  let endTime = 0;
  let count = 0;
  return {
    streamIndex: stream.index,
    get firstTime() {
      return firstTime;
    },
    get time() {
      return endTime;
    },
    get endTime() {
      return endTime;
    },
    get count() {
      return count;
    },
    isDone: false,
    feed(packet: Packet) {
      hasKey ||= packet.isKeyframe;
      // Frames before the first keyframe can't be decoded.
      if (!hasKey) return;
      if (packet.pts === NO_TIMESTAMP || packet.dts === NO_TIMESTAMP) {
        throw new ReelscopeError('unreadable_media', sentence('media.no-timestamp'));
      }
      packet.pts -= origin;
      packet.dts -= origin;
      const time = toSeconds(packet.pts, base);
      firstTime ??= time;
      endTime = Math.max(endTime, time + toSeconds(packet.duration, base));
      packet.streamIndex = written.index;
      packet.rescaleTs(base, written.timeBase);
      check(output.interleavedWriteFrameSync(packet), sentence('step.write'));
      count++;
    },
    finish() {},
    close() {},
  };
}
