import { join } from 'node:path';
import { throwIfAborted } from '../base/abort.ts';
import type { MediaConsumer } from '../media/frames.ts';
import { decodeJpeg } from '../media/jpeg.ts';

/** Passes the saved stills of a folder to consumers in time order, instead of a media pass. */
export async function feedSavedStills(
  folder: string,
  stills: readonly { timeMs: number; file: string }[],
  consumers: readonly MediaConsumer[],
  options: { signal: AbortSignal; onProgress(time: number): void; onMissing(file: string): void },
): Promise<void> {
  for (const { timeMs, file } of stills.toSorted((a, b) => a.timeMs - b.timeMs)) {
    throwIfAborted(options.signal);
    const time = timeMs / 1000;
    // A missing file is reported; the others are still processed.
    const picture = await decodeJpeg(join(folder, file)).catch(() => null);
    if (picture) for (const consumer of consumers) await consumer.onStill?.({ ...picture, time });
    else options.onMissing(file);
    options.onProgress(time);
  }
}
