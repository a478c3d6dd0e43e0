import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BufferCollector, collectYoung } from '../../src/storage/collect-young.ts';

const MEGABYTE = 1024 * 1024;
const buffers = () => process.memoryUsage().arrayBuffers;

/** Reads and drops buffers as an upload does; returns the most memory in use. */
async function read(megabytes: number, onRead: (total: number) => void): Promise<number> {
  let peak = 0;
  for (let total = 0; total < megabytes * MEGABYTE; total += MEGABYTE / 16) {
    Buffer.allocUnsafeSlow(MEGABYTE / 16).fill(1);
    onRead(total);
    peak = Math.max(peak, buffers());
    if (total % MEGABYTE === 0) await setImmediate();
  }
  return peak;
}

test('frees the buffers of a stream before it has read sixty megabytes', async () => {
  // The rest of what ran before.
  collectYoung();
  const start = buffers();
  const collector = new BufferCollector();
  const peak = await read(60, (total) => collector.released(total));
  expect(peak - start).toBeLessThan(32 * MEGABYTE);
});
