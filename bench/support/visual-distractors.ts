import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESCRIPTOR_SIZE, VISUAL_ENGINE } from '../../src/contract/search/visual.ts';
import type { ObjectEngine } from '../../src/models/objects/index.ts';
import { describeCrops } from './visual-edits.ts';

/** Changes with what crops are described; descriptors of others are not used. */
const VERSION = '1';

/**
 * Descriptors of `count` crops of photos, of each about as many. They are kept in a folder for temporary files, by the
 * content of the photo: ten thousand take six minutes.
 */
export async function describeDistractors(
  engine: ObjectEngine,
  photos: readonly string[],
  count: number,
): Promise<Int8Array[]> {
  const folder = join(tmpdir(), 'reelscope-bench-visual');
  await mkdir(folder, { recursive: true });
  const seeds = Map.groupBy(
    Array.from({ length: count }, (_, i) => i),
    (i) => Math.floor((i * photos.length) / count),
  );
  const descriptors: Int8Array[] = [];
  for (const [i, ofPhoto] of seeds) {
    const key = [VERSION, VISUAL_ENGINE, ofPhoto.join()].join(' ');
    const name = createHash('sha256')
      .update(key)
      .update(await readFile(photos[i]!))
      .digest('hex');
    const file = join(folder, name);
    if (!existsSync(file)) {
      const described = await describeCrops(engine, photos[i]!, ofPhoto);
      await writeFile(`${file}.part`, Buffer.concat(described.map((each) => Buffer.from(each.buffer))));
      await rename(`${file}.part`, file);
    }
    const bytes = await readFile(file);
    for (let at = 0; at < bytes.length; at += DESCRIPTOR_SIZE)
      descriptors.push(new Int8Array(bytes.subarray(at, at + DESCRIPTOR_SIZE)));
  }
  return descriptors;
}
