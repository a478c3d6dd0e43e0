/**
 * `hamming(codes, count, vectors, query, out)`, all addresses in bytes: like {@link hammingInto}, sixteen bytes at a time, for
 * `count` codes of `vectors` times 16 bytes. Written by hand, since a compiler would be a dependency for forty instructions.
 */
const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  // Type: five i32, no result.
  ...[0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00],
  // Import m.m: shared memory of 1 to 65,536 pages.
  ...[0x02, 0x0b, 0x01, 0x01, 0x6d, 0x01, 0x6d, 0x02, 0x03, 0x01, 0x80, 0x80, 0x04],
  ...[0x03, 0x02, 0x01, 0x00],
  // Export h.
  ...[0x07, 0x05, 0x01, 0x01, 0x68, 0x00, 0x00],
  ...code([
    // Locals: 5 vectors left, 6 address in the query, 7 counters (8 of 16 bits).
    ...[0x02, 0x02, 0x7f, 0x01, 0x7b],
    ...[0x02, 0x40, 0x20, 0x01, 0x45, 0x0d, 0x00],
    // For each code.
    ...[0x03, 0x40],
    ...[0xfd, 0x0c, ...new Uint8Array(16), 0x21, 0x07],
    ...[0x20, 0x02, 0x21, 0x05, 0x20, 0x03, 0x21, 0x06],
    // For each vector of it: counters += pairwise sum of popcount(code ^ query).
    ...[0x03, 0x40],
    ...[0x20, 0x07, 0x20, 0x00, 0xfd, 0x00, 0x00, 0x00, 0x20, 0x06, 0xfd, 0x00, 0x00, 0x00],
    ...[0xfd, 0x51, 0xfd, 0x62, 0xfd, 0x7d, 0xfd, 0x8e, 0x01, 0x21, 0x07],
    ...[0x20, 0x00, 0x41, 0x10, 0x6a, 0x21, 0x00, 0x20, 0x06, 0x41, 0x10, 0x6a, 0x21, 0x06],
    ...[0x20, 0x05, 0x41, 0x01, 0x6b, 0x22, 0x05, 0x0d, 0x00, 0x0b],
    // out = sum of the counters.
    ...[0x20, 0x04, 0x20, 0x07, 0xfd, 0x7f, 0x22, 0x07, 0xfd, 0x1b, 0x00],
    ...[1, 2, 3].flatMap((lane) => [0x20, 0x07, 0xfd, 0x1b, lane, 0x6a]),
    ...[0x3b, 0x01, 0x00],
    ...[0x20, 0x04, 0x41, 0x02, 0x6a, 0x21, 0x04],
    ...[0x20, 0x01, 0x41, 0x01, 0x6b, 0x22, 0x01, 0x0d, 0x00],
    ...[0x0b, 0x0b, 0x0b],
  ]),
]);

/** Code section with one function. */
function code(body: readonly number[]): number[] {
  const size = (value: number) => [(value & 0x7f) | 0x80, value >> 7];
  const one = [0x01, ...size(body.length), ...body];
  return [0x0a, ...size(one.length), ...one];
}

interface Memory {
  /** Its size now; views of it keep the size that it had, and the contents. */
  readonly buffer: SharedArrayBuffer;
  /** @throws RangeError at the maximum */
  grow(pages: number): number;
}

/** The part in use; the types of Node leave it to those of the browser. */
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number; shared: true }) => Memory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: { m: { m: Memory } }) => { exports: Readonly<Record<string, unknown>> };
  CompileError: ErrorConstructor;
};

type Hamming = (codes: number, count: number, vectors: number, query: number, out: number) => void;

/** Bytes that the instructions take at a time. */
export const VECTOR_BYTES = 16;

/** The function on a memory of its own; undefined where the processor or the address space lacks it. */
export function createHamming(): { memory: Memory; hamming: Hamming } | undefined {
  try {
    // Shared, so that views of it stay valid when it grows.
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
    return { memory, hamming: exports['h'] as Hamming };
  } catch (error) {
    // Not a failure: processors without vector instructions, and processes with a limited address space, count in words.
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined;
    throw error;
  }
}
