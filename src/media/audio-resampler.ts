import { AV_CHANNEL_ORDER_UNSPEC, AV_SAMPLE_FMT_FLT, type AVSampleFormat } from 'node-av/constants';
import { avChannelLayoutDefault, avChannelLayoutDescribe, Frame, SoftwareResampleContext } from 'node-av/lib';

/** Turns decoded audio frames of any form, even one that changes midway, into samples of one form. */
export interface AudioResampler {
  /** Interleaved samples that are ready now; fewer or more than went in, since the filter has a delay. */
  push(frame: Frame): Float32Array;
  /** The filter's tail. */
  flush(): Float32Array;
  /** Frames that could not be converted. Their time is left empty; the caller says so as damage. */
  readonly refused: number;
  close(): void;
}

/**
 * Plain PCM (a WAV without channel mask, A-law, AU) does not say where its channels belong, and libswresample takes a frame like that
 * for another form than the one it was opened with and refuses it. So each frame gets the usual layout of its channel count.
 */
function nameChannels(frame: Frame): void {
  const { order, nbChannels } = frame.channelLayout;
  if (order === AV_CHANNEL_ORDER_UNSPEC || nbChannels <= 0)
    frame.channelLayout = avChannelLayoutDefault(Math.max(1, nbChannels));
}

function formOf(frame: Frame): string {
  return `${frame.format}/${frame.sampleRate}/${avChannelLayoutDescribe(frame.channelLayout)}`;
}

/**
 * A resampler to float samples.
 * @param sampleRate Hz of what comes out.
 * @param channels How many channels come out, interleaved.
 */
export function createAudioResampler(sampleRate: number, channels: number): AudioResampler {
  const layout = avChannelLayoutDefault(channels);
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
    // Channels laid over each other stay within full scale, as in FFmpeg's integer output; a loud stereo file would clip.
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
      // Broadcasts switch between stereo and 5.1 midway; a context serves one form only.
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
