import type { LoadedEngine } from '../engine.ts';
import type { HeardWord } from './tokens.ts';

export interface HearingOptions {
  /** ISO 639-1 code, or null to find it out. */
  language: string | null;
  /** Text that primes the model: names and words that will be heard. */
  prompt: string | null;
}

export interface Heard {
  /** In time order; times in seconds from the start of the samples. */
  words: HeardWord[];
  /** As found out or as told; null when the engine does not say. */
  language: string | null;
  /** Whether word times were spread over a phrase by the length of the words. */
  timesEstimated: boolean;
}

/** A loaded engine that writes down speech. `info` tells what really runs, which may change after a failure of the GPU. */
export interface SpeechEngine extends LoadedEngine {
  /** What it makes use of; the caller tells the user about what it doesn't. */
  readonly takes: { language: boolean; prompt: boolean };
  /** Whether it knows more than English. */
  readonly multilingual: boolean;
  /** @param samples at most 30 s of 16 kHz mono, -1..1. Calls must not overlap. @throws ReelscopeError `internal` */
  recognise(samples: Float32Array, options: HearingOptions): Promise<Heard>;
}
