import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../base/abort.ts';
import { blurAreas } from '../media/blur/blur-areas.ts';
import { blurStill } from '../media/blur/paint-blur.ts';
import { encodeJpeg } from '../media/images/encode.ts';
import { decodeJpeg } from '../media/jpeg.ts';
import { lowerPriority } from './priority.ts';
import type { BlurStillsSpec, FromWorker } from './protocol.ts';

/**
 * Writes copies of saved stills with blurred faces, `<milliseconds>.jpg` each. Rejects for a missing or corrupt still.
 * @throws CanceledError
 */
export async function blurStills(
  { stills, target, blur }: BlurStillsSpec,
  { send, signal }: { send(message: FromWorker): void; signal: AbortSignal },
): Promise<void> {
  lowerPriority();
  for (const { timeMs, file } of stills) {
    throwIfAborted(signal);
    const time = timeMs / 1000;
    const still = { ...(await decodeJpeg(file)), time };
    blurStill(still, blurAreas(blur, time));
    await writeFile(join(target, `${timeMs}.jpg`), encodeJpeg(still));
  }
  send({ type: 'done', endTime: 0 });
}
