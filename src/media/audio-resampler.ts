import { AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { avChannelLayoutDefault, Frame, SoftwareResampleContext } from 'node-av/lib';
import { AUDIO_SAMPLE_RATE } from './frames.ts';

/** Turns decoded audio frames of any form into mono float samples at {@link AUDIO_SAMPLE_RATE}. */
export interface AudioResampler {
  /** Samples that are ready now; fewer or more than went in, since the filter has a delay. */
  push(frame: Frame): Float32Array;
  /** The filter's tail. */
  flush(): Float32Array;
  close(): void;
}

const MONO = avChannelLayoutDefault(1);

export function createAudioResampler(): AudioResampler {
  let context: SoftwareResampleContext | undefined;
  let format = '';

  function open(frame: Frame): SoftwareResampleContext {
    const resampler = new SoftwareResampleContext();
    const layout = frame.channelLayout.nbChannels > 0 ? frame.channelLayout : avChannelLayoutDefault(1);
    resampler.allocSetOpts2(
      MONO,
      AV_SAMPLE_FMT_FLT,
      AUDIO_SAMPLE_RATE,
      layout,
      frame.format as typeof AV_SAMPLE_FMT_FLT,
      frame.sampleRate,
    );
    resampler.init();
    return resampler;
  }

  function drain(from: SoftwareResampleContext, frame: Frame | null): Float32Array {
    const room = from.getOutSamples(frame?.nbSamples ?? 0);
    if (room <= 0) return new Float32Array();
    using out = new Frame();
    out.alloc();
    out.format = AV_SAMPLE_FMT_FLT;
    out.sampleRate = AUDIO_SAMPLE_RATE;
    out.channelLayout = MONO;
    out.nbSamples = room;
    if (out.getBuffer() < 0 || from.convertFrame(out, frame) < 0 || out.nbSamples === 0) return new Float32Array();
    const bytes = out.data![0]!;
    return new Float32Array(bytes.buffer, bytes.byteOffset, out.nbSamples).slice();
  }

  return {
    push(frame) {
      const now = `${frame.format}/${frame.sampleRate}/${frame.channels}`;
      let tail = new Float32Array();
      // Broadcasts switch between stereo and 5.1 midway; a context serves one form only.
      if (context && now !== format) {
        tail = drain(context, null) as Float32Array<ArrayBuffer>;
        context.free();
        context = undefined;
      }
      context ??= open(frame);
      format = now;
      const samples = drain(context, frame);
      if (tail.length === 0) return samples;
      const joined = new Float32Array(tail.length + samples.length);
      joined.set(tail);
      joined.set(samples, tail.length);
      return joined;
    },
    flush: () => (context ? drain(context, null) : new Float32Array()),
    close: () => context?.free(),
  };
}
