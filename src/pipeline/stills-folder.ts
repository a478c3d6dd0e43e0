import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../files/replace.ts';
import type { Still } from '../media/frames.ts';
import { encodeJpeg } from '../media/images/encode.ts';

/** Stores stills as `<milliseconds>.jpg`, one per timestamp, and the thumbnail as `poster.jpg`. */
export interface StillsFolder {
  keep(still: Still): Promise<void>;
  /** Reads a still saved by this run; null if there is none at this time (seconds). */
  read(time: number): Promise<Uint8Array | null>;
  saveThumbnail(still: Still): Promise<void>;
}

/** @param onKept called once for each new still after its file is complete */
export function createStillsFolder(
  folder: string,
  onKept: (still: { timeMs: number; file: string }) => void,
): StillsFolder {
  // The thumbnail of a new file and that of its analysis are written by two processes.
  const writer = randomUUID();
  const kept = new Map<number, Promise<void>>();
  async function write(still: Still, file: string): Promise<void> {
    const bytes = encodeJpeg(still);
    // Renamed when complete, so that a partial file is never served.
    const part = join(folder, `${file}.${writer}.part`);
    await writeFile(part, bytes);
    await replaceFile(part, join(folder, file));
  }
  return {
    keep(still) {
      const timeMs = Math.round(still.time * 1000);
      const file = `${timeMs}.jpg`;
      const known = kept.get(timeMs);
      if (known) return known;
      const written = write(still, file).then(() => onKept({ timeMs, file }));
      kept.set(timeMs, written);
      return written;
    },
    async read(time) {
      const timeMs = Math.round(time * 1000);
      const written = kept.get(timeMs);
      if (!written) return null;
      await written;
      return readFile(join(folder, `${timeMs}.jpg`));
    },
    saveThumbnail: (still) => write(still, 'poster.jpg'),
  };
}
