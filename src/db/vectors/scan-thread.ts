import { parentPort } from 'node:worker_threads';
import { type Compare, codesAt, createCompare, THREAD } from './code-arena.ts';
import { createHamming } from './hamming-simd.ts';
import { type ScanQuery, scan } from './scan.ts';
import type { Memory } from './wasm.ts';

/** Scan of an arena's codes, as sent to the thread. */
export interface ScanJob extends ScanQuery {
  id: number;
  /** Which arena, so that its memory is prepared once. */
  arena: number;
  memory: Memory;
  /** 32-bit words of a code. */
  words: number;
  spans: readonly { address: number; first: number; count: number }[];
}

/** Answer to a {@link ScanJob}: positions for each query, as of {@link scan}. */
export interface ScanResult {
  id: number;
  positions: Uint32Array<ArrayBuffer>[];
}

/** The arena of the last scan; those before it may be gone. */
let last: { arena: number; memory: Memory; compare: Compare } | undefined;

parentPort!.on('message', ({ id, arena, memory, words, spans, ...query }: ScanJob) => {
  if (last?.arena !== arena)
    last = { arena, memory, compare: createCompare(words, createHamming(memory), THREAD.scans) };
  // The memory that came first, which grows with that of the sender.
  const { buffer } = last.memory;
  const pages = spans.map(({ address, first, count }) => {
    const page = { address, codes: codesAt(buffer, address, words) };
    return { page, first, count };
  });
  const positions = scan(last.compare, pages, query);
  const result: ScanResult = { id, positions };
  parentPort!.postMessage(
    result,
    positions.map((own) => own.buffer),
  );
});
