import { instantiate, MAX_MEMORY_PAGES, type Memory } from './wasm.ts';
import { HAMMING } from './wasm-code.gen.ts';

/**
 * `hamming(codes, count, vectors, query, out)`, all addresses in bytes: like {@link hammingInto}, for `count` codes of
 * `vectors` times 16 bytes.
 */
export type Hamming = (codes: number, count: number, vectors: number, query: number, out: number) => void;

/**
 * The function on a memory of its own, or on one that another thread made; undefined where vector instructions are
 * missing, so that bits are counted in words.
 */
export function createHamming(shared?: Memory): { memory: Memory; hamming: Hamming } | undefined {
  const made = instantiate(HAMMING, shared ?? 1, MAX_MEMORY_PAGES);
  return made && { memory: made.memory, hamming: made.run };
}
