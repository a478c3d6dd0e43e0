import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Still } from '../media/frames.ts';
import { encodeJpeg } from '../media/jpeg.ts';

/** Keeps stills as `<milliseconds>.jpg`, one per instant. */
export interface StillsFolder {
  keep(still: Still, poster?: boolean): Promise<void>;
}

/** @param onKept called once per new file, and again when a kept still becomes the poster */
export function createStillsFolder(
  folder: string,
  onKept: (still: { timeMs: number; file: string; poster: boolean }) => void,
): StillsFolder {
  const writing = new Map<number, Promise<void>>();
  async function write(still: Still, file: string): Promise<void> {
    const bytes = await encodeJpeg(still);
    // A rename, so that nobody is ever served half a picture.
    await writeFile(join(folder, `${file}.part`), bytes);
    await rename(join(folder, `${file}.part`), join(folder, file));
  }
  return {
    async keep(still, poster = false) {
      const timeMs = Math.round(still.time * 1000);
      const file = `${timeMs}.jpg`;
      const known = writing.get(timeMs);
      const written = known ?? write(still, file);
      writing.set(timeMs, written);
      await written;
      if (!known || poster) onKept({ timeMs, file, poster });
    },
  };
}
