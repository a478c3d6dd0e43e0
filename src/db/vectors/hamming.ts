/**
 * Writes into `out` (from `at` on) how many bits of each of `count` codes differ from `query`. `codes` holds them one
 * after the other, `query.length` words each, from code number `first` on. Bits are counted in parallel inside a word
 * (Warren, Hacker's Delight, 2nd ed., 5-1), with the last steps shared by two words, which their 4-bit sums allow.
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
  const even = words & ~1;
  let position = first * words;
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let word = 0; word < even; word += 2) {
      let a = codes[position + word]! ^ query[word]!;
      let b = codes[position + word + 1]! ^ query[word + 1]!;
      a -= (a >>> 1) & 0x55555555;
      b -= (b >>> 1) & 0x55555555;
      a = (a & 0x33333333) + ((a >>> 2) & 0x33333333) + (b & 0x33333333) + ((b >>> 2) & 0x33333333);
      a = (a & 0x0f0f0f0f) + ((a >>> 4) & 0x0f0f0f0f);
      sum += Math.imul(a, 0x01010101) >>> 24;
    }
    if (even < words) {
      let a = codes[position + even]! ^ query[even]!;
      a -= (a >>> 1) & 0x55555555;
      a = (a & 0x33333333) + ((a >>> 2) & 0x33333333);
      sum += Math.imul((a + (a >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
    }
    out[at + i] = sum;
    position += words;
  }
}
