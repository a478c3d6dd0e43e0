import { setImmediate } from 'node:timers/promises';
import { BUNDLE_LIMITS, type BundleEntry } from '../../contract/bundles/manifest.ts';
import { invalidContent } from './bundle-errors.ts';

/** How much the length of a unit vector may differ from 1. */
const TOLERANCE = 0.01;
/** Rows that are checked between two turns of the event loop: some 10 ms. */
const ROWS_PER_TURN = 10_000;

/**
 * Reads embeddings: little-endian 32-bit floats, one row for each finding, zeros for a finding without one.
 * @returns undefined for more than an import holds in memory
 * @throws ReelscopeError `invalid_request` for a row that is no unit vector
 */
export async function readVectors(
  { name, size_bytes }: BundleEntry,
  chunks: AsyncIterable<Buffer>,
  dimension: number,
): Promise<(Float32Array | undefined)[] | undefined> {
  const isKept = size_bytes <= BUNDLE_LIMITS.vectorBytes;
  const bytes = new Uint8Array(isKept ? size_bytes : 0);
  let at = 0;
  for await (const chunk of chunks) {
    if (isKept) bytes.set(chunk, at);
    at += chunk.length;
  }
  if (!isKept) return undefined;
  // Every platform of Electron and Node 24 is little-endian.
  const floats = new Float32Array(bytes.buffer);
  const vectors: (Float32Array | undefined)[] = [];
  for (let at = 0; at < floats.length; at += dimension) {
    const vector = floats.subarray(at, at + dimension);
    let squares = 0;
    for (const value of vector) squares += value * value;
    // Also refuses NaN.
    if (squares !== 0 && !(Math.abs(Math.sqrt(squares) - 1) <= TOLERANCE)) throw invalidContent(name);
    vectors.push(squares === 0 ? undefined : vector);
    if (vectors.length % ROWS_PER_TURN === 0) await setImmediate();
  }
  return vectors;
}
