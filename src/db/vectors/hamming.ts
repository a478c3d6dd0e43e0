/** Words after which the four 8-bit counters of a word are folded, before they overflow; a multiple of 2. */
const WORDS_PER_ROUND = 16;

/**
 * Writes the number of bits in which each of `count` codes differs from `query` into `out`, starting at `at`. `codes`
 * holds them contiguously, `query.length` words each (an even number), starting at code number `first`. Bits are
 * counted in parallel within a word (Warren, Hacker's Delight, 2nd ed., 5-1), two words at a time, and the byte
 * counters are added up before they are folded.
 */
export function hammingInto(
  out: Uint16Array,
  at: number,
  codes: Uint32Array,
  first: number,
  count: number,
  query: Uint32Array,
): void {
  const words = query.length;
  let position = first * words;
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let round = 0; round < words; round += WORDS_PER_ROUND) {
      const end = Math.min(round + WORDS_PER_ROUND, words);
      let bytes = 0;
      for (let word = round; word < end; word += 2) {
        let a = codes[position + word]! ^ query[word]!;
        let b = codes[position + word + 1]! ^ query[word + 1]!;
        a = (a - ((a >>> 1) & 0x55555555)) | 0;
        b = (b - ((b >>> 1) & 0x55555555)) | 0;
        a = ((a & 0x33333333) + ((a >>> 2) & 0x33333333) + (b & 0x33333333) + ((b >>> 2) & 0x33333333)) | 0;
        bytes = (bytes + (a & 0x0f0f0f0f) + ((a >>> 4) & 0x0f0f0f0f)) | 0;
      }
      bytes = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff);
      sum += (bytes & 0xffff) + (bytes >>> 16);
    }
    out[at + i] = sum;
    position += words;
  }
}
