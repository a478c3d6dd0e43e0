import { throwIfAborted, unlessAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import type { SegmentDraft } from '../../contract/analysis/segment.ts';
import type { AudioChunk } from '../../media/frames.ts';
import type { LanguageDetector, RecognitionOptions, RecognizedWord, SpeechEngine } from '../../models/speech/index.ts';
import type { VadStream } from '../../models/vad/index.ts';
import { type Chunk, ChunkPacker, divideChunk, speechBetween, timesIn } from './chunks.ts';
import { type LastWord, withoutDoubledWord } from './doubled-word.ts';
import { isAllInvented, isInvented } from './invented.ts';
import { decideLanguage, languageChange, languageOfChunk, pooled } from './language.ts';
import { removeLoops } from './loops.ts';
import { phrasesOf } from './phrases.ts';
import { type SpeechRange, SpeechRanges } from './ranges.ts';
import { divideTranslation } from './translation.ts';

/** Number of chunks that may wait during recognition; beyond it, decoding is paused. */
const MAX_PENDING_CHUNKS = 1;
/** Minimum seconds of speech from which an engine without probabilities of languages has found the language. */
const MIN_DETECTION_SECONDS = 8;

/** A loaded engine, and the options for each chunk. */
export interface Recognizer extends RecognitionOptions {
  engine: SpeechEngine;
}

export interface TranscriberOptions {
  /** Called once, when the first speech was found: recordings without speech load no model. */
  load(): Promise<Recognizer>;
  vad: VadStream;
  /** Probability from which sound is speech; by default that of the detector. */
  minSpeech?: number | undefined;
  /** Language that an earlier attempt found; null if there is none. */
  language: string | null;
  signal: AbortSignal;
  /** Time in seconds up to which an earlier attempt is complete. */
  from: number;
  /** Called with the phrases of each chunk and the time in seconds up to which the transcript is complete. */
  onChunk(segments: SegmentDraft[], until: number): void;
  /** Called with the number of words removed as repeated or as invented, and the time of their chunk in seconds. */
  onRemoved(kind: 'repeated' | 'invented', words: number, time: number): void;
  /** Called with the words of each phrase that was removed as invented, at their times in the recording. */
  onInvented?(words: readonly RecognizedWord[]): void;
}

/** Detects speech in a recording and transcribes it in chunks while decoding continues. */
export class Transcriber {
  readonly #options: TranscriberOptions;
  readonly #ranges: SpeechRanges;
  readonly #packer = new ChunkPacker();
  readonly #waiting: Promise<void>[] = [];
  #tail: Promise<void> = Promise.resolve();
  #failure: Error | null = null;
  #samples = 0;
  #recognizer: Recognizer | undefined;
  /** Null where the language is given or the engine finds it. */
  #detector: LanguageDetector | null = null;
  /** Chunks whose language is not decided yet. */
  #undecided: Chunk[] = [];
  #lastEnd: number;
  #lastWord: LastWord | null = null;
  /** Time in seconds up to which chunks are recognized. */
  #recognized: number;
  /** Seconds of sound that was recognized, and that this took. */
  readonly #effort = { sound: 0, spent: 0 };

  constructor(options: TranscriberOptions) {
    this.#options = options;
    this.#ranges = new SpeechRanges(options.minSpeech);
    this.#lastEnd = options.from;
    this.#recognized = options.from;
  }

  /** Time of the recording in seconds up to which speech is detected and recognized. */
  get workedUntil(): number {
    const isBehind =
      this.#waiting.length > 0 || this.#undecided.length > 0 || this.#packer.hasSpeech || this.#ranges.isOpen;
    return isBehind ? this.#recognized : this.#samples / 16_000;
  }

  get effort(): Readonly<{ sound: number; spent: number }> {
    return this.#effort;
  }

  /** Adds samples. Settles when there is room for more. @throws CanceledError, ReelscopeError of the engine */
  async listen({ samples }: AudioChunk): Promise<void> {
    this.#check();
    // Must precede detection: a new range may begin a margin before these samples.
    this.#packer.addSamples(samples, this.#ranges.openFrom);
    this.#samples += samples.length;
    for (const range of this.#ranges.push(await this.#options.vad.push(samples, this.#options.signal))) {
      if (!this.#isKnown(range)) this.#enqueue(this.#packer.addRange(range));
    }
    this.#enqueue(this.#packer.afterSilence(this.#ranges.openFrom));
    if (this.#waiting.length > MAX_PENDING_CHUNKS) await unlessAborted(this.#waiting[0]!, this.#options.signal);
    this.#check();
  }

  /** Waits for pending recognition. @param onProgress 0..1 */
  async finish(onProgress: (fraction: number) => void): Promise<void> {
    const last = [...this.#ranges.push(await this.#options.vad.flush()), ...this.#ranges.flush()];
    for (const range of last) {
      if (!this.#isKnown(range)) this.#enqueue(this.#packer.addRange(range));
    }
    this.#enqueue(this.#packer.flush());
    this.#queue(() => (this.#detector ? this.#decide(this.#detector, true) : Promise.resolve()));
    const total = this.#waiting.length;
    while (this.#waiting.length > 0) {
      await unlessAborted(this.#waiting[0]!, this.#options.signal);
      onProgress((total - this.#waiting.length) / total);
    }
    this.#check();
  }

  /**
   * Whether an earlier attempt recognized a range. Its middle decides, since the attempt ended at the border of a
   * range, which is moved by rounding, and by the end of the recording.
   */
  #isKnown({ start, end }: SpeechRange): boolean {
    return (start + end) / 2 < this.#options.from * 16_000;
  }

  #enqueue(chunk: Chunk | null): void {
    if (chunk) this.#queue(() => this.#recognize(chunk));
  }

  /** Runs a step of the recognition after those before it. */
  #queue(step: () => Promise<void>): void {
    const done = this.#tail
      .then(() => (this.#failure ? undefined : step()))
      .catch((thrown) => {
        this.#failure ??= toError(thrown);
      });
    this.#tail = done;
    this.#waiting.push(done);
    void done.then(() => this.#waiting.shift());
  }

  async #recognize(chunk: Chunk): Promise<void> {
    const { load, signal } = this.#options;
    if (signal.aborted) return;
    if (!this.#recognizer) {
      this.#recognizer = await load();
      const { engine, language } = this.#recognizer;
      this.#detector = language === null ? (engine.languages ?? null) : null;
      this.#recognizer.language ??= this.#options.language;
    }
    if (!this.#detector) return this.#transcribe(chunk, this.#recognizer.language);
    if (this.#recognizer.language === null) {
      this.#undecided.push(chunk);
      return this.#decide(this.#detector, false);
    }
    return this.#transcribeParts(this.#detector, chunk, null);
  }

  /**
   * Transcribes a chunk, or each part of it if another language begins within it.
   * @param language that of the chunk if it is known
   */
  async #transcribeParts(detector: LanguageDetector, chunk: Chunk, language: string | null): Promise<void> {
    const change = await languageChange(detector, chunk);
    if (!change) {
      const own = language ?? (await languageOfChunk(detector, chunk.samples, this.#recognizer!.language!));
      return this.#transcribe(chunk, own);
    }
    const [before, after] = divideChunk(chunk, change.part);
    await this.#transcribeParts(detector, before, change.before);
    await this.#transcribeParts(detector, after, change.after);
  }

  /** Decides on the language of the recording and transcribes the chunks that wait for it. */
  async #decide(detector: LanguageDetector, isAll: boolean): Promise<void> {
    if (this.#undecided.length === 0) return;
    const language = await decideLanguage(detector, pooled(this.#undecided), isAll);
    if (language === null) return;
    this.#recognizer!.language = language;
    for (const waiting of this.#undecided.splice(0)) await this.#transcribeParts(detector, waiting, language);
  }

  async #transcribe(chunk: Chunk, language: string | null): Promise<void> {
    const { onChunk, onRemoved, signal } = this.#options;
    if (signal.aborted) return;
    const { engine, ...hearing } = this.#recognizer!;
    const seconds = chunk.samples.length / 16_000;
    const started = performance.now();
    const recognition = await engine.recognize(chunk.samples, { ...hearing, language });
    this.#effort.sound += seconds;
    this.#effort.spent += (performance.now() - started) / 1000;
    if (signal.aborted) return;
    if (language === null && seconds >= MIN_DETECTION_SECONDS) this.#recognizer!.language = recognition.language;
    const { words, dropped } = removeLoops(recognition.words, seconds);
    const end = Math.min(chunk.end, this.#samples) / 16_000;
    const timed = words.map((word) => ({ ...word, ...timesIn(chunk, word.start, word.end) }));
    const placed = withoutDoubledWord(timed, this.#lastWord, chunk);
    this.#lastWord = timed.length > 0 ? { word: timed.at(-1)!, border: chunk.end } : null;
    let invented = 0;
    const unsaid: { start: number; end: number }[] = [];
    const evidenceOf = (spoken: readonly RecognizedWord[]) => ({
      words: spoken,
      language: recognition.language,
      speech: speechBetween(chunk, spoken[0]?.start ?? 0, spoken.at(-1)?.end ?? 0),
    });
    const isNothingSaid = isAllInvented(evidenceOf(placed));
    const wasSaid = (spoken: readonly RecognizedWord[]): boolean => {
      const isSaid = !isNothingSaid && !isInvented(evidenceOf(spoken));
      if (!isSaid) {
        invented += spoken.length;
        this.#options.onInvented?.(spoken);
        unsaid.push({ start: spoken[0]!.start, end: spoken.at(-1)!.end });
      }
      return isSaid;
    };
    const facts = {
      ...(recognition.language !== null && { language: recognition.language }),
      ...(recognition.timesEstimated && { word_times: 'estimated' }),
    };
    const phrases = phrasesOf(placed, this.#lastEnd, facts, wasSaid);
    const translation = removeLoops(recognition.translation ?? [], seconds)
      .words.map((word) => ({ ...word, ...timesIn(chunk, word.start, word.end) }))
      .filter(({ start, end }) => !unsaid.some((part) => start >= part.start && end <= part.end));
    const translated = divideTranslation(phrases, translation);
    const segments = phrases.map((phrase, i) => {
      const speech = speechBetween(chunk, phrase.start_time, phrase.end_time);
      return {
        ...phrase,
        data: {
          ...phrase.data,
          speech_probability: Math.round(speech * 1000) / 1000,
          ...(translated[i] && { translation: translated[i] }),
        },
      };
    });
    const time = chunk.parts[0]!.from / 16_000;
    if (dropped > 0) onRemoved('repeated', dropped, time);
    if (invented > 0) onRemoved('invented', invented, time);
    this.#lastEnd = segments.at(-1)?.end_time ?? this.#lastEnd;
    this.#recognized = end;
    onChunk(segments, end);
  }

  #check(): void {
    throwIfAborted(this.#options.signal);
    if (this.#failure) throw this.#failure;
  }

  /** Stops waiting on cancellation, since the addon can't be interrupted within a chunk. */
}
