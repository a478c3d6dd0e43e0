import type { SpeechRange } from './ranges.ts';

/** A stretch of the recording inside a chunk; all values in samples. */
interface Part {
  /** Position in the chunk. */
  at: number;
  /** Position in the recording. */
  from: number;
  length: number;
  /** Mean probability of speech, 0..1. */
  speech: number;
}

/** Up to 30 s of speech without its long pauses. */
export interface Chunk {
  samples: Float32Array;
  parts: readonly Part[];
  /** First sample of the recording after the chunk; everything before it is covered. */
  end: number;
}

/** Whisper processes 30 s windows, and a shorter window costs the same. */
const LONGEST = 16_000 * 29;
/** Shorter, so that the first words appear soon. */
const FIRST = 16_000 * 5;
/** Pause after which an incomplete chunk is released (samples). */
const LONG_PAUSE = 16_000 * 20;

/** Packs speech ranges into chunks, cut at pauses. Buffers only the samples that the open chunk and range need. */
export class ChunkPacker {
  #buffer = new Float32Array(0);
  #bufferStart = 0;
  #bufferEnd = 0;
  #ranges: SpeechRange[] = [];
  #packed = 0;
  #first = true;

  /** Whether speech waits for its chunk to be complete. */
  get hasSpeech(): boolean {
    return this.#ranges.length > 0;
  }

  /** Adds the next samples of the recording. @param keepFrom first sample that a later range may include */
  addSamples(samples: Float32Array, keepFrom: number): void {
    const from = Math.min(this.#ranges[0]?.start ?? keepFrom, keepFrom);
    this.#grow(samples.length, from);
    this.#buffer.set(samples, this.#bufferEnd - this.#bufferStart);
    this.#bufferEnd += samples.length;
  }

  /** @returns the chunk that this range completes, if any */
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

  /** Releases the open chunk after a long silence. @param heard sample up to which no further speech begins */
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
    const tail = this.#buffer.subarray(keep - this.#bufferStart, this.#bufferEnd - this.#bufferStart);
    const needed = tail.length + incoming;
    // Reuse the buffer while it is large enough: most calls add a few hundredths of a second.
    if (needed <= this.#buffer.length) {
      if (this.#bufferEnd - this.#bufferStart + incoming > this.#buffer.length) {
        this.#buffer.copyWithin(0, keep - this.#bufferStart, this.#bufferEnd - this.#bufferStart);
        this.#bufferStart = keep;
      }
      return;
    }
    const grown = new Float32Array(Math.max(needed * 2, 16_000 * 20));
    grown.set(tail);
    this.#buffer = grown;
    this.#bufferStart = keep;
  }
}

/** Divides a chunk before one of its parts but the first. Pure. */
export function divideChunk({ samples, parts, end }: Chunk, part: number): [Chunk, Chunk] {
  const border = parts[part]!.at;
  const before = parts.slice(0, part);
  const after = parts.slice(part).map((each) => ({ ...each, at: each.at - border }));
  const last = before.at(-1)!;
  return [
    { samples: samples.subarray(0, border), parts: before, end: last.from + last.length },
    { samples: samples.subarray(border), parts: after, end },
  ];
}

/** Maps a time range of a chunk to seconds of the recording; the result never spans a removed pause. Pure. */
export function timesIn(chunk: Chunk, start: number, end: number): { start: number; end: number } {
  const first = chunk.parts.findLast((part) => part.at <= start * 16_000) ?? chunk.parts[0]!;
  const inside = (seconds: number) => Math.min(Math.max(0, seconds * 16_000 - first.at), first.length);
  const from = (first.from + inside(start)) / 16_000;
  return { start: from, end: Math.max(from, (first.from + inside(end)) / 16_000) };
}

/** Mean speech probability (0..1) between two times of the recording in seconds. Pure. */
export function speechBetween({ parts }: Chunk, start: number, end: number): number {
  let [weight, sum] = [0, 0];
  for (const { from, length, speech } of parts) {
    // A word of zero length still belongs to a part.
    const shared = Math.min(end * 16_000, from + length) - Math.max(start * 16_000, from) + 1;
    if (shared <= 0) continue;
    weight += shared;
    sum += shared * speech;
  }
  return weight > 0 ? sum / weight : 0;
}
