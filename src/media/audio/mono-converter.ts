import { avChannelLayoutDescribe, type ChannelLayout, type Frame } from 'node-av/lib';
import { type AudioResampler, createAudioResampler, nameChannels } from './audio-resampler.ts';
import { channelRoles } from './channel-roles.ts';
import { PhaseMixer } from './phase-mixer.ts';

/** With more channels, correlations take too long; they are averaged as they are. */
const MAX_CORRELATED_CHANNELS = 16;

/** Converts decoded audio frames to mono float samples; their format and channels may change midway. */
export interface MonoConverter {
  /** Returns the samples that are available; their number varies because of the filter delay. */
  push(frame: Frame): Float32Array;
  /** Returns the delayed rest. */
  flush(): Float32Array;
  /** Number of frames that could not be converted. */
  readonly refused: number;
  close(): void;
}

/** @param sampleRate output rate in Hz */
export function createMonoConverter(sampleRate: number): MonoConverter {
  let current:
    | { name: string; resampler: AudioResampler; mix: (interleaved: Float32Array) => Float32Array }
    | undefined;
  let refused = 0;

  function end(): Float32Array {
    if (!current) return new Float32Array();
    const rest = current.mix(current.resampler.flush());
    refused += current.resampler.refused;
    current.resampler.close();
    current = undefined;
    return rest;
  }

  return {
    push(frame) {
      nameChannels(frame);
      const layout = frame.channelLayout;
      const name = avChannelLayoutDescribe(layout) ?? '';
      const before = current && current.name !== name ? end() : undefined;
      current ??= { name, resampler: createAudioResampler(sampleRate, layout), mix: mixerOf(layout) };
      const samples = current.mix(current.resampler.push(frame));
      return before && before.length > 0 ? joined(before, samples) : samples;
    },
    flush: () => (current ? current.mix(current.resampler.flush()) : new Float32Array()),
    get refused() {
      return refused + (current?.resampler.refused ?? 0);
    },
    close: () => current?.resampler.close(),
  };
}

function mixerOf(layout: ChannelLayout): (interleaved: Float32Array) => Float32Array {
  const count = layout.nbChannels;
  if (count === 1) return (samples) => samples;
  if (count > MAX_CORRELATED_CHANNELS) return (samples) => average(split(samples, count));
  const roles = channelRoles(layout);
  const mixer = new PhaseMixer(count);
  return (interleaved) => mixer.mix(split(interleaved, count).map((samples, i) => ({ samples, ...roles[i]! })));
}

function split(interleaved: Float32Array, count: number): Float32Array[] {
  const length = interleaved.length / count;
  return Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(length);
    for (let i = 0; i < length; i++) samples[i] = interleaved[i * count + channel]!;
    return samples;
  });
}

function average(channels: readonly Float32Array[]): Float32Array {
  const mixed = new Float32Array(channels[0]?.length ?? 0);
  for (const samples of channels) for (let i = 0; i < mixed.length; i++) mixed[i]! += samples[i]! / channels.length;
  return mixed;
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
