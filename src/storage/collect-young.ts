import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes between collections. */
const COLLECT_BYTES = 8 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;

let collect: Collect | undefined;

/**
 * Collects young garbage, in about a millisecond. V8 shows the function only to contexts that are made after its flag
 * is set.
 */
export function collectYoung(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
}

/**
 * Frees the buffers of a stream while it is read. Each read of a socket is a buffer outside of the heap, and V8 waits
 * for 64 MB of them before it looks for garbage.
 */
export class BufferCollector {
  #collected = 0;

  /** Notes that `total` bytes of the stream are no longer needed. */
  released(total: number): void {
    if (total - this.#collected < COLLECT_BYTES) return;
    this.#collected = total;
    collectYoung();
  }
}
