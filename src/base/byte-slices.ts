/** Bytes that are sent or hashed at once: some milliseconds. */
const SLICE_BYTES = 1024 ** 2;

/** Views of a long document, one after the other, so that other work is done between them. Pure. */
export function byteSlices(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / SLICE_BYTES);
  return Array.from({ length: count }, (_, i) => bytes.subarray(i * SLICE_BYTES, (i + 1) * SLICE_BYTES));
}
