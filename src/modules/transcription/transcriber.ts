import { throwIfAborted, unlessAborted } from '../../base/abort.ts';
import { toError } from '../../base/errors.ts';
import type { SegmentDraft } from '../../contract/segment.ts';
import type { AudioChunk } from '../../media/frames.ts';
import type { RecognizedWord, SpeechEngine } from '../../models/speech/index.ts';
import type { VadStream } from '../../models/vad/index.ts';
import { type Chunk, ChunkPacker, speechBetween, timesIn } from './chunks.ts';
import { isInvented } from './invented.ts';
import { withoutLoops } from './loops.ts';
import { phrasesOf } from './phrases.ts';
import { SpeechRanges } from './ranges.ts';

/** Chunks that may wait while one is being recognised; the decoder is held back by more. */
const MOST_WAITING = 1;
/** A language is found out from at least this much speech (seconds); until then each chunk is asked anew. */
const ENOUGH_TO_TELL = 5;

export interface TranscriberOptions {
  engine: SpeechEngine;
  vad: VadStream;
  language: string | null;
  prompt: string | null;
  signal: AbortSignal;
  /** Seconds up to which an earlier attempt has heard everything. */
  from: number;
  /** Called with the phrases of each chunk and the seconds up to which everything has been heard now. */
  onChunk(segments: SegmentDraft[], until: number): void;
  /** Called with the number of words that a loop filter took out at some second. */
  onLoop(words: number, time: number): void;
}

/** Finds speech in a recording and has it written down, chunk by chunk, while the recording goes on. */
export class Transcriber {
  readonly #options: TranscriberOptions;
  readonly #ranges = new SpeechRanges();
  readonly #packer = new ChunkPacker();
  readonly #waiting: Promise<void>[] = [];
  #tail: Promise<void> = Promise.resolve();
  #failure: Error | null = null;
  #samples = 0;
  #told: string | null = null;
  #lastEnd: number;
  /** Seconds up to which chunks have been recognised. */
  #recognised: number;

  constructor(options: TranscriberOptions) {
    this.#options = options;
    this.#told = options.language;
    this.#lastEnd = options.from;
    this.#recognised = options.from;
  }

  /** Seconds of the recording up to which everything has been heard and, where somebody speaks, recognised. */
  get workedUntil(): number {
    return this.#waiting.length > 0 ? this.#recognised : this.#samples / 16_000;
  }

  /** The next samples. Settles when there is room for more. @throws CancelledError, ReelscopeError of the engine */
  async listen({ samples }: AudioChunk): Promise<void> {
    this.#check();
    // Known before the new samples are heard: they may become part of a range that begins a margin earlier.
    this.#packer.addSamples(samples, this.#ranges.openFrom);
    this.#samples += samples.length;
    for (const range of this.#ranges.push(await this.#options.vad.push(samples, this.#options.signal))) {
      if (range.end <= this.#options.from * 16_000) continue;
      this.#enqueue(this.#packer.addRange(range));
    }
    this.#enqueue(this.#packer.afterSilence(this.#ranges.openFrom));
    if (this.#waiting.length > MOST_WAITING) await unlessAborted(this.#waiting[0]!, this.#options.signal);
    this.#check();
  }

  /** Waits for what has not been recognised yet. @param onProgress 0..1 */
  async finish(onProgress: (fraction: number) => void): Promise<void> {
    const last = [...this.#ranges.push(await this.#options.vad.flush()), ...this.#ranges.flush()];
    for (const range of last) {
      if (range.end > this.#options.from * 16_000) this.#enqueue(this.#packer.addRange(range));
    }
    this.#enqueue(this.#packer.flush());
    const total = this.#waiting.length;
    while (this.#waiting.length > 0) {
      await unlessAborted(this.#waiting[0]!, this.#options.signal);
      onProgress((total - this.#waiting.length) / total);
    }
    this.#check();
  }

  #enqueue(chunk: Chunk | null): void {
    if (!chunk) return;
    const done = this.#tail
      .then(() => this.#recognise(chunk))
      .catch((thrown) => {
        this.#failure ??= toError(thrown);
      });
    this.#tail = done;
    this.#waiting.push(done);
    void done.then(() => this.#waiting.shift());
  }

  async #recognise(chunk: Chunk): Promise<void> {
    const { engine, prompt, onChunk, onLoop, signal } = this.#options;
    if (this.#failure || signal.aborted) return;
    const seconds = chunk.samples.length / 16_000;
    const heard = await engine.recognize(chunk.samples, { language: this.#told, prompt });
    if (signal.aborted) return;
    if (this.#told === null && seconds >= ENOUGH_TO_TELL) this.#told = heard.language;
    const { words, dropped } = withoutLoops(heard.words, seconds);
    const end = Math.min(chunk.end, this.#samples) / 16_000;
    const placed = words.map((word) => ({ ...word, ...timesIn(chunk, word.start, word.end) }));
    let invented = 0;
    const wasSaid = (spoken: readonly RecognizedWord[]): boolean => {
      const speech = speechBetween(chunk, spoken[0]!.start, spoken.at(-1)!.end);
      const isSaid = !isInvented({ words: spoken, language: heard.language, speech });
      if (!isSaid) invented += spoken.length;
      return isSaid;
    };
    const facts = {
      ...(heard.language !== null && { language: heard.language }),
      ...(heard.timesEstimated && { word_times: 'estimated' }),
    };
    const phrases = phrasesOf(placed, this.#lastEnd, facts, wasSaid);
    const segments = phrases.map((phrase) => {
      const speech = speechBetween(chunk, phrase.start_time, phrase.end_time);
      return { ...phrase, data: { ...phrase.data, speech_probability: Math.round(speech * 1000) / 1000 } };
    });
    if (dropped + invented > 0) onLoop(dropped + invented, chunk.parts[0]!.from / 16_000);
    this.#lastEnd = segments.at(-1)?.end_time ?? this.#lastEnd;
    this.#recognised = end;
    onChunk(segments, end);
  }

  #check(): void {
    throwIfAborted(this.#options.signal);
    if (this.#failure) throw this.#failure;
  }

  /** The addon can't be stopped inside a chunk, so that waiting for it ends instead. */
}
