/** Samples that follow one another from the start of a recording, until they are taken. */
export class SampleQueue {
  readonly #parts: Float32Array[] = [];
  /** Position of the first sample that is left. */
  #start: number;
  #end: number;

  /** @param start position of the first sample */
  constructor(start = 0) {
    this.#start = start;
    this.#end = start;
  }

  /** Number of samples since the start of the recording. */
  get end(): number {
    return this.#end;
  }

  push(samples: Float32Array): void {
    this.#parts.push(samples);
    this.#end += samples.length;
  }

  /** Takes samples from the position of the last call on; silence follows the end. */
  take(count: number): Float32Array {
    const taken = new Float32Array(count);
    let filled = 0;
    for (let part = this.#parts[0]; part && filled < count; part = this.#parts[0]) {
      const used = part.subarray(0, count - filled);
      taken.set(used, filled);
      filled += used.length;
      if (used.length < part.length) this.#parts[0] = part.subarray(used.length);
      else this.#parts.shift();
    }
    this.#start += count;
    // Samples that arrive after silence was taken for them are too late.
    if (this.#start > this.#end) this.#end = this.#start;
    return taken;
  }
}
