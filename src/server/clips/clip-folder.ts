import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { removeFile, removeFolder } from '../../files/remove.ts';

export type ClipFolder = ReturnType<typeof createClipFolder>;

/** Temporary files of clip exports: `<data>/clips/<export>/<number>.mp4`, deleted once sent. */
export function createClipFolder(dataFolder: string) {
  const root = join(dataFolder, 'clips');
  return {
    /** Deletes files of exports that a crash interrupted. */
    removeOrphans: () => removeFolder(root),

    async open() {
      const folder = join(root, randomUUID());
      await fs.mkdir(folder, { recursive: true });
      return {
        file: (number: number) => join(folder, `${number}.mp4`),
        async freeBytes(): Promise<number> {
          const { bavail, bsize } = await fs.statfs(folder);
          return bavail * bsize;
        },
        removeFile: (number: number) => removeFile(join(folder, `${number}.mp4`)),
        remove: () => removeFolder(folder),
      };
    },
  };
}

/** Opens a file as a stream and returns its size. */
export async function streamOf(file: string): Promise<{ sizeBytes: number; body: ReadableStream<Uint8Array> }> {
  const { size } = await fs.stat(file);
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 });
  return { sizeBytes: size, body: Readable.toWeb(stream) as ReadableStream<Uint8Array> };
}
