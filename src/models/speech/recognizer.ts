import type { LoadedEngine } from '../engine.ts';

export interface RecognitionOptions {
  /** ISO 639-1 code, or null to detect the language. */
  language: string | null;
  /** Text that primes the model: names and terms of the recording. */
  prompt: string | null;
  /** Whether speech in other languages is also translated into English. */
  translate?: boolean;
}

/** A recognized word; times in seconds from the start of the samples. */
export interface RecognizedWord {
  text: string;
  start: number;
  end: number;
  /** Mean probability of its tokens, 0..1; absent when the engine does not report it. */
  confidence?: number;
}

export interface Recognition {
  /** In time order. */
  words: RecognizedWord[];
  /** The detected or given language; null when the engine does not report it. */
  language: string | null;
  /** Whether word times are interpolated over a phrase by the length of the words. */
  timesEstimated: boolean;
  /**
   * English translation, in time order, with times in the sound; absent if none was requested or the speech is English.
   */
  translation?: RecognizedWord[];
}

/** Recognizes the language of speech. Sounds beyond 30 s are ignored. */
export interface LanguageDetector {
  /** Probability of each language (ISO 639-1 code). @param samples 16 kHz mono, -1..1 */
  probabilities(samples: Float32Array): Promise<ReadonlyMap<string, number>>;
  /** Text that is recognized in each of `languages`, in order, and how far it is plausible as a text of them. */
  texts(samples: Float32Array, languages: readonly string[]): Promise<LanguageText[]>;
}

/** Text that a recognizer yields for speech in a given language. */
export interface LanguageText {
  text: string;
  /** Mean log probability of its tokens; -Infinity for text that repeats itself. Highest in the right language. */
  logProbability: number;
}

/** A loaded speech recognizer. `info` reflects the device in use, which may change after a failure of the GPU. */
export interface SpeechEngine extends LoadedEngine {
  /** The options that have an effect; the caller warns the user about the others. */
  readonly supports: { language: boolean; prompt: boolean; translation: boolean };
  /** Whether it recognizes more than English. */
  readonly multilingual: boolean;
  /** Null where the engine can't tell probabilities; calls of it and of `recognize` must not overlap. */
  readonly languages?: LanguageDetector | null;
  /** @param samples 16 kHz mono, -1..1. Calls must not overlap. @throws ReelscopeError `internal` */
  recognize(samples: Float32Array, options: RecognitionOptions): Promise<Recognition>;
}
