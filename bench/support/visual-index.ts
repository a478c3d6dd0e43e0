import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidV7 } from '../../src/base/ids.ts';
import { DESCRIPTOR_PART_SIZE, DESCRIPTOR_SIZE, VISUAL_ENGINE } from '../../src/contract/search/visual.ts';
import { openStore } from '../../src/db/index.ts';
import { neighborsOf } from '../../src/server/visual/neighbors.ts';
import type { PictureViews } from '../../src/server/workers/types.ts';
import { seededRandom } from '../../test/fixtures/random.ts';

const PER_VIDEO = 2000;
const QUERIES = 60;
/** Different pictures of a large library, and the most by which a number of a copy differs. */
const INVENTED = 10_000;
const NOISE = 40;

/** Fills a library with `count` pictures, `PER_VIDEO` a video. */
async function fillLibrary(count: number, descriptorOf: (position: number) => Int8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  const store = openStore({ path: join(folder, 'store.db') });
  const user = store.users.findOrCreate('bench', 'someone').user.id;
  const ids: number[] = [];
  for (let at = 0; at < count; at += PER_VIDEO) {
    const jobId = uuidV7();
    const { id } = store.videos.create(user, { jobId, name: jobId, storagePath: jobId, selectedInsights: '[]' });
    ids.push(id);
    const pictures = Array.from({ length: Math.min(PER_VIDEO, count - at) }, (_, i) => ({
      timeMs: i * 2000,
      descriptor: descriptorOf(at + i),
    }));
    store.visual.put(id, { engine: VISUAL_ENGINE, source: 'frames', pictures });
  }
  await store.visual.warm(VISUAL_ENGINE);
  return {
    /** Searches as the server does; positions of the pictures found, best first. */
    async nearest(views: PictureViews, limit: number): Promise<number[]> {
      const neighbors = await neighborsOf(store.visual, views, ids);
      return neighbors.slice(0, limit).map(({ videoId, timeMs }) => ids.indexOf(videoId) * PER_VIDEO + timeMs / 2000);
    },
    async close(): Promise<void> {
      store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A library of these pictures. */
export const createPictureLibrary = (descriptors: readonly Int8Array[]) =>
  fillLibrary(descriptors.length, (position) => descriptors[position]!);

/**
 * Searches a library of `count` invented stills with a picture, of which there are two views, and with a described
 * frame; milliseconds of processor time of each search, which do not depend on what else runs.
 */
export async function searchTimes(count: number): Promise<{ picture: number[]; frame: number[] }> {
  const random = seededRandom(17);
  const invented = Array.from({ length: INVENTED }, () =>
    Int8Array.from({ length: DESCRIPTOR_SIZE }, () => (random() + random() + random() - 1.5) * 80),
  );
  const noisy = (position: number) =>
    invented[position % INVENTED]!.map((value) =>
      Math.max(-127, Math.min(127, value + Math.round((random() - 0.5) * 2 * NOISE))),
    );
  const library = await fillLibrary(count, noisy);
  const measure = async (views: PictureViews) => {
    const start = process.cpuUsage();
    await library.nearest(views, 1);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const times = { picture: [] as number[], frame: [] as number[] };
  for (let i = 0; i < QUERIES; i++) {
    const descriptor = noisy(i * 97);
    times.frame.push(await measure({ descriptor }));
    times.picture.push(await measure({ descriptor, small: noisy(i * 97).slice(0, DESCRIPTOR_PART_SIZE) }));
  }
  await library.close();
  return times;
}
