import { AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { avChannelLayoutDefault, type FormatContext, Frame, Rational } from 'node-av/lib';
import { openEncoder } from './encoder.ts';

/** Hz. A fixed, universally supported rate also handles sources whose format changes midway. */
export const AUDIO_SAMPLE_RATE = 48_000;
export const AUDIO_CHANNELS = 2;
const BIT_RATE = 160_000n;
const BLOCK_SAMPLES = 1024;

/** Audio stream of an output; its sample count is the time. */
export interface AudioSink {
  /** Appends `count` interleaved samples per channel from `offset` on; null = silence. */
  append(samples: Float32Array | null, offset: number, count: number): void;
  finish(): void;
  close(): void;
}

/** Adds a stream of stereo AAC to an output. */
export function createAudioSink(output: FormatContext): AudioSink {
  const layout = avChannelLayoutDefault(AUDIO_CHANNELS);
  const encoder = openEncoder(output, 'aac', {}, (context) => {
    context.sampleRate = AUDIO_SAMPLE_RATE;
    context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    context.channelLayout = layout;
    context.bitRate = BIT_RATE;
    context.timeBase = new Rational(1, AUDIO_SAMPLE_RATE);
  });
  const block = new Float32Array(BLOCK_SAMPLES * AUDIO_CHANNELS);
  /** The encoder requires planar samples. Kept, since frames refer to its memory. */
  const planes = new Float32Array(block.length);
  let filled = 0;
  let written = 0;

  const flushBlock = (): void => {
    if (filled === 0) return;
    for (let i = 0; i < filled; i++) {
      for (let c = 0; c < AUDIO_CHANNELS; c++) planes[c * filled + i] = block[i * AUDIO_CHANNELS + c]!;
    }
    const frame = Frame.fromAudioBuffer(
      Buffer.from(planes.buffer, 0, planes.BYTES_PER_ELEMENT * filled * AUDIO_CHANNELS),
      {
        nbSamples: filled,
        format: AV_SAMPLE_FMT_FLTP,
        sampleRate: AUDIO_SAMPLE_RATE,
        channelLayout: layout,
        timeBase: { num: 1, den: AUDIO_SAMPLE_RATE },
      },
    );
    frame.pts = BigInt(written);
    encoder.encode(frame);
    frame.free();
    written += filled;
    filled = 0;
  };

  return {
    append(samples, offset, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(BLOCK_SAMPLES - filled, count - done);
        const to = filled * AUDIO_CHANNELS;
        if (samples) {
          const from = (offset + done) * AUDIO_CHANNELS;
          block.set(samples.subarray(from, from + part * AUDIO_CHANNELS), to);
        } else block.fill(0, to, to + part * AUDIO_CHANNELS);
        filled += part;
        done += part;
        if (filled === BLOCK_SAMPLES) flushBlock();
      }
    },
    finish() {
      flushBlock();
      encoder.encode(null);
    },
    close: () => encoder.close(),
  };
}
