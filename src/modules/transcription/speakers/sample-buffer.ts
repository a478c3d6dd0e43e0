/** The last samples of a recording, addressed by their position in it. */
export class SampleBuffer {
  #samples = new Float32Array(16_000 * 16);
  #start = 0;
  #end = 0;

  /** Position after the last sample. */
  get end(): number {
    return this.#end;
  }

  /** Adds samples and discards those before `keepFrom`. */
  append(samples: Float32Array, keepFrom: number): void {
    const from = Math.min(Math.max(keepFrom, this.#start), this.#end);
    const tail = this.#samples.subarray(from - this.#start, this.#end - this.#start);
    if (tail.length + samples.length > this.#samples.length) {
      const grown = new Float32Array((tail.length + samples.length) * 2);
      grown.set(tail);
      this.#samples = grown;
    } else if (from > this.#start) {
      this.#samples.copyWithin(0, from - this.#start, this.#end - this.#start);
    }
    this.#start = from;
    this.#samples.set(samples, this.#end - from);
    this.#end += samples.length;
  }

  /** Copies a range; positions that are not held are silence. */
  slice(from: number, to: number): Float32Array {
    const copy = new Float32Array(Math.max(0, to - from));
    const first = Math.max(from, this.#start);
    const last = Math.min(to, this.#end);
    if (last > first) copy.set(this.#samples.subarray(first - this.#start, last - this.#start), first - from);
    return copy;
  }
}
