/** Bytes that vector instructions take at a time. */
export const VECTOR_BYTES = 16;

/** Bytes of a page of WebAssembly memory. */
export const MEMORY_PAGE_BYTES = 65_536;

/** Pages of four gigabytes, the most that 32 bits address. */
export const MAX_MEMORY_PAGES = 65_536;

export interface Memory {
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

/** Function of five addresses or numbers without a result. */
type FiveArguments = (a: number, b: number, c: number, d: number, e: number) => void;

/**
 * Returns the function with this body (locals and instructions) of five i32 and the memory that it works on. Undefined
 * where the processor or the address space lacks what it takes: the caller does without. Written by hand, since a
 * compiler would be a dependency for forty instructions.
 * @param memoryOrPages the memory, or the number of pages that it has at first
 * @param maximum pages to which the memory can grow; each takes its address space at once
 */
export function instantiate(
  body: readonly number[],
  memoryOrPages: Memory | number,
  maximum = typeof memoryOrPages === 'number' ? memoryOrPages : 0,
): { memory: Memory; run: FiveArguments } | undefined {
  try {
    // Shared, so that views of it stay valid when it grows.
    const memory =
      typeof memoryOrPages === 'number'
        ? new WebAssembly.Memory({ initial: memoryOrPages, maximum, shared: true })
        : memoryOrPages;
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(body)), { m: { m: memory } });
    return { memory, run: exports['h'] as FiveArguments };
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function moduleOf(body: readonly number[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    // Type: five i32, no result.
    ...[0x01, 0x09, 0x01, 0x60, 0x05, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 0x00],
    // Import m.m: shared memory of 1 to 65,536 pages.
    ...[0x02, 0x0b, 0x01, 0x01, 0x6d, 0x01, 0x6d, 0x02, 0x03, 0x01, 0x80, 0x80, 0x04],
    ...[0x03, 0x02, 0x01, 0x00],
    // Export h.
    ...[0x07, 0x05, 0x01, 0x01, 0x68, 0x00, 0x00],
    ...code(body),
  ]);
}

/** Code section with one function. */
function code(body: readonly number[]): number[] {
  const size = (value: number) => [(value & 0x7f) | 0x80, value >> 7];
  const one = [0x01, ...size(body.length), ...body];
  return [0x0a, ...size(one.length), ...one];
}
