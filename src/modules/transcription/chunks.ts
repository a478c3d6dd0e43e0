import type { SpeechRange } from './ranges.ts';

/** A stretch of the recording inside a chunk; all in samples. */
interface Part {
  /** Where it lies in the chunk. */
  at: number;
  /** Where it comes from. */
  from: number;
  length: number;
  /** Mean probability of speech, 0..1. */
  speech: number;
}

/** Up to 30 s of speech with the long pauses left out. */
export interface Chunk {
  samples: Float32Array;
  parts: readonly Part[];
  /** Samples of the recording, exclusive: everything up to here has been heard. */
  end: number;
}

/** Whisper looks at 30 s at a time; what is shorter costs the same. */
const LONGEST = 16_000 * 29;
/** The first words are to be seen soon. */
const FIRST = 16_000 * 8;
/** After such a pause the words so far are not held back any longer (samples). */
const LONG_PAUSE = 16_000 * 20;

/** Packs speech ranges into chunks, cut at pauses. Keeps no more of the recording than the open chunk and range need. */
export class ChunkPacker {
  #buffer = new Float32Array(0);
  #bufferStart = 0;
  #bufferEnd = 0;
  #ranges: SpeechRange[] = [];
  #packed = 0;
  #first = true;

  /** The next samples of the recording; `keepFrom` is the first that a later range may begin with. */
  addSamples(samples: Float32Array, keepFrom: number): void {
    const from = Math.min(this.#ranges[0]?.start ?? keepFrom, keepFrom);
    this.#grow(samples.length, from);
    this.#buffer.set(samples, this.#bufferEnd - this.#bufferStart);
    this.#bufferEnd += samples.length;
  }

  /** @returns the chunk that is complete now, if one is */
  addRange(range: SpeechRange): Chunk | null {
    const length = range.end - range.start;
    const last = this.#ranges.at(-1);
    const full = last && (this.#packed + length > LONGEST || range.start - last.end > LONG_PAUSE);
    const chunk = full ? this.flush() : null;
    this.#ranges.push(range);
    this.#packed += length;
    if (!chunk && this.#first && this.#packed >= FIRST) return this.flush();
    return chunk;
  }

  /** Hands out what waits once the speaker has been silent for long. @param heard samples up to which there is no more speech */
  afterSilence(heard: number): Chunk | null {
    const last = this.#ranges.at(-1);
    return last && heard - last.end > LONG_PAUSE ? this.flush() : null;
  }

  flush(): Chunk | null {
    if (this.#ranges.length === 0) return null;
    const parts: Part[] = [];
    let at = 0;
    for (const range of this.#ranges) {
      const end = Math.min(range.end, this.#bufferEnd);
      const length = end - range.start;
      if (length <= 0) continue;
      parts.push({ at, from: range.start, length, speech: range.speech });
      at += length;
    }
    const samples = new Float32Array(at);
    for (const part of parts) {
      const offset = part.from - this.#bufferStart;
      samples.set(this.#buffer.subarray(offset, offset + part.length), part.at);
    }
    const end = Math.min(this.#ranges.at(-1)!.end, this.#bufferEnd);
    this.#ranges = [];
    this.#packed = 0;
    this.#first = false;
    return at > 0 ? { samples, parts, end } : null;
  }

  #grow(incoming: number, from: number): void {
    const keep = Math.max(this.#bufferStart, Math.min(from, this.#bufferEnd));
    const kept = this.#buffer.subarray(keep - this.#bufferStart, this.#bufferEnd - this.#bufferStart);
    const needed = kept.length + incoming;
    // Moved inside the buffer while it is large enough: most calls bring a few hundredths of a second.
    if (needed <= this.#buffer.length) {
      if (this.#bufferEnd - this.#bufferStart + incoming > this.#buffer.length) {
        this.#buffer.copyWithin(0, keep - this.#bufferStart, this.#bufferEnd - this.#bufferStart);
        this.#bufferStart = keep;
      }
      return;
    }
    const grown = new Float32Array(Math.max(needed * 2, 16_000 * 20));
    grown.set(kept);
    this.#buffer = grown;
    this.#bufferStart = keep;
  }
}

/** Seconds of the recording at which something in a chunk begins and ends; never over a pause that was left out. Pure. */
export function timesIn(chunk: Chunk, start: number, end: number): { start: number; end: number } {
  const first = chunk.parts.findLast((part) => part.at <= start * 16_000) ?? chunk.parts[0]!;
  const inside = (seconds: number) => Math.min(Math.max(0, seconds * 16_000 - first.at), first.length);
  const from = (first.from + inside(start)) / 16_000;
  return { start: from, end: Math.max(from, (first.from + inside(end)) / 16_000) };
}

/** How sure the speech detector is of speech between two instants of the recording (seconds); 0..1. Pure. */
export function speechBetween({ parts }: Chunk, start: number, end: number): number {
  let [weight, sum] = [0, 0];
  for (const { from, length, speech } of parts) {
    // A word without length still lies in a part.
    const shared = Math.min(end * 16_000, from + length) - Math.max(start * 16_000, from) + 1;
    if (shared <= 0) continue;
    weight += shared;
    sum += shared * speech;
  }
  return weight > 0 ? sum / weight : 0;
}
