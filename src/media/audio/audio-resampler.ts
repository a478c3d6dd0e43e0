import { AV_CHANNEL_ORDER_UNSPEC, AV_SAMPLE_FMT_FLT, type AVSampleFormat } from 'node-av/constants';
import {
  avChannelLayoutDefault,
  avChannelLayoutDescribe,
  type ChannelLayout,
  Frame,
  SoftwareResampleContext,
} from 'node-av/lib';

/** Converts decoded audio frames to one sample format; the source format may change midway. */
export interface AudioResampler {
  /** Returns the interleaved samples that are available; their number varies because of the filter delay. */
  push(frame: Frame): Float32Array;
  /** Returns the delayed rest. */
  flush(): Float32Array;
  /** Number of frames that could not be converted; they become gaps, and the caller reports them as damage. */
  readonly refused: number;
  close(): void;
}

/**
 * Sets the default channel layout on frames without one (plain PCM such as WAV without a channel mask, A-law, AU),
 * which libswresample would reject as a format change.
 */
export function nameChannels(frame: Frame): void {
  const { order, nbChannels } = frame.channelLayout;
  if (order === AV_CHANNEL_ORDER_UNSPEC || nbChannels <= 0)
    frame.channelLayout = avChannelLayoutDefault(Math.max(1, nbChannels));
}

function formOf(frame: Frame): string {
  return `${frame.format}/${frame.sampleRate}/${avChannelLayoutDescribe(frame.channelLayout)}`;
}

/**
 * Creates a resampler to interleaved float samples.
 * @param sampleRate output rate in Hz
 * @param target number of output channels, or their layout
 */
export function createAudioResampler(sampleRate: number, target: number | ChannelLayout): AudioResampler {
  const layout = typeof target === 'number' ? avChannelLayoutDefault(target) : target;
  const channels = layout.nbChannels;
  let context: SoftwareResampleContext | undefined;
  let form = '';
  let refused = 0;

  function open(frame: Frame): SoftwareResampleContext | undefined {
    const resampler = new SoftwareResampleContext();
    const format = frame.format as AVSampleFormat;
    const set = resampler.allocSetOpts2(
      layout,
      AV_SAMPLE_FMT_FLT,
      sampleRate,
      frame.channelLayout,
      format,
      frame.sampleRate,
    );
    // Keeps mixed-down channels within full scale, as in FFmpeg's integer output; loud stereo would clip otherwise.
    if (set >= 0 && resampler.setOption('rematrix_maxval', 1) >= 0 && resampler.init() >= 0) return resampler;
    resampler.free();
    return undefined;
  }

  function drain(from: SoftwareResampleContext, frame: Frame | null): Float32Array {
    const room = from.getOutSamples(frame?.nbSamples ?? 0);
    if (room <= 0) return new Float32Array();
    using out = new Frame();
    out.alloc();
    out.format = AV_SAMPLE_FMT_FLT;
    out.sampleRate = sampleRate;
    out.channelLayout = layout;
    out.nbSamples = room;
    if (out.getBuffer() < 0 || from.convertFrame(out, frame) < 0) {
      if (frame) refused++;
      return new Float32Array();
    }
    if (out.nbSamples === 0) return new Float32Array();
    const bytes = out.data![0]!;
    return new Float32Array(bytes.buffer, bytes.byteOffset, out.nbSamples * channels).slice();
  }

  return {
    push(frame) {
      nameChannels(frame);
      const now = formOf(frame);
      let tail = new Float32Array();
      // Broadcasts switch between stereo and 5.1; a context supports one input format only.
      if (context && now !== form) {
        tail = drain(context, null) as Float32Array<ArrayBuffer>;
        context.free();
        context = undefined;
      }
      context ??= open(frame);
      form = now;
      if (!context) refused++;
      const samples = context ? drain(context, frame) : new Float32Array();
      if (tail.length === 0) return samples;
      const joined = new Float32Array(tail.length + samples.length);
      joined.set(tail);
      joined.set(samples, tail.length);
      return joined;
    },
    flush: () => (context ? drain(context, null) : new Float32Array()),
    get refused() {
      return refused;
    },
    close: () => context?.free(),
  };
}
