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
 * Returns the function `run` of a module, and the memory that it works on. Undefined where the processor or the address
 * space lacks what it takes: the caller does without.
 * @param code the module in Base64 (wasm-code.gen.ts)
 * @param memoryOrPages the memory, or the number of pages that it has at first
 * @param maximum pages to which the memory can grow; each takes its address space at once
 */
export function instantiate(
  code: string,
  memoryOrPages: Memory | number,
  maximum = typeof memoryOrPages === 'number' ? memoryOrPages : 0,
): { memory: Memory; run: FiveArguments } | undefined {
  try {
    // Shared, so that views of it stay valid when it grows.
    const memory =
      typeof memoryOrPages === 'number'
        ? new WebAssembly.Memory({ initial: memoryOrPages, maximum, shared: true })
        : memoryOrPages;
    const module = new WebAssembly.Module(Uint8Array.from(Buffer.from(code, 'base64')));
    const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
    return { memory, run: exports['run'] as FiveArguments };
  } catch (error) {
    if (error instanceof WebAssembly.CompileError || error instanceof RangeError) return undefined;
    throw error;
  }
}
