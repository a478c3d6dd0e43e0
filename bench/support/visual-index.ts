import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uuidV7 } from '../../src/base/ids.ts';
import { openStore } from '../../src/db/index.ts';

const PER_VIDEO = 2000;
const QUERIES = 60;
/** Share of the signs that differ between a descriptor and its copies. */
const NOISE = 40;

/**
 * Fills a library with `count` stills, made of these descriptors and noise, and searches it; milliseconds of processor time of each
 * search, which do not depend on what else runs.
 */
export async function searchTimes(descriptors: readonly Int8Array[], count: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'reelscope-bench-'));
  const store = openStore({ path: join(folder, 'store.db') });
  try {
    const user = store.users.findOrCreate('bench', 'someone').user.id;
    const ids: number[] = [];
    for (let at = 0; at < count; at += PER_VIDEO) {
      const jobId = uuidV7();
      const { id } = store.videos.create(user, { jobId, name: jobId, storagePath: jobId, selectedInsights: '[]' });
      ids.push(id);
      const pictures = Array.from({ length: PER_VIDEO }, (_, i) => ({
        timeMs: i * 2000,
        descriptor: noisy(descriptors[(at + i) % descriptors.length]!),
      }));
      store.visual.put(id, { engine: 'bench@1', source: 'frames', pictures });
    }
    await store.visual.warm('bench@1');
    const times: number[] = [];
    for (let i = 0; i < QUERIES; i++) {
      const query = noisy(descriptors[(i * 97) % descriptors.length]!);
      const start = process.cpuUsage();
      await store.visual.nearest('bench@1', query, ids, 400);
      const { user, system } = process.cpuUsage(start);
      times.push((user + system) / 1000);
    }
    return times;
  } finally {
    store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function noisy(descriptor: Int8Array): Int8Array {
  return descriptor.map((value) =>
    Math.max(-127, Math.min(127, value + Math.round((Math.random() - 0.5) * 2 * NOISE))),
  );
}
