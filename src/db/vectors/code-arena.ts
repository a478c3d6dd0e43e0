import { hammingInto } from './hamming.ts';
import { createHamming } from './hamming-simd.ts';
import type { Page } from './runs.ts';
import { MEMORY_PAGE_BYTES, VECTOR_BYTES } from './wasm.ts';

/** Vectors per page of the arena: growth never copies. */
export const PAGE_SLOTS = 1 << 15;

export type CodeArena = ReturnType<typeof createCodeArena>;

/**
 * Memory of the codes, in pages of {@link PAGE_SLOTS}. With vector instructions, where the processor has them and a code is whole vectors: a million
 * codes of 512 bits take 5 instead of 22 ms. The distances are the same.
 */
export function createCodeArena(words: number) {
  const bytesPerCode = words * 4;
  const simd = bytesPerCode % VECTOR_BYTES === 0 ? createHamming() : undefined;
  /** Addresses of pages that are no longer used. */
  const free: number[] = [];
  // The query comes first, then the distances of one page.
  const outAt = roundUp(bytesPerCode);
  let end = outAt + roundUp(PAGE_SLOTS * 2);
  simd?.memory.grow(end / MEMORY_PAGE_BYTES - 1);

  const addressOf = (): number | undefined => {
    if (!simd) return undefined;
    const known = free.pop();
    if (known !== undefined) return known;
    const bytes = roundUp(PAGE_SLOTS * bytesPerCode);
    try {
      simd.memory.grow(bytes / MEMORY_PAGE_BYTES);
    } catch (error) {
      // Four gigabytes are full; further pages do without.
      if (error instanceof RangeError) return undefined;
      throw error;
    }
    end += bytes;
    return end - bytes;
  };

  return {
    /** A new, empty page. */
    page(): Page {
      const address = addressOf();
      const buffer = address === undefined ? new ArrayBuffer(PAGE_SLOTS * bytesPerCode) : simd!.memory.buffer;
      const codes = new Uint32Array(buffer, address ?? 0, PAGE_SLOTS * words);
      return { address, codes, ids: new Float64Array(PAGE_SLOTS), used: 0 };
    },

    /** Takes back the memory of a page that nothing refers to any more. */
    release({ address }: Page): void {
      if (address !== undefined) free.push(address);
    },

    /** Writes the distances of `count` codes of a page from `query` into `out`, starting at `at`. */
    distances(out: Uint16Array, at: number, page: Page, first: number, count: number, query: Uint32Array): void {
      if (!simd || page.address === undefined) return hammingInto(out, at, page.codes, first, count, query);
      new Uint32Array(simd.memory.buffer, 0, words).set(query);
      simd.hamming(page.address + first * bytesPerCode, count, bytesPerCode / VECTOR_BYTES, 0, outAt);
      out.set(new Uint16Array(simd.memory.buffer, outAt, count), at);
    },
  };
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / MEMORY_PAGE_BYTES) * MEMORY_PAGE_BYTES;
}
