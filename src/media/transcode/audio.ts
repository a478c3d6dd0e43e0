import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { avChannelLayoutDefault, type FormatContext, Frame, Rational, type Stream } from 'node-av/lib';
import { createAudioResampler } from '../audio-resampler.ts';
import { openDecoder } from '../decoder.ts';
import { NO_TIMESTAMP, toSeconds } from '../timestamps.ts';
import { openEncoder } from './encoder.ts';
import type { Window } from './spec.ts';
import type { TranscodeTrack } from './transcode-track.ts';

/** Hz. A fixed, universally supported rate also handles sources whose format changes midway. */
const SAMPLE_RATE = 48_000;
const CHANNELS = 2;
const BIT_RATE = 160_000n;
/** Smaller differences between timestamps and sample counts are container jitter. */
const JITTER_SECONDS = 0.05;
/** Larger jumps are damaged timestamps. */
const MAX_GAP_SECONDS = 86_400;
const BLOCK_SAMPLES = 1024;

/** Converts an audio stream to stereo AAC; gaps become silence, so that the sample count is the time. */
export function createAudioEncodeTrack(
  output: FormatContext,
  stream: Stream,
  originSeconds: number,
  window: Window,
): TranscodeTrack {
  const decoder = openDecoder(stream, 1);
  const layout = avChannelLayoutDefault(CHANNELS);
  const encoder = openEncoder(output, 'aac', {}, (context) => {
    context.sampleRate = SAMPLE_RATE;
    context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    context.channelLayout = layout;
    context.bitRate = BIT_RATE;
    context.timeBase = new Rational(1, SAMPLE_RATE);
  });
  const first = Math.round(window.start * SAMPLE_RATE);
  const last = window.end === Number.POSITIVE_INFINITY ? window.end : Math.round(window.end * SAMPLE_RATE);
  const block = new Float32Array(BLOCK_SAMPLES * CHANNELS);
  let filled = 0;
  let written = 0;
  /** Next sample position in the source. */
  let position: number | undefined;
  let firstTime: number | undefined;
  const resampler = createAudioResampler(SAMPLE_RATE, CHANNELS);

  const flushBlock = (): void => {
    if (filled === 0) return;
    // The encoder requires planar samples.
    const planes = new Float32Array(filled * CHANNELS);
    for (let i = 0; i < filled; i++) {
      for (let c = 0; c < CHANNELS; c++) planes[c * filled + i] = block[i * CHANNELS + c]!;
    }
    const frame = Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
      nbSamples: filled,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: SAMPLE_RATE,
      channelLayout: layout,
      timeBase: { num: 1, den: SAMPLE_RATE },
    });
    frame.pts = BigInt(written);
    encoder.encode(frame);
    frame.free();
    written += filled;
    filled = 0;
  };
  /** Appends interleaved samples starting at `offset`; null = silence. */
  const append = (samples: Float32Array | null, offset: number, count: number): void => {
    for (let done = 0; done < count; ) {
      const part = Math.min(BLOCK_SAMPLES - filled, count - done);
      const to = filled * CHANNELS;
      if (samples) {
        const from = (offset + done) * CHANNELS;
        block.set(samples.subarray(from, from + part * CHANNELS), to);
      } else block.fill(0, to, to + part * CHANNELS);
      filled += part;
      done += part;
      if (filled === BLOCK_SAMPLES) flushBlock();
    }
  };
  /** Writes `count` samples starting at `position`, clipped to the window. */
  const lay = (samples: Float32Array | null, skip: number, count: number): void => {
    const from = Math.max(position!, first);
    const to = Math.min(position! + count, last);
    if (to > from) append(samples, skip + from - position!, to - from);
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
      return (written + filled) / SAMPLE_RATE;
    },
    get count() {
      return written + filled;
    },
    get isDone() {
      return (position ?? 0) >= last;
    },
    feed: (packet) => decoder.decode(packet, onFrame),
    finish() {
      decoder.decode(null, onFrame);
      place(undefined, resampler.flush());
      flushBlock();
      encoder.encode(null);
    },
    close() {
      decoder.close();
      encoder.close();
      resampler.close();
    },
  };
}
