import type { Frame, Stream } from 'node-av/lib';
import { createAudioResampler } from '../audio/audio-resampler.ts';
import { openFollowingDecoder } from '../decoder.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps/timestamps.ts';
import { type AudioSink, AUDIO_CHANNELS as CHANNELS, AUDIO_SAMPLE_RATE as SAMPLE_RATE } from './audio-sink.ts';
import type { Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';

/** Smaller differences between timestamps and sample counts are container jitter. */
const JITTER_SECONDS = 0.05;
/** Larger jumps are damaged timestamps. */
const MAX_GAP_SECONDS = 86_400;

/**
 * Decodes the part of an audio stream in `window` to stereo; gaps become silence, so that the sample count is the time.
 * @param append receives all of its samples in order
 */
export function createAudioTrack(
  stream: Stream,
  originSeconds: number,
  window: Window,
  append: AudioSink['append'],
): TranscodeTrack {
  const decoder = openFollowingDecoder(stream, 1);
  const first = Math.round(window.start * SAMPLE_RATE);
  const last = window.end === Number.POSITIVE_INFINITY ? window.end : Math.round(window.end * SAMPLE_RATE);
  let written = 0;
  /** Next sample position in the source. */
  let position: number | undefined;
  let firstTime: number | undefined;
  const resampler = createAudioResampler(SAMPLE_RATE, CHANNELS);

  /** Writes `count` samples starting at `position`, clipped to the window. */
  const lay = (samples: Float32Array | null, skip: number, count: number): void => {
    const from = Math.max(position!, first);
    const to = Math.min(position! + count, last);
    if (to > from) {
      append(samples, skip + from - position!, to - from);
      written += to - from;
    }
    position! += count;
  };
  const place = (time: number | undefined, samples: Float32Array): void => {
    const count = samples.length / CHANNELS;
    position ??= 0;
    const wanted = time === undefined ? position : Math.round(time * SAMPLE_RATE);
    let shift = wanted - position;
    if (Math.abs(shift) <= JITTER_SECONDS * SAMPLE_RATE || Math.abs(shift) > MAX_GAP_SECONDS * SAMPLE_RATE) shift = 0;
    // Samples before the window are not written, so reading may start late.
    if (shift > 0) lay(null, 0, shift);
    const skip = Math.min(count, Math.max(0, -shift));
    lay(samples, skip, count - skip);
  };

  const onFrame = (frame: Frame): void => {
    const time = frame.pts === NO_TIMESTAMP ? undefined : toSeconds(frame.pts, stream.timeBase) - originSeconds;
    firstTime ??= time ?? 0;
    place(time, resampler.push(frame));
  };

  return {
    streamIndex: stream.index,
    get firstTime() {
      return firstTime;
    },
    get time() {
      return (position ?? 0) / SAMPLE_RATE;
    },
    get endTime() {
      return written / SAMPLE_RATE;
    },
    get count() {
      return written;
    },
    get isDone() {
      return (position ?? 0) >= last;
    },
    feed: (packet) => decoder.decode(packet, onFrame),
    finish() {
      decoder.decode(null, onFrame);
      place(undefined, resampler.flush());
    },
    close() {
      decoder.close();
      resampler.close();
    },
  };
}
